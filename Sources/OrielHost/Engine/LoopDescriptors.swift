internal import OrielSystem

/// What a host's thread waits with, made before the thread so that a failure has somebody to tell.
final class LoopDescriptors: Sendable {
  /// The poll set.
  let poll: EventPoll
  /// Wakes the thread at the next time limit.
  let timer: Timer
  /// Wakes the thread for commands.
  let signal: EventSignal

  /// Makes the descriptors and watches timer and signal.
  init() throws(SystemError) {
    poll = try EventPoll()
    timer = try Timer()
    signal = try EventSignal()
    try poll.add(timer.descriptor, for: .readable, token: Token.timer.rawValue)
    try poll.add(signal.descriptor, for: .readable, token: Token.commands.rawValue)
  }
}
