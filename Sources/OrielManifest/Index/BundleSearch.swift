internal import OrielSystem

/// Looks for bundles in the places of a search path, and reads those that have changed.
///
/// A search is bound by the file system, and uses two threads for what it has to read.
struct BundleSearch {
  /// A bundle that was found.
  enum Found: Sendable {
    /// It is as the index says; the number is where its record begins.
    case kept(Int)
    /// It was read.
    case read(ReadBundle)
    /// Nothing of it could be read.
    indirect case failed(CatalogEntry)

    /// The path of a bundle that was looked at now.
    var path: String? {
      switch self {
      case .kept: nil
      case .read(let bundle): bundle.sources.path
      case .failed(let entry): entry.path
      }
    }
  }

  /// A bundle that was read.
  final class ReadBundle: Sendable {
    /// What its entry is made from.
    let sources: CatalogEntrySources
    /// What the index keeps of it.
    let encoded: EncodedBundle
    /// Whether it was found by a link or by its own path, so that it may lie anywhere.
    let liesAnywhere: Bool

    /// Keeps what was read of the bundle with a name.
    init(_ name: String, _ sources: CatalogEntrySources, isSettled: Bool, liesAnywhere: Bool) {
      self.sources = sources
      self.liesAnywhere = liesAnywhere
      encoded = EncodedBundle(name, sources, isSettled: isSettled)
    }
  }

  /// A directory that was searched.
  private struct Directory {
    /// The canonical path.
    let path: String
    /// What it was when its names were read.
    let identity: FileIdentity
    /// Whether it had been left alone for a while.
    let isSettled: Bool
    /// The names of containers.
    let containers: [String]
    /// Which of the bundles are in it.
    let bundles: Range<Int>
    /// Who named the place that it is or lies in.
    let origin: SearchPath.Location.Origin
    /// Whether an installation has left something in it, or is at work.
    let hasLeftovers: Bool
  }

  /// The system the extensions shall run on.
  private let facts: SystemFacts
  /// What an earlier search has found.
  private let index: BundleIndex?
  /// When the search began, in nanoseconds since 1970.
  private let start: Int64
  /// When it really began, by the clock and by one that nobody sets.
  private let began = (clock: RealTime.now, steady: MonotonicTime.now)
  /// The bundles in order.
  private(set) var found: [Found] = []
  /// Who named the places in which the bundles were found.
  private(set) var origins: [SearchPath.Location.Origin] = []
  /// What is wrong with the places.
  private(set) var diagnostics: [Diagnostic] = []
  /// The directories in the order in which they were searched.
  private var directories: [Directory] = []
  /// The paths of directories that were looked at, and of bundles that were looked at by a path.
  ///
  /// As bytes, by which a file system tells names apart: equal texts may be written in several ways.
  private var known: Set<[UInt8]> = []
  /// Whether bundles were looked at by a path, so that they may turn up again.
  private var mayRepeat = false

  /// Looks in all places of a path.
  ///
  /// - Parameters:
  ///   - path: The places.
  ///   - facts: The system the extensions shall run on.
  ///   - index: What an earlier search has found.
  ///   - start: The present time.
  init(
    _ path: SearchPath,
    facts: SystemFacts,
    index: BundleIndex?,
    start: Int64 = RealTime.now
  ) {
    self.facts = facts
    self.index = index
    self.start = start
    for location in path.locations {
      look(in: location)
      origins += Array(repeating: location.origin, count: found.count - origins.count)
    }
  }

  /// Whether the clock was set back since the search began, so that what was changed while it was
  /// read may look as if it had been left alone.
  private func wasClockSetBack(at now: Int64) -> Bool {
    let passed = MonotonicTime.now.nanoseconds &- began.steady.nanoseconds
    return now &- began.clock < Int64(clamping: passed) &- 1_000_000_000
  }

