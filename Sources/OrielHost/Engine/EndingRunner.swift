internal import OrielSystem

/// A runner that was killed and is still to be reaped.
final class EndingRunner {
  /// The process.
  let process: ProcessHandle

  /// Takes over a process.
  init(_ process: consuming ProcessHandle) {
    self.process = process
  }

  /// Waits a moment for the end; the kernel ends a killed process without its help.
  func waitAndReap() {
    guard let poll = try? EventPoll(),
      (try? poll.add(process.descriptor, for: .readable, token: 0)) != nil
    else { return }
    _ = try? poll.wait(milliseconds: 1000)
    _ = try? process.reap()
  }
}
