internal import CShims

/// A way for calls between two threads of different processes: a bell for each direction, and room for
/// what is passed.
///
/// Whoever has sent a note waits for the other side's: the two take turns.
@safe package final class Lane: @unchecked Sendable {
  // Invariant: one thread at a time uses a lane on each side, but for `stop`, whose C function is made
  // for any thread; the memory lives as long as this object.

  /// Who this process is.
  package enum Side: Sendable {
    /// Sends the first note.
    case host
    /// Waits for it.
    case instance
  }

  /// What is told; the kind says what the numbers mean.
  package struct Note: Equatable, Sendable {
    /// What this is.
    package var kind: UInt32 = 0
    /// What it is about.
    package var number: UInt32 = 0
    /// Where in the room its bytes begin.
    package var start: UInt32 = 0
    /// How many bytes there are.
    package var length: UInt32 = 0
    /// How many of something there are.
    package var count: UInt32 = 0
    /// An error number.
    package var error: Int32 = 0
    /// A number that needs more room.
    package var value: UInt64 = 0

    /// A note of a kind.
    package init(kind: UInt32) {
      self.kind = kind
    }
  }

  /// What a wait brought.
  package enum Arrival {
    /// A note, which a peer that is not trusted may have filled in.
    case note(Note)
    /// The time is over.
    case late
    /// Nothing will come any more.
    case stopped
  }

  /// Where the host's bell begins: behind the instance's, in other cache lines.
  private static let hostBell = 128

  /// The bytes before the room: the two bells.
  ///
  /// The room begins right behind the host's, so that what it says and the first of what it passes
  /// are fetched together.
  package static let head = hostBell + MemoryLayout<oriel_shim_bell>.size

  /// How often a wait looks again before it sleeps: longer than a sleeping processor takes to wake, so
  /// that the two sides do not fall asleep in turns.
  package static let usualSpins: UInt32 = oriel_shim_processor_count() > 1 ? 1000 : 0

  /// The memory.
  private let mapping: SharedMapping
  /// The bell that this side rings.
  private let outgoing: UnsafeMutablePointer<oriel_shim_bell>
  /// The bell that the other side rings.
  private let incoming: UnsafeMutablePointer<oriel_shim_bell>
  /// What this side knows of the two, outgoing first.
  private let sides: UnsafeMutablePointer<oriel_shim_bell_side>
  /// Where arguments and results are.
  package let room: UnsafeMutableRawBufferPointer
  /// How often a wait looks again before it sleeps.
  package let spins: UInt32

  /// Uses a mapping that begins with zeros or with the peer's bells.
  package init(
    _ mapping: consuming SharedMapping,
    as side: Side,
    spins: UInt32 = Lane.usualSpins
  ) {
    precondition(mapping.size > Self.head)
    let bytes = unsafe mapping.bytes
    let start = unsafe bytes.baseAddress.unsafelyUnwrapped
    // The mapping is longer than the two bells, page-aligned, and nothing else is bound there.
    let instanceBell = unsafe start.bindMemory(to: oriel_shim_bell.self, capacity: 1)
    // As above.
    let hostBell = unsafe (start + Self.hostBell)
      .bindMemory(to: oriel_shim_bell.self, capacity: 1)
    unsafe outgoing = side == .host ? hostBell : instanceBell
    unsafe incoming = side == .host ? instanceBell : hostBell
    unsafe room = UnsafeMutableRawBufferPointer(rebasing: bytes[Self.head...])
    unsafe sides = .allocate(capacity: 2)
    unsafe sides.initialize(repeating: oriel_shim_bell_side(), count: 2)
    self.mapping = mapping
    self.spins = spins
  }

  deinit {
    // Allocated in init; nobody waits any more, since nobody has this object.
    unsafe sides.deallocate()
  }

  /// Says that something will be told soon, so that the start of the room is at hand then.
  package func expectSending() {
    // The bell is mapped as long as this object lives, with the room behind it.
    unsafe oriel_shim_bell_expect(outgoing)
  }

  /// Tells the other side something.
  package func send(_ note: Note) {
    var note = oriel_shim_note(
      kind: note.kind,
      number: note.number,
      start: note.start,
      length: note.length,
      count: note.count,
      error: note.error,
      value: note.value
    )
    // The bell is mapped and the side allocated as long as this object lives.
    unsafe oriel_shim_bell_ring(outgoing, sides, &note)
  }

  /// Waits for what the other side tells, until a time of the monotonic clock.
  package func receive(until deadline: MonotonicTime? = nil) -> Arrival {
    receive(until: deadline, spins: spins)
  }

  private func receive(until deadline: MonotonicTime?, spins: UInt32) -> Arrival {
    var note = oriel_shim_note()
    let time = deadline?.nanoseconds ?? 0
    // As in `send`.
    switch unsafe oriel_shim_bell_wait(incoming, sides + 1, spins, time, &note) {
    case ORIEL_SHIM_BELL_RANG: return .note(Note(note))
    case ORIEL_SHIM_BELL_LATE: return .late
    default: return .stopped
    }
  }

  /// Looks for what the other side tells without ever sleeping, so often at most; nil when it tells
  /// nothing.
  package func receiveAwake(spins limit: UInt32 = .max) -> Note? {
    var note = oriel_shim_note()
    // As in `send`.
    let result = unsafe oriel_shim_bell_listen(incoming, sides + 1, min(spins, limit), &note)
    return result == ORIEL_SHIM_BELL_RANG ? Note(note) : nil
  }

  /// Waits for what the other side tells, asleep from the start.
  package func receiveAsleep(until deadline: MonotonicTime?) -> Arrival {
    receive(until: deadline, spins: 0)
  }

  /// Ends the waits of this side, now and later; any thread may call it.
  package func stop() {
    // As in `send`.
    unsafe oriel_shim_bell_stop(incoming, sides + 1)
  }
}

extension Lane.Note {
  /// The form for Swift.
  fileprivate init(_ note: oriel_shim_note) {
    kind = note.kind
    number = note.number
    start = note.start
    length = note.length
    count = note.count
    error = note.error
    value = note.value
  }
}
