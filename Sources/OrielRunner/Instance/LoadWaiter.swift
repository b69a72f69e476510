internal import COriel
internal import Glibc
internal import OrielSystem

/// A thread that is blocked until its load ends.
final class LoadWaiter: Sendable {
  private let signal: EventSignal
  private let result = Lock<Result<LoadedContent, Status>?>(nil)

  /// A waiter whose load has not ended.
  init() throws(SystemError) {
    signal = try EventSignal()
  }

  /// Ends the wait.
  func tell(_ result: Result<LoadedContent, Status>) {
    self.result.withLock { $0 = result }
    signal.raise()
  }

  /// Waits for the result, so many milliseconds at most (0 waits on); nil when the time is over.
  func wait(milliseconds: UInt32) -> Result<LoadedContent, Status>? {
    let end = MonotonicTime.now.adding(milliseconds: UInt64(milliseconds))
    var poll = pollfd(fd: signal.descriptor.withRawValue { $0 }, events: Int16(POLLIN), revents: 0)
    while true {
      let left = (end.nanoseconds - min(end.nanoseconds, MonotonicTime.now.nanoseconds)) / 1_000_000
      let timeout = milliseconds == 0 ? -1 : Int32(clamping: left)
      // One structure is passed, and it outlives the call.
      if unsafe Glibc.poll(&poll, 1, timeout) >= 0 || errno != EINTR { break }
    }
    return result.withLock { $0 }
  }
}

/// The callback that an extension wants to be made when a load ends.
@safe struct LoadCallback: @unchecked Sendable {
  // Invariant: the functions are called on the Oriel thread only, each once, and the extension gave
  // the context away for that.
  private let callback: oriel_load_callback

  /// Takes over a callback.
  init(_ callback: oriel_load_callback) {
    unsafe self.callback = callback
  }

  /// Makes the callback and then releases its context.
  func tell(_ result: Result<LoadedContent, Status>, _ table: LoadTable) {
    Instance.current.callback {
      switch result {
      case .success(let content):
        var loaded = unsafe table.lend(content)
        // The extension's function with its own context; the structure outlives the call.
        unsafe callback.loaded?(callback.context, ORIEL_OK, &loaded)
      case .failure(let status):
        // As above.
        unsafe callback.loaded?(callback.context, status.code, nil)
      }
      // The last use of the context.
      unsafe callback.release?(callback.context)
    }
  }
}
