internal import OrielInterface
internal import OrielSystem
internal import OrielWire

/// Writes the entries of a batch, and what they tell of, into the room of a lane.
@unsafe struct BatchWriter {
  /// How a call is made.
  @unsafe enum Call {
    /// With numbers and pointers alone.
    case plain(FunctionPlan, PlainPlan)
    /// In the general way.
    case general(CallState)
  }

  /// Where something is that a call gives.
  struct Source {
    /// Where in the room.
    let place: Int
    /// What it is.
    let type: InterfaceType
  }

  /// An argument that an earlier call gives.
  struct Promise {
    /// The call that gives it.
    let call: Int
    /// Where in the room it will be.
    let from: Int
    /// Where in the room it goes.
    let to: Int
    /// The bytes of it.
    let length: Int
  }

  /// The room.
  private let room: UnsafeMutableRawBufferPointer
  /// Where the entries begin.
  let start: Int
  /// Where the next frame can begin.
  private(set) var end: Int
  /// The calls so far.
  private(set) var calls: [Call] = unsafe []
  /// What they give.
  private(set) var sources: [[CallPromise.Part: Source]] = []

  /// Begins at a place of a room; nil when there is no room for the entries.
  init?(_ room: UnsafeMutableRawBufferPointer, at start: Int, calls count: Int) {
    unsafe self.room = room
    unsafe self.start = start
    unsafe end = start + count * BatchEntry.size
    guard unsafe end <= room.count else { return nil }
  }

  /// The place of the next entry.
  private var entry: Int { unsafe start + calls.count * BatchEntry.size }

  /// Adds a call that was written to the end of the room so far, with so many bytes.
  mutating func add(_ function: FunctionPlan, _ plain: PlainPlan, length: Int) {
    let entry = unsafe self.entry
    unsafe write(.callPlainly, function, at: end, length, operations: 0)
    unsafe store(0, at: entry + BatchEntry.Field.promises)
    unsafe store(0, at: entry + BatchEntry.Field.promiseCount)
    unsafe end = (end + length + 15) & ~15
    unsafe calls.append(.plain(function, plain))
    var given: [CallPromise.Part: Source] = [:]
    if let result = plain.result {
      given[.result] = Source(place: entry + BatchEntry.Field.value, type: .scalar(result))
    }
    unsafe sources.append(given)
  }

  /// Adds a call that was written to the end of the room so far; gives whether there was room for its
  /// promises.
  mutating func add(_ state: CallState) -> Bool {
    let entry = unsafe self.entry
    let frame = unsafe state.frame
    unsafe write(.call, state.plan, at: frame.start, frame.length, operations: frame.capacity)
    let promises = unsafe state.promises
    var place = unsafe frame.end
    let size = promises.count * BatchPromise.size
    guard unsafe place + size <= room.count else { return false }
    unsafe store(place, at: entry + BatchEntry.Field.promises)
    unsafe store(promises.count, at: entry + BatchEntry.Field.promiseCount)
    for promise in promises {
      unsafe store(promise.from, at: place + BatchPromise.Field.from)
      unsafe store(promise.to, at: place + BatchPromise.Field.to)
      unsafe store(promise.length, at: place + BatchPromise.Field.length)
      unsafe store(promise.call, at: place + BatchPromise.Field.call)
      place += BatchPromise.size
    }
    unsafe end = place
    unsafe calls.append(.general(state))
    unsafe sources.append(state.sources())
    return true
  }

  /// Writes the note of an entry.
  private func write(
    _ kind: LaneNote,
    _ function: FunctionPlan,
    at start: Int,
    _ length: Int,
    operations: Int
  ) {
    let entry = unsafe self.entry
    unsafe store(Int(kind.rawValue), at: entry + BatchEntry.Field.kind)
    unsafe store(function.number, at: entry + BatchEntry.Field.number)
    unsafe store(start, at: entry + BatchEntry.Field.start)
    unsafe store(length, at: entry + BatchEntry.Field.length)
    unsafe store(operations, at: entry + BatchEntry.Field.count)
  }

  /// Writes a number of four bytes to a place that was compared with the room.
  private func store(_ number: Int, at place: Int) {
    let bits = UInt32(truncatingIfNeeded: number)
    unsafe room.storeBytes(of: bits, toByteOffset: place, as: UInt32.self)
  }

  /// The answer to a call, which an instance may have filled in; each part of it is read once.
  func answer(to call: Int) -> Lane.Note {
    let entry = unsafe start + call * BatchEntry.size
    // The entry lies in the room.
    let kind = unsafe room.loadUnaligned(fromByteOffset: entry, as: UInt32.self)
    var note = Lane.Note(kind: kind)
    let error = entry + BatchEntry.Field.error
    note.error = unsafe room.loadUnaligned(fromByteOffset: error, as: Int32.self)
    let value = entry + BatchEntry.Field.value
    note.value = unsafe room.loadUnaligned(fromByteOffset: value, as: UInt64.self)
    return note
  }
}
