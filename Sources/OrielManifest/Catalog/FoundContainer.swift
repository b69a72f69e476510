internal import OrielSystem

/// A container of bundles that were found, with what tells whether its manifest is still the same.
package struct FoundContainer: Sendable, Hashable {
  /// The path of the container.
  package let path: String
  /// What the files are that may hold its manifest; nothing for one that is not there.
  private let files: [FileIdentity?]

  /// Looks at the container at a path.
  init(_ path: String) {
    self.path = path
    guard let directory = try? Descriptor.open(path, [.pathOnly, .directory]) else {
      files = []
      return
    }
    files = ExtensionManifest.fileNames.map { try? directory.status(of: $0).identity }
  }

  /// Whether its manifest had been left alone for longer than times are coarse.
  func isSettled(at time: Int64) -> Bool {
    files.allSatisfy { $0?.isSettled(at: time) ?? true }
  }
}

extension BundleSearch {
  /// The containers of all bundles, each once.
  var containers: [FoundContainer] {
    let bundles =
      searched.map { "\($0.path)/bundle" }
      + found.compactMap { bundle in
        guard case .read(let bundle) = bundle, bundle.liesAnywhere else { return nil }
        return bundle.sources.path
      }
    var known: Set<String> = []
    return bundles.compactMap { path in
      guard let container = ContainerManifest.path(ofBundle: path),
        known.insert(container).inserted
      else { return nil }
      return FoundContainer(container)
    }
  }
}
