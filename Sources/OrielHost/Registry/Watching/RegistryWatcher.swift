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
    /// Whether that is in doubt.
    let doubt: String?
    /// What failed too often.
    let quarantines: [String: Quarantine]
    /// What is wrong.
    let diagnostics: [Diagnostic]

    /// The fingerprint of a snapshot.
    init(_ snapshot: RegistrySnapshot) {
      found = snapshot.catalog.fingerprint
      decisions = snapshot.judge.decisions
      doubt = snapshot.judge.doubt
      quarantines = snapshot.judge.quarantines
      diagnostics = snapshot.diagnostics
    }
  }

  /// Watches until nobody wants to know any more.
  private func run() {
    var eyes = Eyes(limit: pace.watchLimit)
    var last: Fingerprint?
    repeat {
      let snapshot = look(&eyes)
      let fingerprint = Fingerprint(snapshot)
      if fingerprint != last {
        last = fingerprint
        if case .terminated = continuation.yield(snapshot) { return }
      }
    } while wait(&eyes)
    continuation.finish()
  }

  /// Looks until nothing that is found asks for more directories to be watched: what changed before
  /// a directory was watched would be missed otherwise.
  private func look(_ eyes: inout Eyes) -> RegistrySnapshot {
    for _ in 0..<8 {
      let snapshot = registry.snapshot()
      guard eyes.open(WatchedPlaces(registry, snapshot)) else { break }
    }
    let notes = eyes.problem.map { [Self.note($0, polling: pace.polling)] } ?? []
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
  private func wait(_ eyes: inout Eyes) -> Bool {
    guard let poll = try? EventPoll(),
      (try? poll.add(end.descriptor, for: .readable, token: 0)) != nil
    else { return false }
    var isTold = false
    if eyes.isOpen { isTold = eyes.add(to: poll, token: 1) }
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
      } else if eyes.problem != nil || !isTold {
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
      if events.contains(where: { $0.token == 1 }), eyes.sawSomething() {
        latest = .now
        first = first ?? latest
      }
    }
  }
}

/// The watched directories.
private struct Eyes: ~Copyable {
  /// What tells of changes; nothing where the system gives no such thing.
  private var watch: DirectoryWatch?
  /// What matters in each directory.
  private var interests: [DirectoryWatch.Number: WatchedPlaces.Interest] = [:]
  /// Why not everything is watched.
  private(set) var problem: String?
  /// The most directories that are watched.
  private let limit: Int

  /// Sees nothing yet.
  init(limit: Int) {
    self.limit = limit
    do throws(SystemError) {
      watch = try DirectoryWatch()
    } catch {
      watch = nil
      problem = "\(error)"
    }
  }

  /// Whether anything can be seen.
  var isOpen: Bool { watch != nil }

  /// Lets a poll wake up when there is something to see; gives whether it will.
  func add(to poll: borrowing EventPoll, token: UInt64) -> Bool {
    switch watch {
    case .some(let watch): (try? poll.add(watch.descriptor, for: .readable, token: token)) != nil
    case .none: false
    }
  }

  /// Watches these directories and no others; gives whether one of them was not watched before.
  mutating func open(_ places: WatchedPlaces) -> Bool {
    guard watch != nil else { return false }
    var next: [DirectoryWatch.Number: WatchedPlaces.Interest] = [:]
    var isNew = false
    problem = nil
    for (path, interest) in places.paths {
      guard next.count < limit else {
        problem = "\(limit) directories are watched, and there are more"
        break
      }
      do throws(SystemError) {
        guard let number = try watch?.add(path) else { continue }
        if interests[number] == nil, next[number] == nil { isNew = true }
        next[number] = next[number]?.union(interest) ?? interest
      } catch {
        switch error.errno {
        // What is not there, or may not be looked into, is seen by the directory above it.
        case .noSuchFile, .notDirectory, .permissionDenied, .tooManySymbolicLinks: continue
        case .noSpace: problem = "the limit of watches of this user is reached"
        default: problem = "\(error)"
        }
      }
      if problem != nil { break }
    }
    for number in interests.keys where next[number] == nil { watch?.remove(number) }
    interests = next
    return isNew
  }

  /// Takes what was seen; gives whether some of it matters.
  mutating func sawSomething() -> Bool {
    guard let events = try? watch?.events() else { return true }
    var matters = false
    for event in events {
      switch event.kind {
      case .overflow: matters = true
      case .ended:
        // The number may be given to another directory later.
        interests[event.number] = nil
      case .itself: if interests[event.number] != nil { matters = true }
      case .entry(let name):
        if interests[event.number]?.covers(name) == true { matters = true }
      }
    }
    return matters
  }
}
