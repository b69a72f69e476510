internal import OrielSystem
internal import OrielWire

/// Calls that come together.
extension LaneServer {
  /// Makes the calls of a batch, one after the other.
  ///
  /// Every offset is compared with the room; what the host has written there for one call, another
  /// may have changed, which can hurt this instance alone.
  func callBatch(_ note: Lane.Note) -> Lane.Note {
    let oldTop = top
    defer { top = oldTop }
    let start = Int(note.start)
    let count = Int(note.count)
    let end = start + Int(note.length)
    guard start % 16 == 0, count <= BatchEntry.limit, count * BatchEntry.size <= Int(note.length),
      unsafe end <= room.count
    else { return refusal(.malformed, 0) }
    // Behind everything that the batch tells of.
    top = unsafe max(top, min((end + 15) & ~15, room.count))
    for index in 0..<count {
      let entry = start + index * BatchEntry.size
      write(make(entry, first: start, index), to: entry)
    }
    var answer = Lane.Note(kind: LaneNote.returnedBatch.rawValue)
    answer.start = UInt32(top)
    return answer
  }

  /// Makes one call of a batch; gives its answer.
  private func make(_ entry: Int, first: Int, _ index: Int) -> Lane.Note {
    let promises = Int(number(at: entry + BatchEntry.Field.promises))
    let count = Int(number(at: entry + BatchEntry.Field.promiseCount))
    guard unsafe promises + count * BatchPromise.size <= room.count else {
      return refusal(.malformed, index)
    }
    for place in 0..<count {
      let promise = promises + place * BatchPromise.size
      if let problem = keep(promise, first: first, before: index) { return refusal(problem, place) }
    }
    let note = note(at: entry)
    return switch LaneNote(rawValue: note.kind) {
    case .call: call(note)
    case .callPlainly: callPlainly(note)
    default: refusal(.malformed, index)
    }
  }

  /// Puts what an earlier call has given where a later one takes it.
  private func keep(_ promise: Int, first: Int, before index: Int) -> CallProblem? {
    let from = Int(number(at: promise + BatchPromise.Field.from))
    let to = Int(number(at: promise + BatchPromise.Field.to))
    let length = Int(number(at: promise + BatchPromise.Field.length))
    let call = Int(number(at: promise + BatchPromise.Field.call))
    guard call < index, length <= 8, unsafe from + length <= room.count,
      unsafe to + length <= room.count, let base = unsafe room.baseAddress
    else { return .malformed }
    let kind = number(at: first + call * BatchEntry.size + BatchEntry.Field.kind)
    guard kind != LaneNote.refused.rawValue else { return .unkept }
    // Both lie in the room, as was checked above; they may overlap.
    unsafe (base + to).copyMemory(from: base + from, byteCount: length)
    return nil
  }

  /// A number of four bytes; 0 outside of the room.
  private func number(at place: Int) -> UInt32 {
    guard place >= 0, unsafe place + 4 <= room.count else { return 0 }
    return unsafe room.loadUnaligned(fromByteOffset: place, as: UInt32.self)
  }

  /// The note of an entry, which lies in the room.
  private func note(at entry: Int) -> Lane.Note {
    var note = Lane.Note(kind: number(at: entry + BatchEntry.Field.kind))
    note.number = number(at: entry + BatchEntry.Field.number)
    note.start = number(at: entry + BatchEntry.Field.start)
    note.length = number(at: entry + BatchEntry.Field.length)
    note.count = number(at: entry + BatchEntry.Field.count)
    return note
  }

  /// Puts an answer in the place of a note, which lies in the room.
  private func write(_ note: Lane.Note, to entry: Int) {
    unsafe room.storeBytes(of: note.kind, toByteOffset: entry, as: UInt32.self)
    let number = entry + BatchEntry.Field.number
    unsafe room.storeBytes(of: note.number, toByteOffset: number, as: UInt32.self)
    let error = entry + BatchEntry.Field.error
    unsafe room.storeBytes(of: note.error, toByteOffset: error, as: Int32.self)
    let value = entry + BatchEntry.Field.value
    unsafe room.storeBytes(of: note.value, toByteOffset: value, as: UInt64.self)
  }
}
