import Foundation
import Testing

@testable import OrielManifest

@Suite("Names for people, against Foundation and the rules of fallback", .timeLimit(.minutes(1)))
struct DisplayNameOracleTests {
  /// A manifest with a plain name.
  private static func manifest(region: String? = nil) -> [UInt8] {
    let region = region.map { "<key>CFBundleDevelopmentRegion</key><string>\($0)</string>" } ?? ""
    return Array(
      """
      <plist version="1.0"><dict>
      <key>CFBundleIdentifier</key><string>com.example.a</string>
      <key>CFBundleExecutable</key><string>A.so</string>
      <key>CFBundleDisplayName</key><string>plain</string>\(region)
      <key>NSExtension</key><dict>
      <key>NSExtensionPointIdentifier</key><string>org.oriel.keyboard</string>
      </dict></dict></plist>
      """.utf8
    )
  }

  /// What is shown to somebody of a bundle with the same name as each of its folders.
  private static func name(
    of folders: [String],
    region: String?,
    _ environment: [String: String]
  ) -> String? {
    let strings = folders.map {
      LocalizedStrings(
        path: "\($0).lproj/InfoPlist.strings",
        bytes: Array("CFBundleDisplayName = \"\($0)\";".utf8)
      )
    }
    let reading = ExtensionManifest.read(
      manifest(region: region),
      bundleName: "F",
      strings: strings
    )
    return reading.manifest?.name.text(for: LocalePreferences { environment[$0] })
  }

  // MARK: - Strings files

  /// Numbers that repeat, by SplitMix64.
  private struct Random: RandomNumberGenerator {
    /// What the next number is made of.
    var state: UInt64

