internal import CFFI
internal import OrielSystem
internal import OrielWire

/// Calls that pass no more than numbers, memory and handles.
extension LaneServer {
  /// Calls a function.
  func callPlainly(_ note: Lane.Note) -> Lane.Note {
    let start = Int(note.start)
    let length = Int(note.length)
    guard let function = unsafe engine.plain[Int(note.number)],
      let signature = unsafe function.pointee.signature,
      start % 16 == 0, unsafe length >= 8 * function.pointee.count,
      unsafe start + length <= room.count, let base = unsafe room.baseAddress
    else { return refusal(.malformed, 0) }
    guard let address = unsafe function.pointee.address else { return refusal(.absent, 0) }
    // The frame lies in the room and is as long as the parameters need, as was checked above.
    let frame = unsafe base + start
    for index in 0..<(unsafe function.pointee.count) {
      // There are as many values as the widest function has parameters.
      unsafe values.values[index] = frame.load(fromByteOffset: 8 * index, as: UInt64.self)
    }
    if unsafe function.pointee.stepCount > 0 {
      let problem = unsafe prepare(function, frame, length)
      if let problem { return refusal(problem, 0) }
    }
    let oldTop = top
    top = unsafe max(top, min((start + length + 15) & ~15, room.count))
    var answer = Lane.Note(kind: LaneNote.returnedPlainly.rawValue)
    if let floats = unsafe function.pointee.floats {
      // There are so many values, and no more of each kind than there are registers.
      answer.error = unsafe oriel_ffi_call_in_registers(
        address,
        values.values,
        UInt32(truncatingIfNeeded: function.pointee.count),
        floats,
        function.pointee.returnsFloat ? 1 : 0,
        &answer.value
      )
    } else {
      var result = (UInt64(0), UInt64(0))
      // libffi copies the values before the function runs, which may make other calls on this lane;
      // the result has room for whatever it widens.
      answer.error = unsafe oriel_ffi_call(signature, address, &result, values.pointers)
      answer.value = result.0
    }
    top = oldTop
    return answer
  }

  /// Makes pointers of what values tell of.
  private func prepare(
    _ function: UnsafePointer<PlainTable.Function>,
    _ frame: UnsafeMutableRawPointer,
    _ length: Int
  ) -> CallProblem? {
    guard let steps = unsafe function.pointee.steps else { return nil }
    for number in 0..<(unsafe function.pointee.stepCount) {
      // There are so many steps, and each is about a parameter.
      let step = unsafe steps[number]
      let bits = unsafe values.values[step.index]
      let address: UInt
      if let kind = unsafe step.handle {
        if bits == 0 { continue }
        guard let object = engine.handles.address(of: bits, kind: kind) else { return .stale }
        address = object
      } else {
        switch WirePassing.place(of: bits) {
        case .null: address = 0
        case .frame(let offset):
          guard offset <= length else { return .malformed }
          address = UInt(bitPattern: frame) + UInt(offset)
        case .buffer(let buffer, let offset):
          guard let place = engine.buffers.place(of: buffer) else { return .notMapped }
          guard offset <= place.size else { return .malformed }
          address = place.start + UInt(offset)
        case nil: return .malformed
        }
      }
      unsafe values.values[step.index] = UInt64(address)
    }
    return nil
  }
}