  /// The parts of an index of what was found; nil when the old one says the same, or when times tell
  /// nothing.
  func newIndex(environment: [UInt8], at now: Int64 = RealTime.now) -> [[UInt8]]? {
    let isUnchanged =
      directories.allSatisfy { directory in
        guard let old = index?.directories[directory.path] else { return false }
        return old.identity == directory.identity && old.isSettled == directory.isSettled
          && old.records.count == directory.bundles.count
          && zip(directory.bundles, old.records).allSatisfy { number, start in
            // What is never trusted is read each time, and mostly found to be as it was.
            switch found[number] {
            case .kept(let kept): kept == start
            case .read(let bundle): index?.holds(bundle.encoded, at: start) ?? false
            case .failed(let entry): index?.holds(EncodedBundle(entry), at: start) ?? false
            }
          }
      }
    guard !isUnchanged, !wasClockSetBack(at: now) else { return nil }
    var writer = BundleIndexWriter(old: index)
    for directory in directories {
      writer.add(
        path: directory.path,
        identity: directory.identity,
        isSettled: directory.isSettled,
        containers: directory.containers,
        bundles: directory.bundles.map { number in
          switch found[number] {
          case .kept(let start): .kept(start)
          case .read(let bundle): .read(bundle.encoded)
          case .failed(let entry):
            .read(EncodedBundle(entry))
          }
        }
      )
    }
    // What hosts with other places have found stays.
    let searched = Set(directories.map(\.path))
    let others = (index?.directories.values).map(Array.init) ?? []
    for other in others.sorted(by: { $0.path < $1.path }) where !searched.contains(other.path) {
      guard writer.bundleCount + other.records.count <= ExtensionCatalog.greatestCount,
        (try? Descriptor.open(other.path, [.pathOnly, .directory])) != nil
      else { continue }
      writer.add(
        path: other.path,
        identity: other.identity,
        isSettled: other.isSettled,
        containers: other.containers,
        bundles: other.records.map { .kept($0) }
      )
    }
    return writer.finish(environment: environment)
  }

  /// The directories that were searched.
  var searched: [SearchedDirectory] {
    directories.map { directory in
      SearchedDirectory(
        path: directory.path,
        origin: directory.origin,
        linked: directory.bundles.compactMap { number in
          guard case .read(let bundle) = found[number], bundle.liesAnywhere else { return nil }
          return bundle.sources.path
        },
        hasLeftovers: directory.hasLeftovers
      )
    }
  }

  // MARK: - Looking

  /// Looks in one place.
  private mutating func look(in location: SearchPath.Location) {
    let path = SearchPath.trimmed(location.path)
    if path.hasSuffix(ExtensionBundle.suffix) {
      add(path)
    } else {
      // Nobody misses the places that are looked in by default.
      let isExpected = location.origin == .explicit || location.origin == .environment
      let place = path.hasSuffix(".app") ? path + "/PlugIns" : path
      lookInDirectory(place, location.origin, isExpected: isExpected)
    }
  }

  /// Looks at the bundle at a path, unless it is there already.
  private mutating func add(_ path: String) {
    guard found.count < ExtensionCatalog.greatestCount else { return }
    let result: Found
    do throws(DiagnosticError) {
      let sources = try CatalogEntrySources(examining: path, facts: facts)
      result = .read(ReadBundle(path, sources, isSettled: false, liesAnywhere: true))
    } catch {
      result = .failed(CatalogEntry(path, error.diagnostic))
    }
    let place = result.path ?? path
    // It may have turned up in the folder that it lies in.
    let isListed = directories.contains { directory in
      let prefix = "\(directory.path)/".utf8
      return place.utf8.starts(with: prefix)
        && !place.utf8.dropFirst(prefix.count).contains(UInt8(ascii: "/"))
    }
    guard !isListed, known.insert(Array(place.utf8)).inserted else { return }
    found.append(result)
    mayRepeat = true
  }

