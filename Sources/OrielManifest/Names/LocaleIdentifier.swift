/// A language with what tells its varieties apart, whichever way it is written: as POSIX does
/// (`sr_RS.UTF-8@latin`), as bundles do (`sr-Latn`, `pt-BR`), or by an old name (`German`).
public struct LocaleIdentifier: Sendable, Hashable {
  /// The language in lower case, as `sr`; `base` is that of the folder `Base.lproj`.
  public let language: String
  /// The country or region in upper case, as `RS`.
  public let region: String?
  /// The script, as `Latn`.
  public let script: String?

  /// The longest name that is read.
  private static let greatestLength = 64

  /// Reads a locale; nil for `C`, `POSIX` and what is none.
  public init?(_ text: some StringProtocol) {
    guard text.utf8.count <= Self.greatestLength else { return nil }
    let withoutModifier = text.split(separator: "@", omittingEmptySubsequences: false)
    let name = withoutModifier[0].split(separator: ".", omittingEmptySubsequences: false)[0]
    if let old = Self.oldNames[name.lowercased()] {
      (language, region, script) = (old, nil, nil)
      return
    }
    let parts = name.split(omittingEmptySubsequences: false) { $0 == "_" || $0 == "-" }
    guard let first = parts.first, first == "Base" || (2...3).contains(first.utf8.count),
      parts.allSatisfy({ part in
        !part.isEmpty && part.utf8.allSatisfy { $0 < 0x80 }
          && part.allSatisfy { $0.isLetter || $0.isNumber }
      })
    else { return nil }
    var region: String?
    var script: String?
    for part in parts.dropFirst() {
      if part.utf8.count == 4, part.allSatisfy(\.isLetter) {
        script = part.prefix(1).uppercased() + part.dropFirst().lowercased()
      } else if region == nil, (2...3).contains(part.utf8.count) {
        region = part.uppercased()
      }
    }
    if withoutModifier.count > 1 {
      script = Self.scripts[withoutModifier[1].lowercased()] ?? script
    }
    language = Self.newCodes[first.lowercased()] ?? first.lowercased()
    self.region = region
    self.script = script
  }

  /// Gathers the parts.
  private init(_ language: String, region: String? = nil, script: String? = nil) {
    self.language = language
    self.region = region
    self.script = script
  }

  /// The locales whose text serves for this one, the best first.
  ///
  /// `sr_RS@latin` is served by itself, `sr@latin`, `sr_RS`, `sr`. Where a region tells the script, as
  /// in `zh_TW`, the script counts after the region.
  public var fallbacks: [LocaleIdentifier] {
    var all = [self]
    if script != nil, region != nil {
      all.append(LocaleIdentifier(language, script: script))
      all.append(LocaleIdentifier(language, region: region))
    } else if let region, let script = Self.impliedScripts["\(language)_\(region)"] {
      all.append(LocaleIdentifier(language, region: region, script: script))
      all.append(LocaleIdentifier(language, script: script))
    }
    all.append(LocaleIdentifier(language))
    var known: Set<LocaleIdentifier> = []
    return all.filter { known.insert($0).inserted }
  }

  /// Whether text in another locale is in the language and script of this one, as far as they tell.
  func isServed(by other: LocaleIdentifier) -> Bool {
    language == other.language && (script == nil || other.script == nil || script == other.script)
  }

  /// The names that folders had before languages were abbreviated.
  private static let oldNames = [
    "english": "en", "french": "fr", "german": "de", "italian": "it", "japanese": "ja",
    "spanish": "es", "dutch": "nl", "portuguese": "pt", "swedish": "sv", "danish": "da",
    "norwegian": "nb", "finnish": "fi", "russian": "ru", "polish": "pl", "korean": "ko",
  ]

  /// The codes that languages have today, by those that they had.
  private static let newCodes = [
    "iw": "he", "in": "id", "ji": "yi", "mo": "ro", "no": "nb", "tl": "fil",
  ]

  /// The scripts that POSIX names as modifiers.
  private static let scripts = [
    "latin": "Latn", "latn": "Latn", "cyrillic": "Cyrl", "cyrl": "Cyrl", "devanagari": "Deva",
    "arabic": "Arab",
  ]

  /// The scripts of regions in which a language has another one than elsewhere.
  private static let impliedScripts = [
    "zh_CN": "Hans", "zh_SG": "Hans", "zh_MY": "Hans", "zh_TW": "Hant", "zh_HK": "Hant",
    "zh_MO": "Hant",
  ]
}

extension LocaleIdentifier: CustomStringConvertible {
  /// The parts with underscores, as `sr_Latn_RS`.
  public var description: String {
    [language, script, region].compactMap(\.self).joined(separator: "_")
  }
}
