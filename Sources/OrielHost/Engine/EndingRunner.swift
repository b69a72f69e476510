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
    _ = try? process.reap(within: 1000)
  }
}