  /// Looks at the bundles and containers in a directory.
  private mutating func lookInDirectory(
    _ path: String,
    _ origin: SearchPath.Location.Origin,
    isExpected: Bool
  ) {
    do throws(SystemError) {
      let canonical = try canonicalPath(path)
      guard known.insert(Array(canonical.utf8)).inserted else { return }
      let directory = OpenDirectory(
        try Descriptor.open(canonical, [.readOnly, .directory], resolve: [.noSymbolicLinks])
      )
      let identity = try directory.descriptor.status().identity
      let old = index?.directories[canonical]
      let isKept = old?.isSettled == true && old?.identity == identity
      let kept = isKept ? Listing(of: old, in: index) : nil
      let listing: Listing
      if let kept {
        listing = kept
      } else {
        listing = try Listing(of: directory.descriptor, path: path, diagnostics: &diagnostics)
      }
      let first = found.count
      add(listing, of: directory, path: canonical, old: old)
      directories.append(
        Directory(
          path: canonical,
          identity: identity,
          // Who keeps leftovers in mind has to see them each time.
          isSettled: isSettled(identity) && !listing.hasLeftovers,
          containers: listing.containers,
          bundles: first..<found.count,
          origin: origin,
          hasLeftovers: listing.hasLeftovers
        )
      )
      for name in listing.containers {
        lookInDirectory("\(canonical)/\(name)/PlugIns", origin, isExpected: false)
      }
    } catch {
      if error.errno == .noSuchFile, !isExpected { return }
      let problem = ExtensionBundle.diagnostic(for: error, path: path)
      diagnostics.append(
        Diagnostic(.warning, file: path, problem.message, advice: problem.advice)
      )
    }
  }

  /// Whether something had been left alone for longer than times are coarse.
  private func isSettled(_ identity: FileIdentity) -> Bool {
    identity.isSettled(at: start)
  }

  /// Looks at the bundles of a directory.
  private mutating func add(
    _ listing: Listing,
    of directory: OpenDirectory,
    path: String,
    old: BundleIndex.Directory?
  ) {
    let room = ExtensionCatalog.greatestCount - found.count
    if listing.count > room {
      diagnostics.append(
        Diagnostic(
          .warning,
          file: path,
          "holds more bundles than are looked at: \(ExtensionCatalog.greatestCount) in all"
        )
      )
    }
    let bundles = listing
    let count = min(listing.count, room)
    let records = records(of: old, for: listing)
    let results = Lock([Found?](repeating: nil, count: count))
    let next = Lock(0)
    let search = BundleCheck(
      directory: directory,
      path: path,
      index: index,
      facts: facts,
      start: start
    )
    Thread.together(count > Self.batch ? 2 : 1) { _ in
      while true {
        let first = next.withLock { value in
          defer { value += Self.batch }
          return value
        }
        guard first < count else { return }
        let range = first..<min(first + Self.batch, count)
        let part = range.map { search.look(at: $0, of: bundles, record: records[$0]) }
        results.withLock { results in
          for (place, result) in zip(range, part) { results[place] = result }
        }
      }
    }
    for (number, result) in results.withLock(\.self).enumerated() {
      guard let result else { continue }
      if case .read(let bundle) = result, bundle.liesAnywhere {
        // A link may lead to a bundle that was found already.
        mayRepeat = true
        guard known.insert(Array(bundle.sources.path.utf8)).inserted else { continue }
      }
      if mayRepeat, known.contains(Array("\(path)/\(bundles.name(at: number))".utf8)) { continue }
      found.append(result)
    }
  }

  /// How many bundles a thread takes at once.
  private static let batch = 32

  /// Where the records of bundles begin in the index.
  private func records(of old: BundleIndex.Directory?, for listing: Listing) -> [Int?] {
    switch listing.bundles {
    case .kept(let records, _): return records
    case .read(let names):
      guard let old, let index else { return Array(repeating: nil, count: names.count) }
      var byName: [[UInt8]: Int] = [:]
      for start in old.records {
        if let name = index.name(at: start) { byName[Array(name.utf8)] = start }
      }
      return names.map { byName[Array($0.utf8)] }
    }
  }
}

