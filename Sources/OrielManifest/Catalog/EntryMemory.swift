internal import OrielSystem

/// What catalogs of the same system have read one after the other, so that a bundle that did not
/// change is not read and parsed again.
package final class EntryMemory: Sendable {
  /// An entry as it is without the other bundles of its catalog.
  final class Known: Sendable {
    /// The entry.
    let entry: CatalogEntry

    /// Keeps an entry.
    init(_ entry: CatalogEntry) { self.entry = entry }
  }

  /// What was read.
  private let known = Lock<[BundleMark: Known]>([:])
  /// The manifests of containers, with what these were.
  private let containers = Lock<[String: (found: FoundContainer, manifest: ContainerManifest)]>([:])

  /// Nothing read yet.
  package init() {}

  /// What is known about the bundle with a mark; reads it when nothing is.
  func entry(_ mark: BundleMark, reading: () -> CatalogEntry) -> Known {
    if let found = known.withLock({ $0[mark] }) { return found }
    let fresh = Known(reading())
    known.withLock { $0[mark] = fresh }
    return fresh
  }

  /// What the manifest of a container says.
  func manifest(of container: FoundContainer, at now: Int64 = RealTime.now) -> ContainerManifest {
    let known = containers.withLock { $0[container.path] }
    if let known, known.found == container { return known.manifest }
    let manifest = ContainerManifest(reading: container.path)
    if container.isSettled(at: now), !manifest.isDoubtful {
      containers.withLock { $0[container.path] = (container, manifest) }
    }
    return manifest
  }

  /// Forgets the manifests of all containers but some.
  func forget(allBut containers: [FoundContainer]) {
    let paths = Set(containers.map(\.path))
    self.containers.withLock { known in
      if known.count > 2 * paths.count + 64 { known = known.filter { paths.contains($0.key) } }
    }
  }

  /// The number of bundles that are kept.
  var count: Int { known.withLock(\.count) }

  /// Whether more is kept than a catalog with so many bundles can use.
  func isCrowded(with count: Int) -> Bool { self.count > 2 * count + 64 }

  /// Forgets all bundles but some.
  func forget(allBut marks: [BundleMark]) {
    known.withLock { known in
      var kept: [BundleMark: Known] = [:]
      kept.reserveCapacity(marks.count)
      for mark in marks { kept[mark] = known[mark] }
      known = kept
    }
  }
}
