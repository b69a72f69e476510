internal import OrielManifest
internal import OrielSystem

/// The directories whose changes can change what a registry finds.
struct WatchedPlaces: Sendable {
  /// Which events of a directory matter.
  enum Interest: Sendable, Hashable {
    /// All.
    case everything
    /// Those of bundles and containers.
    case bundles
    /// Those of things with these names.
    case names(Set<[UInt8]>)

    /// Whether an event of something with this name matters.
    func covers(_ name: [UInt8]) -> Bool {
      switch self {
      case .everything: true
      // A hidden name is that of an installation at work.
      case .bundles:
        name.first != UInt8(ascii: ".") && (name.ends(with: ".appex") || name.ends(with: ".app"))
      case .names(let names): names.contains(name)
      }
    }

    /// Both interests.
    func union(_ other: Interest) -> Interest {
      switch (self, other) {
      case (.everything, _), (_, .everything): .everything
      case (.bundles, .bundles): .bundles
      case (.names(let left), .names(let right)): .names(left.union(right))
      // A name of interest that is no bundle is rare; then all is looked at.
      case (.bundles, .names(let names)), (.names(let names), .bundles):
        names.allSatisfy { Interest.bundles.covers($0) } ? .bundles : .everything
      }
    }
  }

  /// The paths with what matters there, those that matter most first.
  private(set) var paths: [(path: String, interest: Interest)] = []

  /// The most directories in one bundle.
  private static let greatestDirectories = 256

  /// The directories for what a registry has found.
  init(_ registry: ExtensionRegistry, _ snapshot: RegistrySnapshot) {
    let folders = [
      (registry.decisions.path, [DecisionStore.fileName, DecisionStore.copyName]),
      (registry.failures.path, [FailureStore.fileName]),
    ]
    for case (let path?, let names) in folders {
      addAncestors(of: path)
      paths.append((path, .names(Set(names.map { Array($0.utf8) }))))
    }
    for location in registry.configuration.searchPath.locations {
      addLocation(SearchPath.trimmed(location.path))
    }
    for container in snapshot.catalog.foundContainers { addContainer(container.path) }
    for entry in snapshot.catalog.entries { addTree(entry.path) }
  }

  /// Adds a place of the search path, with what is above it.
  private mutating func addLocation(_ path: String) {
    addAncestors(of: path)
    if let canonical = try? canonicalPath(path), canonical != path { addAncestors(of: canonical) }
    if path.hasSuffix(".appex") { return }
    if path.hasSuffix(".app") {
      addContainer(path)
      return
    }
    paths.append((path, .bundles))
    guard let directory = try? Descriptor.open(path, [.readOnly, .directory]),
      let (entries, _) = try? directory.entries(limit: ExtensionCatalog.greatestCount)
    else { return }
    for name in entries.compactMap(\.text) where name.hasSuffix(".app") {
      addContainer("\(path)/\(name)")
    }
  }

  /// Adds a container.
  private mutating func addContainer(_ path: String) {
    let names = [ContainerManifest.folder] + ExtensionManifest.fileNames
    paths.append((path, .names(Set(names.map { Array($0.utf8) }))))
    paths.append(("\(path)/\(ContainerManifest.folder)", .bundles))
  }

  /// Adds the directories above a path, in each of which the next one may appear or vanish.
  private mutating func addAncestors(of path: String) {
    var above = path.hasPrefix("/") ? "/" : "."
    for name in path.split(separator: "/") {
      paths.append((above, .names([Array(name.utf8)])))
      above = above == "/" ? "/\(name)" : "\(above)/\(name)"
    }
  }

  /// Adds a bundle with the directories in it.
  private mutating func addTree(_ root: String) {
    var waiting = [root]
    var count = 0
    while let path = waiting.popLast(), count < Self.greatestDirectories {
      count += 1
      paths.append((path, .everything))
      guard let directory = try? Descriptor.open(path, [.readOnly, .directory, .noFollow]),
        let (entries, _) = try? directory.entries(limit: Self.greatestDirectories * 16)
      else { continue }
      for entry in entries where entry.kind == .directory {
        if let name = entry.text { waiting.append("\(path)/\(name)") }
      }
    }
  }
}

extension [UInt8] {
  /// Whether the bytes end with a text.
  fileprivate func ends(with text: String) -> Bool {
    suffix(text.utf8.count).elementsEqual(text.utf8)
  }
}
