internal import OrielWire

/// A call that is being made: its operations and its frame in the room of a lane.
@unsafe struct CallFrame {
  /// The operations.
  let operations: UnsafeMutableRawPointer
  /// How many there are.
  let count: Int
  /// The frame.
  let frame: UnsafeMutableRawPointer
  /// The bytes of the frame.
  var length = 0
  /// The bytes up to the end of the room, where what was copied during the call lies, too.
  var room = 0
  /// The function to call.
  var address: UnsafeMutableRawPointer?
  /// The functions that were lent for the time of the call.
  var lent: [LentCallback] = []

  /// A call whose parts lie in the room.
  init(operations: UnsafeMutableRawPointer, count: Int, frame: UnsafeMutableRawPointer) {
    unsafe self.operations = operations
    unsafe self.count = count
    unsafe self.frame = frame
  }

  /// An operation, as the host wrote it.
  subscript(index: Int) -> (kind: CallOperation.Kind?, place: Int, index: UInt16, value: UInt64) {
    let operation = unsafe operations + index * CallOperation.size
    let place = unsafe operation.load(as: UInt32.self)
    let kind = unsafe operation.load(fromByteOffset: 4, as: UInt16.self)
    let which = unsafe operation.load(fromByteOffset: 6, as: UInt16.self)
    let value = unsafe operation.load(fromByteOffset: 8, as: UInt64.self)
    return (CallOperation.Kind(rawValue: kind), Int(place), which, value)
  }

  /// Writes the value of an operation, which the host reads after the call.
  func setValue(_ value: UInt64, of index: Int) {
    unsafe (operations + index * CallOperation.size + 8).storeBytes(of: value, as: UInt64.self)
  }

  /// Writes a pointer into the frame.
  func point(_ place: Int, to address: UInt) {
    unsafe (frame + place).storeBytes(of: UInt64(address), as: UInt64.self)
  }

  /// The pointer at a place of the frame.
  func pointer(at place: Int) -> UInt {
    UInt(unsafe (frame + place).loadUnaligned(as: UInt64.self))
  }
}
