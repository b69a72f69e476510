import OrielSystem
import Testing

/// The poll set and what wakes it.
@Suite struct EventTests {
  @Test("A raised signal wakes the poll, and an acknowledged one does not")
  func signal() throws {
    let poll = try EventPoll()
    let signal = try EventSignal()
    try poll.add(signal.descriptor, for: .readable, token: 77)
    #expect(try poll.wait(milliseconds: 0).isEmpty)
    signal.raise()
    signal.raise()
    #expect(try poll.wait(milliseconds: 1000).map(\.token) == [77])
    signal.acknowledge()
    #expect(try poll.wait(milliseconds: 0).isEmpty)
  }

  @Test("A timer fires at its time, a past one at once, a stopped one never")
  func timer() throws {
    let poll = try EventPoll()
    let timer = try Timer()
    try poll.add(timer.descriptor, for: .readable, token: 1)
    let deadline = MonotonicTime.now.adding(milliseconds: 20)
    try timer.set(deadline)
    #expect(try poll.wait(milliseconds: 10_000).count == 1)
    #expect(MonotonicTime.now >= deadline)
    timer.acknowledge()
    #expect(try poll.wait(milliseconds: 0).isEmpty)
    try timer.set(MonotonicTime(nanoseconds: 0))
    #expect(try poll.wait(milliseconds: 10_000).count == 1)
    try timer.set(nil)
    #expect(try poll.wait(milliseconds: 0).isEmpty)
    try timer.set(MonotonicTime(nanoseconds: .max))
    #expect(try poll.wait(milliseconds: 0).isEmpty)
  }

  @Test("A time far ahead is the last one there is")
  func saturation() {
    #expect(MonotonicTime.now.adding(milliseconds: .max).nanoseconds == .max)
  }

  @Test("A closed writer is seen as hung up")
  func hangUp() throws {
    let poll = try EventPoll()
    var pipe = try Pipe()
    let reading = pipe.takeReadingEnd()
    try poll.add(reading, for: .readable, token: 3)
    #expect(try poll.wait(milliseconds: 0).isEmpty)
    do { try pipe.takeWritingEnd().close() }
    #expect(try poll.wait(milliseconds: 1000).first?.readiness.contains(.hungUp) == true)
  }
}
