/// A name for people in the languages that a bundle has it in.
///
/// Every text in it is safe to show, in one line, of at most 64 characters.
public struct LocalizedName: Sendable, Hashable {
  /// The name when no language fits.
  public let plain: String
  /// The names by language.
  public let translations: [LocaleIdentifier: String]
  /// The language of the bundle's author.
  public let developmentRegion: LocaleIdentifier?

  /// Gathers the parts.
  init(
    plain: String,
    translations: [LocaleIdentifier: String] = [:],
    developmentRegion: LocaleIdentifier? = nil
  ) {
    self.plain = plain
    self.translations = translations
    self.developmentRegion = developmentRegion
  }

  /// The name for somebody.
  ///
  /// For each wanted locale its fallbacks are tried, then the development region, then the folder
  /// `Base.lproj`, then the plain name counts. One who wants no translation gets the plain name. The
  /// plain name is in the language of the development region, so whoever wants that language before
  /// others is not given one of the others.
  public func text(for preferences: LocalePreferences) -> String {
    guard !translations.isEmpty, !preferences.locales.isEmpty else { return plain }
    for locale in preferences.locales {
      if let text = first(of: locale.fallbacks) { return text }
      if let developmentRegion, locale.isServed(by: developmentRegion) { break }
    }
    let base = LocaleIdentifier("Base").map { [$0] } ?? []
    return first(of: (developmentRegion?.fallbacks ?? []) + base) ?? plain
  }

  /// The name in the first of some languages that there is one in.
  private func first(of locales: [LocaleIdentifier]) -> String? {
    locales.lazy.compactMap { translations[$0] }.first
  }
}