/// A directory that threads share.
private final class OpenDirectory: Sendable {
  /// The directory.
  let descriptor: Descriptor

  /// Takes over an open directory.
  init(_ descriptor: consuming Descriptor) {
    self.descriptor = descriptor
  }
}

/// What looking at the bundles of one directory needs.
private struct BundleCheck: Sendable {
  /// The directory.
  let directory: OpenDirectory
  /// Its canonical path.
  let path: String
  /// What an earlier search has found.
  let index: BundleIndex?
  /// The system the extensions shall run on.
  let facts: SystemFacts
  /// When the search began.
  let start: Int64

  /// Looks at one bundle.
  func look(at number: Int, of listing: Listing, record: Int?) -> BundleSearch.Found {
    if let index, let record, let contents = try? index.record(at: record),
      index.isUnchanged(contents, in: directory.descriptor)
    {
      return .kept(record)
    }
    let name = listing.name(at: number)
    do throws(DiagnosticError) {
      let sources = try CatalogEntrySources(
        examining: name,
        in: directory.descriptor,
        path: path,
        facts: facts
      )
      // What was not looked at whole may change without a trace.
      let isSettled =
        sources.contentProblem == nil && !sources.isDoubtful
        && sources.nodes.allSatisfy { $0.identity.isSettled(at: start) }
      let isLinked = !sources.path.utf8.elementsEqual("\(path)/\(name)".utf8)
      return .read(
        BundleSearch.ReadBundle(name, sources, isSettled: isSettled, liesAnywhere: isLinked)
      )
    } catch {
      return .failed(CatalogEntry("\(path)/\(name)", error.diagnostic))
    }
  }
}

extension FileIdentity {
  /// File systems keep times as coarse as this, in nanoseconds: what changed later than this before
  /// it was looked at may change again without a trace.
  private static let grain: Int64 = 2_000_000_000

  /// Whether it had been left alone for longer than times are coarse.
  func isSettled(at time: Int64) -> Bool {
    max(modificationTime, changeTime) < time &- Self.grain
  }
}

/// The names in a directory that matter.
private struct Listing: Sendable {
  /// The bundles.
  enum Bundles: Sendable {
    /// By the names that the directory has.
    case read([String])
    /// By what an index knows of a directory that has not changed: where their records begin.
    case kept([Int], BundleIndex)
  }

  /// The bundles.
  var bundles: Bundles
  /// The names of containers.
  var containers: [String] = []
  /// Whether there is something that an installation has made for itself.
  var hasLeftovers = false

  /// The number of bundles.
  var count: Int {
    switch bundles {
    case .read(let names): names.count
    case .kept(let records, _): records.count
    }
  }

  /// The name of a bundle.
  func name(at number: Int) -> String {
    switch bundles {
    case .read(let names): names[number]
    case .kept(let records, let index): index.name(at: records[number]) ?? ""
    }
  }

  /// Takes over what an index knows of a directory that has not changed.
  init?(of directory: BundleIndex.Directory?, in index: BundleIndex?) {
    guard let directory, let index else { return nil }
    containers = directory.containers
    bundles = .kept(directory.records, index)
  }

  /// Reads a directory.
  init(
    of directory: borrowing Descriptor,
    path: String,
    diagnostics: inout [Diagnostic]
  ) throws(SystemError) {
    let (entries, isCut) = try directory.entries(limit: FileSystem.greatestEntryCount)
    if isCut {
      diagnostics.append(
        Diagnostic(
          .warning,
          file: path,
          "has more than \(FileSystem.greatestEntryCount) entries; the rest is not looked at"
        )
      )
    }
    var names: [String] = []
    for name in entries.compactMap(\.text) {
      if name.hasPrefix(".") {
        if name.hasPrefix(SearchedDirectory.hiddenPrefix) { hasLeftovers = true }
        continue
      }
      if name.hasSuffix(ExtensionBundle.suffix) {
        names.append(name)
      } else if name.hasSuffix(".app") {
        containers.append(name)
      }
    }
    bundles = .read(names)
  }
}
