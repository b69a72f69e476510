internal import OrielManifest
internal import OrielText

/// Looks at what else lies in the folder that a bundle or container is to have its place in.
enum BundleRivals {
  /// Refuses to replace another extension, and to install one a second time under another name.
  static func check(
    _ new: [CatalogEntry],
    against old: [CatalogEntry],
    at path: String,
    in folder: String
  ) throws(InstallationError) {
    let identifiers = Set(new.compactMap(\.identifier))
    let shown = Printable.text(path, limit: 512)
    let others = Set(old.compactMap(\.identifier))
    if !others.isEmpty, identifiers.isDisjoint(with: others) {
      throw InstallationError(
        .conflict,
        "\(shown) is another extension, \(others.sorted().joined(separator: ", ")); uninstall that "
          + "one first, or install this one under another name"
      )
    }
    let there = ExtensionCatalog.search(SearchPath([SearchPath.Location(folder, .explicit)]))
    for entry in there.entries where entry.path != path && !entry.path.hasPrefix("\(path)/") {
      guard let identifier = entry.identifier, identifiers.contains(identifier) else { continue }
      throw InstallationError(
        .conflict,
        "\(identifier) is installed already, as \(Printable.text(entry.path, limit: 512)); uninstall "
          + "that one first"
      )
    }
  }
}
