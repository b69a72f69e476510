internal import OrielSystem

/// How long something has been waiting for descriptors or memory that the system lacks.
struct Shortage {
  /// When it began, if there is one.
  private var start: MonotonicTime?

  /// How long is waited.
  private static let patience: UInt64 = 2_000_000_000

  /// There is none.
  init() {}

  /// Whether there is one.
  var isActive: Bool { start != nil }

  /// Notes that something is lacking; gives false when that has lasted too long.
  mutating func mayWait(now: MonotonicTime = .now) -> Bool {
    let start = start ?? now
    self.start = start
    return now.nanoseconds &- start.nanoseconds < Self.patience
  }

  /// Notes that nothing is lacking any more.
  mutating func end() {
    start = nil
  }
}
