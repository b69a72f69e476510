internal import OrielSystem
internal import OrielWire

/// Keeps the first log lines of a request.
struct LogCollector {
  /// The lines that are kept.
  private(set) var entries: [LogEntry] = []
  /// The bytes of the lines that are not.
  private(set) var dropped = 0
  /// The bytes that may still be kept.
  private var room: Int

  /// What each line costs beside its bytes, so that empty lines are not free.
  private static let overhead = 16

  /// Keeps lines up to a limit.
  init(limit: Int) {
    room = limit
  }

  /// Takes a line.
  mutating func add(_ log: Log, at time: Duration) {
    let cost = log.text.utf8.count + Self.overhead
    guard cost <= room else {
      // Later, shorter lines must not look as if they followed directly.
      room = 0
      dropped += log.text.utf8.count
      return
    }
    room -= cost
    entries.append(LogEntry(level: LogEntry.Level(log.level), message: log.text, time: time))
  }
}

extension LogEntry.Level {
  /// The level of the C interface; one that does not exist counts as the nearest.
  init(_ level: UInt8) {
    self =
      switch level {
      case 0, 1: .debug
      case 2: .info
      case 3: .notice
      case 4: .warning
      default: .error
      }
  }
}