    /// The next number.
    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
      mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
      return mixed ^ (mixed >> 31)
    }
  }

  /// Text of a strings file, as somebody might have written it.
  private static func strings(using random: inout Random) -> String {
    /// One of some texts.
    func one(_ texts: [String]) -> String { texts.randomElement(using: &random) ?? "" }
    /// A string in quotes, each of its characters in one of the ways to write it.
    func quoted(_ text: String) -> String {
      let parts = text.unicodeScalars.map { scalar -> String in
        switch scalar {
        case "\"", "\\": return "\\\(scalar)"
        case _ where Bool.random(using: &random):
          return String(scalar).utf16.map { unit in
            let digits = String(unit, radix: 16)
            return "\\U" + String(repeating: "0", count: 4 - digits.count) + digits
          }.joined()
        default: return String(scalar)
        }
      }
      return "\"\(parts.joined())\""
    }
    let gaps = [" ", "", "\n", "\t", " /* a \"comment\" = x; */", " // another = \"x\";\n", "\r\n"]
    let letters = [
      "a", "Z", "0", "ä", "ß", "Ж", "λ", "中", "文", "א", "ع", "😀", "é", "'", ";", "=", "\"", "\\",
      "-",
    ]
    var text = one(["", "\n", "/* Names */\n"])
    let keys = [
      "CFBundleDisplayName", "CFBundleName", "NSHumanReadableCopyright", "Key with space",
    ]
    for key in keys.shuffled(using: &random) where Int.random(in: 0..<4, using: &random) > 0 {
      let isPlain = !key.contains(" ") && Bool.random(using: &random)
      let count = Int.random(in: 1...12, using: &random)
      let value = (0..<count).map { _ in one(letters) }.joined()
      text += (isPlain ? key : quoted(key)) + one(gaps) + "=" + one(gaps)
      text += quoted(value) + one(gaps) + ";" + one(gaps)
    }
    return text
  }

  /// The text in one of the encodings of strings files.
  private static func encoded(_ text: String, _ encoding: Int) -> [UInt8] {
    switch encoding {
    case 0: Array(text.utf8)
    case 1: [0xEF, 0xBB, 0xBF] + Array(text.utf8)
    case 2: [0xFF, 0xFE] + text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    default: [0xFE, 0xFF] + text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
    }
  }

  @Test("A strings file gives the name that Foundation reads in it", arguments: 0..<4)
  func foundation(encoding: Int) throws {
    var random = Random(state: UInt64(encoding))
    let german = LocalePreferences { $0 == "LANG" ? "de_DE.UTF-8" : nil }
    var named = 0
    for _ in 0..<300 {
      let text = Self.strings(using: &random)
      // An empty file gives no name to either.
      guard text.contains("=") else { continue }
      // No pointer is passed for the format.
      let object = try unsafe PropertyListSerialization.propertyList(
        from: Data(text.utf8),
        options: [],
        format: nil
      )
      let theirs = try #require(object as? [String: String], "\(text)")
      let forms = [
        Self.encoded(text, encoding),
        encoding < 2
          ? Array(
            try PropertyListSerialization.data(
              fromPropertyList: theirs,
              format: encoding == 0 ? .xml : .binary,
              options: 0
            )
          ) : Self.encoded(text, encoding),
      ]
      let expected = theirs["CFBundleDisplayName"] ?? theirs["CFBundleName"] ?? "plain"
      if expected != "plain" { named += 1 }
      for bytes in forms {
        let reading = ExtensionManifest.read(
          Self.manifest(),
          bundleName: "File",
          strings: [LocalizedStrings(path: "de.lproj/InfoPlist.strings", bytes: bytes)]
        )
        #expect(reading.manifest?.name.text(for: german) == expected, "\(text)")
        #expect(reading.diagnostics == [], "\(text)")
      }
    }
    #expect(named > 200)
  }

  // MARK: - Fallback

  @Test(
    "Of all sets of folders the first that the rules name counts",
    arguments: [
      ("sr_RS.UTF-8@latin", ["sr_RS@latin", "sr@latin", "sr_RS", "sr"]),
      ("pt_BR.UTF-8", ["pt-BR", "pt"]), ("de_AT.UTF-8@euro", ["de_AT", "German"]),
      ("zh_TW", ["zh_TW", "zh-Hant", "zh"]), ("nb_NO", ["nb_NO", "no"]), ("he_IL", ["iw"]),
    ]
  )
  func subsets(locale: String, order: [String]) {
    let all = order + ["en", "Base", "fr"]
    for set in 0..<(1 << all.count) {
      let folders = all.indices.filter { set >> $0 & 1 == 1 }.map { all[$0] }
      // The development region comes after the locale, and nothing asks for French.
      let expected = folders.first { $0 != "fr" } ?? "plain"
      #expect(
        Self.name(of: folders.reversed(), region: "en", ["LANG": locale]) == expected,
        "\(folders)"
      )
    }
  }

  @Test("Of all environments the variable that gettext asks decides")
  func environments() {
    let values: [String?] = [nil, "", "C", "POSIX", "C.UTF-8", "de_DE.UTF-8", "fr"]
    let lists: [String?] = [nil, "", "it", "xx:it", "C", "xx:C:it", "POSIX", "xx"]
    for all in values {
      for messages in values {
        for lang in values {
          for list in lists {
            let environment = [
              "LC_ALL": all, "LC_MESSAGES": messages, "LANG": lang, "LANGUAGE": list,
            ].compactMapValues(\.self)
            // What the manual of gettext says, in other words than the code.
            let locale = [all, messages, lang].compactMap(\.self).first { $0 != "" } ?? "C"
            let expected: String
            switch (locale.prefix(2), list ?? "") {
            case ("C", _), ("C.", _), ("PO", _): expected = "plain"
            case (_, "it"), (_, "xx:it"): expected = "it"
            case (_, "C"), (_, "xx:C:it"), (_, "POSIX"): expected = "plain"
            case (let language, _): expected = String(language)
            }
            let name = Self.name(of: ["de", "fr", "it"], region: nil, environment)
            #expect(name == expected, "\(environment)")
          }
        }
      }
    }
  }

  @Test("Who wants the author's language first is not given another one")
  func authorsLanguage() {
    let environment = ["LANG": "en_US.UTF-8", "LANGUAGE": "en_US:de"]
    #expect(Self.name(of: ["de"], region: "en", environment) == "plain")
    #expect(Self.name(of: ["de", "en"], region: "en", environment) == "en")
    #expect(Self.name(of: ["de", "Base"], region: "en_GB", environment) == "Base")
    #expect(Self.name(of: ["de"], region: "fr", environment) == "de")
    #expect(Self.name(of: ["de"], region: nil, environment) == "de")
    let latin = ["LANG": "sr_RS@latin", "LANGUAGE": "sr@latin:de"]
    #expect(Self.name(of: ["de"], region: "sr-Cyrl", latin) == "de")
    #expect(Self.name(of: ["de"], region: "sr-Latn", latin) == "plain")
  }
}
