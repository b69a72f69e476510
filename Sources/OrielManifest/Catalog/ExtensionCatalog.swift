internal import OrielSystem
internal import OrielText

/// The extensions that were found in the places of a search path.
///
/// A catalog never changes and is cheap to copy. What is known about a bundle is read when somebody
/// asks for it, and then kept.
public struct ExtensionCatalog: Sendable {
  /// What is wrong with the places themselves.
  public let diagnostics: [Diagnostic]
  /// The directories in which bundles were looked for.
  package let searched: [SearchedDirectory]
  /// The containers of the bundles.
  package let foundContainers: [FoundContainer]
  /// The bundles.
  private let bundles: any CatalogBundles
  /// For a bundle whose identifier another one has, the bundle that is used instead.
  private let hiddenBy: [Int: Int]
  /// The bundles that have an identifier, by its key and then by their place.
  private let places: [Place]
  /// The system the extensions shall run on.
  private let facts: SystemFacts
  /// What was read.
  private let read: Cache
  /// What was read for this catalog and others.
  private let memory: EntryMemory

  /// A bundle with the key of its identifier.
  private struct Place: Comparable {
    /// The key.
    let key: UInt64
    /// The place in the catalog.
    let index: Int

    /// Whether the left one comes first.
    static func < (left: Place, right: Place) -> Bool {
      (left.key, left.index) < (right.key, right.index)
    }
  }

  /// What copies of a catalog share.
  private final class Cache: Sendable {
    /// The entries that were asked for.
    let entries: Lock<[EntryMemory.Known?]>
    /// The marks of the bundles, once they were asked for.
    let marks = Lock<[BundleMark]?>(nil)
    /// What the manifests of containers say, once somebody asked.
    let containers = Lock<[ContainerManifest]?>(nil)

    /// Creates a cache for so many bundles.
    init(count: Int) {
      entries = Lock(Array(repeating: nil, count: count))
    }
  }

  /// The most bundles that are looked at in one search.
  public static let greatestCount: Int = 100_000

  /// Puts a catalog together.
  ///
  /// - Parameters:
  ///   - bundles: The bundles, the ones that win over others first.
  ///   - diagnostics: What is wrong with the places.
  ///   - searched: The directories in which bundles were looked for.
  ///   - containers: The containers of the bundles.
  ///   - facts: The system the extensions shall run on.
  ///   - memory: What catalogs for the same system have read.
  package init(
    _ bundles: any CatalogBundles,
    diagnostics: [Diagnostic],
    searched: [SearchedDirectory],
    containers: [FoundContainer] = [],
    facts: SystemFacts,
    memory: EntryMemory = EntryMemory()
  ) {
    self.bundles = bundles
    self.diagnostics = diagnostics
    self.searched = searched
    foundContainers = containers
    self.facts = facts
    let places = (0..<bundles.count).compactMap { index in
      bundles.identifierKey(at: index).map { Place(key: $0, index: index) }
    }.sorted()
    self.places = places
    hiddenBy = Self.hide(places) { index in
      memory.entry(bundles.mark(at: index)) { bundles.entry(at: index) }.entry
    }
    read = Cache(count: bundles.count)
    self.memory = memory
    if memory.isCrowded(with: bundles.count) { memory.forget(allBut: marks) }
    memory.forget(allBut: containers)
  }

  /// Finds the bundles that others hide: of several with one identifier the first usable one counts,
  /// of several that are not usable the first.
  private static func hide(
    _ places: [Place],
    reading entry: (Int) -> CatalogEntry
  ) -> [Int: Int] {
    var hiddenBy: [Int: Int] = [:]
    var start = 0
    while start < places.count {
      var end = start + 1
      while end < places.count, places[end].key == places[start].key { end += 1 }
      defer { start = end }
      guard end - start > 1 else { continue }
      let entries = places[start..<end].map { place in
        (index: place.index, entry: entry(place.index))
      }
      for group in Dictionary(grouping: entries, by: \.entry.identifier).values {
        let chosen = group.first { $0.entry.installed != nil } ?? group[0]
        for other in group where other.index != chosen.index {
          hiddenBy[other.index] = chosen.index
        }
      }
    }
    return hiddenBy
  }

  /// Looks for bundles in all places of a search path.
  ///
  /// Every bundle gives an entry, whatever is wrong with it, and none stops the others. This waits for
  /// the file system.
  ///
  /// - Parameters:
  ///   - path: The places to look in.
  ///   - facts: The system the extensions shall run on.
  ///   - index: Where what was found is kept for the next search; without one all is read.
  ///   - memory: What searches for the same system have read.
  /// - Returns: All that was found.
  package static func search(
    _ path: SearchPath = .current(),
    facts: SystemFacts = .current,
    index: BundleIndexFile? = nil,
    memory: EntryMemory = EntryMemory()
  ) -> ExtensionCatalog {
    var notes: [Diagnostic] = []
    var old: BundleIndex?
    if let file = index {
      do throws(BundleIndex.Problem) {
        old = try file.load(facts)
      } catch {
        if case .unusable(let reason) = error {
          notes.append(
            Diagnostic(
              .note,
              file: "\(file.directory)/\(BundleIndexFile.name)",
              "the index of extensions is not used: \(reason)",
              advice: "nothing: it is made again"
            )
          )
        }
      }
    }
    let search = BundleSearch(path, facts: facts, index: old)
    if let file = index,
      let bytes = search.newIndex(environment: BundleIndexFile.environment(facts))
    {
      do throws(SystemError) {
        try file.save(bytes)
      } catch {
        notes.append(
          Diagnostic(
            .note,
            file: file.directory,
            "the index of extensions cannot be kept: \(error)",
            advice: "make the folder writable; until then every search reads all bundles"
          )
        )
      }
    }
    return ExtensionCatalog(
      FoundBundles(search, index: old),
      diagnostics: search.diagnostics + notes,
      searched: search.searched,
      containers: search.containers,
      facts: facts,
      memory: memory
    )
  }

