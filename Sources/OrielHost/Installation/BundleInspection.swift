internal import OrielManifest
internal import OrielText

/// Looks at the extensions of a bundle or container that is installed or removed.
enum BundleInspection {
  /// The extensions at a path.
  static func entries(_ path: String) -> [CatalogEntry] {
    ExtensionCatalog.search(SearchPath([SearchPath.Location(path, .explicit)])).entries
  }

  /// Refuses a bundle or container with an extension that cannot be started.
  static func check(_ entries: [CatalogEntry], of name: String) throws(InstallationError) {
    let shown = Printable.text(name)
    guard !entries.isEmpty else {
      throw InstallationError(
        .unusable,
        "\(shown) holds no extension; a container has bundles NAME.appex in its folder PlugIns"
      )
    }
    for entry in entries {
      let which = entries.count == 1 ? shown : "\(Printable.text(entry.displayName)) in \(shown)"
      switch entry.state {
      case .incompatible(let needs, let has):
        throw InstallationError(
          .unusable,
          "\(which) needs \(needs), but this system has \(has); get one that is built for this system"
        )
      case .broken(let diagnostics):
        throw InstallationError(
          .unusable,
          "\(which) cannot be used: "
            + diagnostics.map(\.finding).joined(separator: "; ")
        )
      default: break
      }
      if entry.hiddenBy != nil {
        throw InstallationError(
          .conflict,
          "two extensions in \(shown) have the identifier \(entry.identifier ?? ""); give each its own"
        )
      }
    }
  }

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
