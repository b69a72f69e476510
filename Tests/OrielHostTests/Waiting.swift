import OrielSystem
import Testing

/// Waits until something observed from outside holds, for two minutes at most.
///
/// For what no descriptor tells of, as the processes of others: it is looked at every 5 ms.
func wait(for condition: () -> Bool) async throws {
  let deadline = ContinuousClock.now + .seconds(120)
  while !condition(), ContinuousClock.now < deadline {
    try await Task.sleep(for: .milliseconds(5))
  }
}

/// Something that one thread opens and others wait for.
final class Gate: Sendable {
  private let signal: EventSignal
  private let poll: EventPoll

  init() throws {
    signal = try EventSignal()
    poll = try EventPoll()
    try poll.add(signal.descriptor, for: .readable, token: 1)
  }

  func open() { signal.raise() }

  func isOpen(within milliseconds: Int32) -> Bool {
    (try? poll.wait(milliseconds: milliseconds))?.isEmpty == false
  }
}
