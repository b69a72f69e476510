internal import OrielSystem

/// At most one time limit for each key.
struct Deadlines<Key: Hashable, Kind> {
  /// The limits that run.
  private var entries: [Key: (time: MonotonicTime, kind: Kind)] = [:]

  /// Nothing runs.
  init() {}

  /// Sets the limit of a key, in place of the one before.
  mutating func set(_ key: Key, _ kind: Kind, at time: MonotonicTime) {
    entries[key] = (time, kind)
  }

  /// Stops the limit of a key.
  mutating func clear(_ key: Key) {
    entries[key] = nil
  }

  /// Whether a limit runs for a key.
  func contains(_ key: Key) -> Bool { entries[key] != nil }

  /// The earliest time.
  var next: MonotonicTime? { entries.values.lazy.map(\.time).min() }

  /// Takes out what has passed, the earliest first.
  mutating func takeDue(at now: MonotonicTime) -> [(Key, Kind)] {
    let due = entries.filter { $0.value.time <= now }.sorted { $0.value.time < $1.value.time }
    for (key, _) in due { entries[key] = nil }
    return due.map { ($0.key, $0.value.kind) }
  }
}
