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
  /// The first of `LC_ALL`, `LC_MESSAGES` and `LANG` that is set names the locale. Where that is not
  /// `C` or `POSIX`, the list in `LANGUAGE` comes before it.
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
    let list = value("LANGUAGE")?.split(separator: ":").compactMap { LocaleIdentifier($0) } ?? []
    self.init(list + [locale])
  }

  /// What the environment of this process wants.
  public static let current = LocalePreferences(environment: Environment.value)
}
