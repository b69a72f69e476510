internal import OrielWire

/// Writes the operations and the frame of a call into the room of a lane.
@unsafe struct FrameWriter {
  /// The room.
  private let room: UnsafeMutableRawBufferPointer
  /// Where the operations begin.
  let start: Int
  /// How many operations there is room for; those that are not used do nothing.
  let capacity: Int
  /// How many operations there are.
  private(set) var count = 0
  /// The bytes of the frame so far.
  private(set) var length = 0

  /// Begins at a place of a room; nil when there is none left.
  init?(_ room: UnsafeMutableRawBufferPointer, at start: Int, operations capacity: Int, head: Int) {
    unsafe self.room = room
    unsafe self.start = start
    unsafe self.capacity = capacity
    guard start + capacity * CallOperation.size + head <= room.count else { return nil }
    unsafe length = head
    // The head is small, and places that nothing is written to must not hold what was there before.
    unsafe pointer(0).initializeMemory(as: UInt8.self, repeating: 0, count: head)
  }

  /// Where the frame begins in the room.
  var frameStart: Int { unsafe start + capacity * CallOperation.size }

  /// Where the next frame can begin in the room.
  var end: Int { unsafe (frameStart + length + 15) & ~15 }

  /// A place of the frame.
  private func pointer(_ place: Int) -> UnsafeMutableRawPointer {
    // Every place comes from `allocate` or lies in the head, both of which were compared with the room.
    unsafe room.baseAddress.unsafelyUnwrapped + frameStart + place
  }

  /// Room for bytes behind what there is, aligned to 16 and zero if wanted; nil when there is none.
  mutating func allocate(_ size: Int, zero: Bool = true) -> Int? {
    let place = unsafe (length + 15) & ~15
    guard size >= 0, unsafe size <= room.count - frameStart - place else { return nil }
    unsafe length = place + size
    if zero { unsafe pointer(place).initializeMemory(as: UInt8.self, repeating: 0, count: size) }
    return place
  }

  /// Adds an operation; gives its number.
  @discardableResult
  mutating func add(
    _ kind: CallOperation.Kind,
    at place: Int,
    index: Int = 0,
    value: UInt64 = 0
  ) -> Int {
    unsafe precondition(count < capacity, "a plan counts its operations")
    unsafe write(operation: count, place: place, kind: kind.rawValue, index: index, value: value)
    unsafe count += 1
    return unsafe count - 1
  }

  private func write(operation: Int, place: Int, kind: UInt16, index: Int, value: UInt64) {
    let base = unsafe room.baseAddress.unsafelyUnwrapped + start + operation * CallOperation.size
    // The operation lies before the frame, in the room.
    unsafe base.storeBytes(of: UInt32(truncatingIfNeeded: place), as: UInt32.self)
    unsafe base.storeBytes(of: kind, toByteOffset: 4, as: UInt16.self)
    unsafe base.storeBytes(of: UInt16(truncatingIfNeeded: index), toByteOffset: 6, as: UInt16.self)
    unsafe base.storeBytes(of: value, toByteOffset: 8, as: UInt64.self)
  }

  /// Fills the operations that were not used.
  mutating func finish() {
    while unsafe count < capacity {
      unsafe write(operation: count, place: 0, kind: CallOperation.none, index: 0, value: 0)
      unsafe count += 1
    }
  }

  /// Writes the low bytes of a number.
  func store(_ bits: UInt64, size: Int, at place: Int) {
    let pointer = unsafe pointer(place)
    switch size {
    case 1: unsafe pointer.storeBytes(of: UInt8(truncatingIfNeeded: bits), as: UInt8.self)
    case 2: unsafe pointer.storeBytes(of: UInt16(truncatingIfNeeded: bits), as: UInt16.self)
    case 4: unsafe pointer.storeBytes(of: UInt32(truncatingIfNeeded: bits), as: UInt32.self)
    default: unsafe pointer.storeBytes(of: bits, as: UInt64.self)
    }
  }

  /// Writes bytes.
  func store(_ bytes: [UInt8], at place: Int) {
    unsafe bytes.withUnsafeBytes { source in
      guard let from = source.baseAddress else { return }
      unsafe pointer(place).copyMemory(from: from, byteCount: source.count)
    }
  }

  /// Writes text and a zero, for which there is room.
  func store(_ text: String, at place: Int) {
    var text = text
    text.withUTF8 { bytes in
      guard let from = bytes.baseAddress else { return }
      unsafe pointer(place).copyMemory(from: from, byteCount: bytes.count)
    }
  }

  /// The number that the instance may have written; it is read once.
  func load(size: Int, at place: Int) -> UInt64 {
    let pointer = unsafe UnsafeRawPointer(pointer(place))
    return switch size {
    case 1: UInt64(unsafe pointer.load(as: UInt8.self))
    case 2: UInt64(unsafe pointer.loadUnaligned(as: UInt16.self))
    case 4: UInt64(unsafe pointer.loadUnaligned(as: UInt32.self))
    default: unsafe pointer.loadUnaligned(as: UInt64.self)
    }
  }

  /// A copy of bytes of the frame.
  func bytes(at place: Int, _ count: Int) -> [UInt8] {
    guard count > 0 else { return [] }
    return unsafe [UInt8](UnsafeRawBufferPointer(start: pointer(place), count: count))
  }

  /// Where in the room the value of an operation is.
  func place(ofValue operation: Int) -> Int {
    unsafe start + operation * CallOperation.size + 8
  }

  /// What an operation has found.
  func value(of operation: Int) -> UInt64 {
    let base = unsafe room.baseAddress.unsafelyUnwrapped + start + operation * CallOperation.size
    return unsafe UnsafeRawPointer(base).load(fromByteOffset: 8, as: UInt64.self)
  }

  /// A copy of what an operation has put somewhere in the room; nil for a null pointer.
  ///
  /// Throws when the instance says something that cannot be.
  func copied(by operation: Int) throws(CallError) -> [UInt8]? {
    let value = unsafe value(of: operation)
    guard value != CallOperation.null else { return nil }
    let (place, count) = (Int(value >> 32), Int(value & 0xFFFF_FFFF))
    guard unsafe place >= frameStart, unsafe count <= room.count, unsafe place <= room.count - count
    else {
      throw .untrustedResult("it lies outside the memory for calls")
    }
    return unsafe [UInt8](UnsafeRawBufferPointer(rebasing: room[place..<place + count]))
  }
}