  /// The number of bundles.
  public var count: Int { bundles.count }

  /// A number that changes, within one process, when something that was found does.
  package var fingerprint: UInt64 {
    var hasher = Hasher()
    hasher.combine(marks)
    hasher.combine(containers)
    hasher.combine(diagnostics)
    return UInt64(bitPattern: Int64(hasher.finalize()))
  }

  /// What changes when something about a bundle does, for each bundle; worked out once.
  package var marks: [BundleMark] {
    read.marks.withLock { marks in
      if let marks { return marks }
      let fresh = (0..<count).map { bundles.mark(at: $0) }
      marks = fresh
      return fresh
    }
  }

  /// What the manifests of the containers of the bundles say; read once.
  package var containers: [ContainerManifest] {
    read.containers.withLock { containers in
      if let containers { return containers }
      let fresh = foundContainers.map { memory.manifest(of: $0) }
      containers = fresh
      return fresh
    }
  }

  /// Whether a bundle has the identifier of another one, which is used instead.
  package func isHidden(at index: Int) -> Bool { hiddenBy[index] != nil }

  /// What is known about a bundle, whatever the others are.
  package func ownEntry(at index: Int) -> CatalogEntry { known(at: index).entry }

  /// What is known about a bundle, and kept.
  private func known(at index: Int) -> EntryMemory.Known {
    if let known = read.entries.withLock({ $0[index] }) { return known }
    let known = memory.entry(bundles.mark(at: index)) { bundles.entry(at: index) }
    read.entries.withLock { $0[index] = known }
    return known
  }

  /// What is known about a bundle, by its place.
  public func entry(at index: Int) -> CatalogEntry {
    var entry = known(at: index).entry
    if let other = hiddenBy[index] {
      let winner = known(at: other).entry.path
      entry.hiddenBy = winner
      entry.diagnostics.append(
        Diagnostic(
          .warning,
          file: entry.path,
          "has the identifier '\(entry.identifier ?? "")' of \(Printable.text(winner)),"
            + " which is used instead",
          advice: "remove one of the two bundles"
        )
      )
    }
    return entry
  }

  /// The bundles in the order in which they were found, the broken ones too.
  public var entries: [CatalogEntry] { (0..<count).map(entry(at:)) }

  /// The extensions that can be started and are not hidden by others.
  public var usable: [InstalledExtension] {
    entries.compactMap { $0.hiddenBy == nil ? $0.installed : nil }
  }

  // MARK: - Finding

  /// The entry by identifier or path.
  ///
  /// A name with a slash in it, or with the suffix of bundles, is a path and is looked at now, whether
  /// it is in the catalog or not. Of several bundles with one identifier the one that hides the others
  /// is given.
  ///
  /// - Parameter name: The identifier, or the path of a bundle.
  /// - Returns: The entry.
  /// - Throws: That nothing has the identifier, with what is nearest.
  public func find(_ name: String) throws(CatalogError) -> CatalogEntry {
    if name.contains("/") || name.hasSuffix(ExtensionBundle.suffix) {
      return CatalogEntry(inspecting: SearchPath.trimmed(name), facts: facts)
    }
    let key = IdentifierKey.of(name)
    var low = 0
    var high = places.count
    while low < high {
      let middle = (low + high) / 2
      if places[middle].key < key { low = middle + 1 } else { high = middle }
    }
    for place in places[low...].prefix(while: { $0.key == key }) where hiddenBy[place.index] == nil
    {
      let entry = entry(at: place.index)
      if entry.identifier == name { return entry }
    }
    let nearest = NearestNames.of(name, in: Set(entries.compactMap(\.identifier)))
    throw CatalogError(.unknown(nearest: nearest), name: Printable.text(name))
  }

  /// The extension to start by identifier or path.
  ///
  /// - Parameter name: The identifier, or the path of a bundle.
  /// - Returns: The extension.
  /// - Throws: Why there is none that can be started.
  public func usableExtension(_ name: String) throws(CatalogError) -> InstalledExtension {
    let entry = try find(name)
    if let installed = entry.installed { return installed }
    switch entry.state {
    case .incompatible(let needs, let has):
      throw CatalogError(.incompatible(needs: needs, has: has), name: Printable.text(name))
    case .broken(let diagnostics):
      throw CatalogError(.broken(diagnostics), name: Printable.text(name))
    case .usable:
      throw CatalogError(.broken([]), name: Printable.text(name))
    }
  }
}
