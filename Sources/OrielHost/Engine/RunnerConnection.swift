internal import OrielSystem
internal import OrielWire

/// The runner that serves now; used by the host's own thread only.
final class RunnerConnection {
  /// The number of this runner in its host.
  let generation: UInt64
  /// The control socket.
  let control: PacketSocket
  /// The process.
  var process: ProcessHandle?
  /// What it writes to standard error.
  var diagnostics: OutputCapture
  /// When it was started.
  let startTime = MonotonicTime.now
  /// What holds for all instances, once it is ready.
  var ready: RunnerReady?
  /// What the runner did not take yet.
  var outgoing = OutgoingQueue()
  /// What is lacking to send.
  var sending = Shortage()
  /// What is lacking to receive.
  var receiving = Shortage()

  /// Takes a started runner over.
  init(generation: UInt64, _ started: consuming RunnerProcess) {
    self.generation = generation
    control = started.control
    process = started.process
    diagnostics = OutputCapture(started.diagnostics, limit: 1 << 16)
  }

  /// The last line that the runner wrote, or how it ended.
  func lastWords(_ status: WaitStatus?) -> String {
    let lines = diagnostics.bytes.split(separator: UInt8(ascii: "\n"))
    if let line = lines.last {
      return "it said \"\(String(decoding: line.prefix(500), as: UTF8.self))\""
    }
    if let code = status?.exitCode { return "it left with code \(code)" }
    // SIGSYS on x86-64 and aarch64.
    if status?.signal == 31 { return "a system call filter around the host ended it (SIGSYS)" }
    if let signal = status?.signal { return "signal \(signal) ended it" }
    return "its connection closed"
  }
}
