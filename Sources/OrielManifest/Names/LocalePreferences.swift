internal import OrielSystem

/// The languages that somebody wants to read, the best first.
public struct LocalePreferences: Sendable, Hashable {
  /// The locales in order; empty for one who wants no translation.
  public let locales: [LocaleIdentifier]

  /// The most locales of one list.
  private static let greatestCount = 32

  /// Wants these locales.
  public init(_ locales: [LocaleIdentifier]) {
    self.locales = Array(locales.prefix(Self.greatestCount))
  }

  /// What an environment wants, by the rules of gettext.
  ///
  /// The first of `LC_ALL`, `LC_MESSAGES` and `LANG` that is set and not empty names the locale. Where
  /// that is `C` or `POSIX`, of whatever encoding, nothing is translated. Else the list in `LANGUAGE`
  /// comes before it; `C` in the list ends it, and nothing after it counts.
  ///
  /// Unlike gettext, which then forgets the locale, this puts the locale at the end of a list without
  /// `C`: who reads it would rather have it than the language of a bundle's author.
  public init(environment: (String) -> String?) {
    func value(_ name: String) -> String? {
      environment(name).flatMap { $0.isEmpty ? nil : $0 }
    }
    guard let name = value("LC_ALL") ?? value("LC_MESSAGES") ?? value("LANG"),
      let locale = LocaleIdentifier(name)
    else {
      self.init([])
      return
    }
    let names = value("LANGUAGE")?.split(separator: ":") ?? []
    let list = names.prefix { !Self.isUntranslated($0) }
    let rest = list.count < names.count ? [] : [locale]
    self.init(list.compactMap { LocaleIdentifier($0) } + rest)
  }

  /// Whether a locale stands for the text as it was written.
  private static func isUntranslated(_ name: Substring) -> Bool {
    let locale = name.prefix { $0 != "." }
    return locale == "C" || locale == "POSIX"
  }

  /// What the environment of this process wants.
  public static let current = LocalePreferences(environment: Environment.value)
}
