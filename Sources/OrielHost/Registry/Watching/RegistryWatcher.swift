internal import OrielManifest
internal import OrielSystem

/// Watches what a registry finds, on a thread of its own.
final class RegistryWatcher: Sendable {
  /// What is watched.
  private let registry: ExtensionRegistry
  /// How patiently.
  private let pace: WatchPace
  /// Takes what was found.
  private let continuation: AsyncStream<RegistrySnapshot>.Continuation
  /// Ends the thread.
  private let end: EventSignal

  /// What is found in a registry, now and after each change.
  static func snapshots(
    of registry: ExtensionRegistry,
    pace: WatchPace
  ) -> AsyncStream<RegistrySnapshot> {
    // The newest one says all that older ones do.
    let (stream, continuation) = AsyncStream.makeStream(
      of: RegistrySnapshot.self,
      bufferingPolicy: .bufferingNewest(1)
    )
    do throws(SystemError) {
      let watcher = RegistryWatcher(registry, pace, continuation, try EventSignal())
      continuation.onTermination = { [weak watcher] _ in watcher?.end.raise() }
      try Thread.start { watcher.run() }
    } catch {
      // Without a thread or a descriptor there is one look and no more.
      continuation.yield(registry.snapshot(noting: [Self.note("\(error)", polling: nil)]))
      continuation.finish()
    }
    return stream
  }

  /// Gathers the parts.
  private init(
    _ registry: ExtensionRegistry,
    _ pace: WatchPace,
    _ continuation: AsyncStream<RegistrySnapshot>.Continuation,
    _ end: consuming EventSignal
  ) {
    self.registry = registry
    self.pace = pace
    self.continuation = continuation
    self.end = end
  }

  /// What makes one snapshot different from another.
  private struct Fingerprint: Equatable {
    /// What was found.
    let found: UInt64
    /// What was decided.
    let decisions: [String: ExtensionRecord]
    /// Whether that, or what failed too often, is in doubt.
    let doubts: [String?]
    /// What failed too often.
    let quarantines: [String: Quarantine]
    /// What is wrong.
    let diagnostics: [Diagnostic]

    /// The fingerprint of a snapshot.
    init(_ snapshot: RegistrySnapshot) {
      found = snapshot.catalog.fingerprint
      decisions = snapshot.judge.decisions
      doubts = [snapshot.judge.doubt, snapshot.judge.quarantineDoubt]
      quarantines = snapshot.judge.quarantines
      diagnostics = snapshot.diagnostics
    }
  }

  /// Watches until nobody wants to know any more.
  private func run() {
    var watched = WatchedDirectories(limit: pace.watchLimit)
    var last: Fingerprint?
    repeat {
      let snapshot = look(&watched)
      let fingerprint = Fingerprint(snapshot)
      if fingerprint != last {
        last = fingerprint
        if case .terminated = continuation.yield(snapshot) { return }
      }
    } while wait(&watched)
    continuation.finish()
  }

  /// Looks until nothing that is found asks for more directories to be watched: what changed before
  /// a directory was watched would be missed otherwise.
  private func look(_ watched: inout WatchedDirectories) -> RegistrySnapshot {
    for _ in 0..<8 {
      let snapshot = registry.snapshot()
      guard watched.open(WatchedPlaces(registry, snapshot)) else { break }
    }
    let notes = watched.problem.map { [Self.note($0, polling: pace.polling)] } ?? []
    return registry.snapshot(noting: notes)
  }

  /// Says that changes may be seen late or not at all.
  private static func note(_ problem: String, polling: UInt64?) -> Diagnostic {
    Diagnostic(
      .note,
      file: "inotify",
      "not every change is told by the system: \(problem)",
      advice: polling.map {
        "raise the limits in /proc/sys/fs/inotify; until then all is looked at every \($0) ms"
      } ?? "raise the limits of this process; until then nothing is watched"
    )
  }

  /// Waits for a change and then until it is quiet; false when nobody wants to know any more.
  private func wait(_ watched: inout WatchedDirectories) -> Bool {
    guard let poll = try? EventPoll(),
      (try? poll.add(end.descriptor, for: .readable, token: 0)) != nil
    else {
      // There are no descriptors for the moment: it looks again after a while.
      return !end.descriptor.isReadable(within: Int32(clamping: pace.polling))
    }
    var isTold = false
    if watched.isOpen { isTold = watched.add(to: poll, token: 1) }
    var first: MonotonicTime?
    var latest = MonotonicTime.now
    while true {
      let now = MonotonicTime.now
      let deadline: MonotonicTime?
      if let first {
        deadline = min(
          latest.adding(milliseconds: pace.quiet),
          first.adding(milliseconds: pace.longest)
        )
      } else if watched.problem != nil || !isTold {
        deadline = latest.adding(milliseconds: pace.polling)
      } else {
        deadline = nil
      }
      if let deadline, deadline <= now { return true }
      let timeout = deadline.map {
        Int32(clamping: ($0.nanoseconds - now.nanoseconds) / 1_000_000 + 1)
      }
      guard let events = try? poll.wait(milliseconds: timeout) else { continue }
      if events.contains(where: { $0.token == 0 }) { return false }
      if events.contains(where: { $0.token == 1 }), watched.sawSomething() {
        latest = .now
        first = first ?? latest
      }
    }
  }
}
