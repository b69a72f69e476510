internal import Glibc
internal import OrielSystem

/// A thread that is blocked until something is there.
final class BlockedThread<Value: Sendable>: Sendable {
  private let signal: EventSignal
  private let value = Lock<Value?>(nil)

  /// A thread that waits for what is not there yet.
  init() throws(SystemError) {
    signal = try EventSignal()
  }

  /// Ends the wait.
  func tell(_ value: Value) {
    self.value.withLock { $0 = value }
    signal.raise()
  }

  /// Waits for the value, so many milliseconds at most (0 waits on); nil when the time is over.
  func wait(milliseconds: UInt32) -> Value? {
    let end = MonotonicTime.now.adding(milliseconds: UInt64(milliseconds))
    var poll = pollfd(fd: signal.descriptor.withRawValue { $0 }, events: Int16(POLLIN), revents: 0)
    while true {
      let left = (end.nanoseconds - min(end.nanoseconds, MonotonicTime.now.nanoseconds)) / 1_000_000
      let timeout = milliseconds == 0 ? -1 : Int32(clamping: left)
      // One structure is passed, and it outlives the call.
      if unsafe Glibc.poll(&poll, 1, timeout) >= 0 || errno != EINTR { break }
    }
    return value.withLock { $0 }
  }
}
