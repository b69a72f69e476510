internal import OrielInterface
internal import OrielWire

extension PlainPlan {
  /// Writes the arguments of a call into a room, from a place on that is aligned to 16 bytes.
  ///
  /// Gives the bytes that were written; nil for arguments that only the general way can judge.
  func write(
    _ arguments: [InterfaceValue],
    to room: UnsafeMutableRawBufferPointer,
    at start: Int,
    connection: UInt64
  ) -> Int? {
    var length = head
    guard let base = room.baseAddress, length <= room.count - start else {
      return nil
    }
    // The head lies in the room; what comes behind it is compared with the room below.
    let frame = unsafe base + start
    let capacity = room.count - start
    for index in steps.indices {
      let step = steps[index]
      guard
        let bits = unsafe bits(
          step,
          arguments[step.argument],
          frame,
          &length,
          capacity,
          connection
        )
      else { return nil }
      unsafe frame.storeBytes(of: bits, toByteOffset: 8 * index, as: UInt64.self)
    }
    return length
  }

  /// The eight bytes for a parameter; nil for an argument that only the general way can judge.
  @inline(__always)
  private func bits(
    _ step: Step,
    _ value: InterfaceValue,
    _ frame: UnsafeMutableRawPointer,
    _ length: inout Int,
    _ capacity: Int,
    _ connection: UInt64
  ) -> UInt64? {
    switch step.kind {
    case .number: return ScalarCoding.bits(value, step.scalar)
    case .count:
      switch value {
      case .bytes(let bytes) where step.size == 1:
        return ScalarCoding.bits(.integer(Int64(bytes.count)), step.scalar)
      case .buffer(let buffer):
        return ScalarCoding.bits(.integer(Int64(buffer.count / step.size)), step.scalar)
      case .null: return 0
      default: return nil
      }
    case .memory:
      switch value {
      case .bytes(let bytes) where step.takesBytes:
        let place = (length + 15) & ~15
        let count = bytes.count
        guard count <= capacity - place else { return nil }
        unsafe bytes.withUnsafeBytes { source in
          guard let from = source.baseAddress else { return }
          // The place and the count lie in the room, as was compared above.
          unsafe (frame + place).copyMemory(from: from, byteCount: count)
        }
        length = place + count
        return WirePassing.memory(inFrame: place)
      case .buffer(let buffer) where buffer.connection == connection:
        return WirePassing.memory(inBuffer: buffer.number, at: buffer.start)
      case .null where step.isOptional: return 0
      default: return nil
      }
    case .handle:
      switch value {
      case .handle(let handle)
      where handle.kind == step.handle && handle.connection == connection:
        return handle.token
      case .null where step.isOptional: return 0
      default: return nil
      }
    }
  }
}
