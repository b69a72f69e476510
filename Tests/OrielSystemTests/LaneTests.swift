import Glibc
import OrielSystem
import Testing

@Suite("A lane between two sides") struct LaneTests {
  /// The two sides of a lane, each with a mapping of its own.
  private func sides(spins: UInt32) throws -> (host: Lane, instance: Lane) {
    let file = try SharedFile(size: 8192, name: "lane")
    return (
      Lane(try SharedMapping(file.descriptor, size: file.size), as: .host, spins: spins),
      Lane(try SharedMapping(file.descriptor, size: file.size), as: .instance, spins: spins)
    )
  }

  @Test("brings every note and what was written before it", arguments: [UInt32(0), 1000])
  func roundTrips(spins: UInt32) throws {
    let (host, instance) = try sides(spins: spins)
    try Thread.start {
      while case .note(var note) = instance.receive() {
        let bytes = unsafe instance.room
        let sum = unsafe bytes.load(as: UInt64.self) &+ UInt64(note.number)
        unsafe bytes.storeBytes(of: sum, as: UInt64.self)
        note.value = sum
        note.error = -5
        instance.send(note)
        if note.kind == 2 { return }
      }
    }
    for number in 0..<2000 as Range<UInt32> {
      unsafe host.room.storeBytes(of: UInt64(number) << 32, as: UInt64.self)
      var note = Lane.Note(kind: number == 1999 ? 2 : 1)
      note.number = number
      host.send(note)
      guard case .note(let answer) = host.receive(until: .now.adding(milliseconds: 30_000)) else {
        Issue.record("no answer to \(number)")
        return
      }
      #expect(answer.value == UInt64(number) << 32 + UInt64(number))
      #expect(answer.error == -5)
      #expect(unsafe host.room.load(as: UInt64.self) == answer.value)
    }
  }

  @Test("tells that the time is over", arguments: [UInt32(0), 1000]) func deadline(spins: UInt32)
    throws
  {
    let (host, _) = try sides(spins: spins)
    let start = MonotonicTime.now
    guard case .late = host.receive(until: start.adding(milliseconds: 20)) else {
      Issue.record("something came")
      return
    }
    #expect(MonotonicTime.now >= start.adding(milliseconds: 20))
  }

  @Test("stops a wait that goes on, and every later one") func stop() throws {
    let (host, _) = try sides(spins: 0)
    try Thread.start { host.stop() }
    for _ in 0..<2 {
      guard case .stopped = host.receive(until: .now.adding(milliseconds: 30_000)) else {
        Issue.record("not stopped")
        return
      }
    }
  }

  @Test("lives in memory whose size nobody can change") func seals() throws {
    let file = try SharedFile(size: 1, name: "lane")
    #expect(file.size == SharedFile.page)
    // Positive control: the size of an ordinary memory file can be changed.
    let ordinary = try MemoryFile(name: "ordinary")
    #expect(try resize(ordinary.descriptor, to: 10) == 0)
    #expect(try resize(file.descriptor, to: 10) == EPERM)
    #expect(try resize(file.descriptor, to: 100_000) == EPERM)
  }

  private func resize(_ file: borrowing Descriptor, to size: Int) throws -> Int32 {
    file.withRawValue { ftruncate($0, size) == 0 ? 0 : errno }
  }
}
