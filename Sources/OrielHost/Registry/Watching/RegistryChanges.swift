/// What a registry finds, again and again, whenever something is different.
///
/// The first element is what is there now. After a change it waits until it has been quiet for a
/// moment, so that a bundle that is being copied gives one element. Whoever is slow gets the newest
/// one only. Watching ends with the iterator, or with the task that waits for the next element.
public struct RegistryChanges: AsyncSequence, Sendable {
  /// What was found.
  public typealias Element = RegistrySnapshot
  /// Nothing fails.
  public typealias Failure = Never

  /// What is watched.
  private let registry: ExtensionRegistry
  /// How patiently.
  private let pace: WatchPace

  /// The changes of a registry.
  init(_ registry: ExtensionRegistry, pace: WatchPace) {
    self.registry = registry
    self.pace = pace
  }

  /// Begins to watch.
  public func makeAsyncIterator() -> Iterator {
    Iterator(RegistryWatcher.snapshots(of: registry, pace: pace).makeAsyncIterator())
  }

  /// Gives one snapshot after the other.
  public struct Iterator: AsyncIteratorProtocol {
    /// What the watching thread gives.
    private var base: AsyncStream<RegistrySnapshot>.Iterator

    /// Wraps what the watching thread gives.
    init(_ base: AsyncStream<RegistrySnapshot>.Iterator) { self.base = base }

    /// Waits for the next snapshot; nothing when the task is cancelled.
    public mutating func next() async -> RegistrySnapshot? {
      await base.next(isolation: #isolation)
    }

    /// Waits for the next snapshot; nothing when the task is cancelled.
    public mutating func next(
      isolation actor: isolated (any Actor)?
    ) async -> RegistrySnapshot? {
      await base.next(isolation: actor)
    }
  }
}

/// How a watcher waits.
struct WatchPace: Sendable {
  /// How many milliseconds nothing may happen before it looks again.
  var quiet: UInt64 = 100
  /// After how many milliseconds it looks even when it never gets quiet.
  var longest: UInt64 = 1000
  /// How many milliseconds pass between two looks where the system cannot tell of changes.
  var polling: UInt64 = 10_000
  /// The most directories that are watched, whatever the system allows.
  var watchLimit = 100_000
}

extension ExtensionRegistry {
  /// What is found now, and again after each change: of bundles, of places that appear or vanish, and
  /// of what was decided, by this process or another one.
  public var changes: RegistryChanges { RegistryChanges(self, pace: WatchPace()) }

  /// The changes for tests, which have less time.
  func changes(pace: WatchPace) -> RegistryChanges { RegistryChanges(self, pace: pace) }
}
