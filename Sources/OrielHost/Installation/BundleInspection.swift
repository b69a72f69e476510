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
}
