internal import OrielInterface
internal import OrielSystem
internal import OrielWire

/// Runs a function of the host for a library, with arguments that nobody has checked.
@unsafe struct CallbackAnswer {
  /// The bytes for an argument: its value, or a place and a length.
  private static let slot = 16

  /// The room of the lane.
  let room: UnsafeMutableRawBufferPointer
  /// What the instance said.
  let note: Lane.Note
  /// How the arguments are read.
  let plan: CallbackPlan
  /// The interface.
  let interface: CheckedInterface
  /// The number of the connection.
  let connection: UInt64
  /// The names of handles by number.
  let kindNames: [Int: String]

  /// Whether the note's places lie in the room.
  var isInRoom: Bool {
    let head = unsafe Self.slot * (plan.description.arguments.count + 1)
    return unsafe Int(note.length) >= head && Int(note.start) + Int(note.length) <= room.count
      && note.start % 16 == 0
  }

  /// The arguments; each byte is copied once.
  func arguments() throws(CallError) -> [UntrustedValue] {
    guard unsafe note.error == 0 else {
      throw .noRoom("what the library passed to a function of the host is too large")
    }
    var values: [UntrustedValue] = []
    for (index, argument) in unsafe plan.description.arguments.enumerated() {
      let place = unsafe Int(note.start) + Self.slot * (index + 1)
      // The slots lie in the room, as `isInRoom` found.
      let first = unsafe room.load(fromByteOffset: place, as: UInt64.self)
      let second = unsafe room.load(fromByteOffset: place + 8, as: UInt64.self)
      let type = unsafe plan.callback.parameters[index].type
      values.append(
        UntrustedValue(try unsafe value(first, second, argument, type, plan.sizes[index]))
      )
    }
    return values
  }

  /// The scalar that a type is.
  private func scalar(_ type: InterfaceType) -> InterfaceScalar? {
    switch type {
    case .scalar(let scalar): scalar
    case .enumeration(let name): unsafe interface.description.enumeration(named: name)?.type
    default: nil
    }
  }

  private func value(
    _ first: UInt64,
    _ second: UInt64,
    _ argument: WireCallback.Argument,
    _ type: InterfaceType,
    _ size: Int
  ) throws(CallError) -> InterfaceValue {
    switch argument.treatment {
    case .value:
      if let scalar = unsafe scalar(type) { return ScalarCoding.value(first, scalar) }
      if unsafe size <= Self.slot {
        var bytes = unsafe withUnsafeBytes(of: first) { unsafe Array($0) }
        bytes += unsafe withUnsafeBytes(of: second) { unsafe Array($0) }
        return unsafe element(type, in: bytes, at: 0)
      }
      guard let bytes = try unsafe bytes(first, second) else { return .null }
      return unsafe element(type, in: bytes, at: 0)
    case .hidden: return first == 0 ? .null : .integer(1)
    case .handle:
      guard first != 0, first != CallOperation.null else { return .null }
      let kind = Int(argument.index)
      return .handle(
        ExtensionHandle(
          type: unsafe kindNames[kind] ?? "",
          kind: kind,
          token: first,
          connection: unsafe connection
        )
      )
    case .text:
      guard let bytes = try unsafe bytes(first, second) else { return .null }
      return .string(String(decoding: bytes, as: UTF8.self))
    case .texts:
      guard let bytes = try unsafe bytes(first, second) else { return .null }
      return try unsafe texts(bytes)
    case .bytes:
      guard let bytes = try unsafe bytes(first, second) else { return .null }
      switch type {
      case .memory(let memory) where memory.form != .bytes:
        var values: [InterfaceValue] = []
        for index in 0..<(bytes.count / max(size, 1)) {
          values.append(unsafe element(memory.element, in: bytes, at: index * size))
        }
        return .array(values)
      case .memory: return .bytes(bytes)
      case .pointer(let target, _): return unsafe element(target, in: bytes, at: 0)
      default: return unsafe element(type, in: bytes, at: 0)
      }
    }
  }

  /// A copy of what a place and a length say; nil for a null pointer.
  private func bytes(_ place: UInt64, _ count: UInt64) throws(CallError) -> [UInt8]? {
    guard place != CallOperation.null else { return nil }
    let size = UInt64(unsafe room.count)
    guard count <= size, place <= size - count else {
      throw .untrustedResult("an argument of a callback lies outside the memory for calls")
    }
    let range = Int(place)..<Int(place + count)
    return unsafe [UInt8](UnsafeRawBufferPointer(rebasing: room[range]))
  }

  private func texts(_ bytes: [UInt8]) throws(CallError) -> InterfaceValue {
    var values: [InterfaceValue] = []
    var rest = bytes[...]
    while rest.count >= 4 {
      var length = 0
      for byte in rest.prefix(4).reversed() { length = length << 8 | Int(byte) }
      rest = rest.dropFirst(4)
      if length == Int(UInt32.max) {
        values.append(.null)
        continue
      }
      guard length <= rest.count else {
        throw .untrustedResult("a text of a callback is longer than what came")
      }
      values.append(.string(String(decoding: rest.prefix(length), as: UTF8.self)))
      rest = rest.dropFirst(length)
    }
    return .array(values)
  }

  /// A value in bytes that were copied; pointers in it are not followed.
  private func element(_ type: InterfaceType, in bytes: [UInt8], at offset: Int) -> InterfaceValue {
    if let scalar = unsafe scalar(type) {
      var bits: UInt64 = 0
      for index in (0..<scalar.size).reversed() where offset + index < bytes.count {
        bits = bits << 8 | UInt64(bytes[offset + index])
      }
      return ScalarCoding.value(bits, scalar)
    }
    switch type {
    case .structure(let name):
      guard let description = unsafe interface.description.structure(named: name),
        let layout = unsafe interface.layouts[name]
      else { return .null }
      var fields: [String: InterfaceValue] = [:]
      for (field, place) in zip(description.fields, layout.offsets) {
        fields[field.name] = unsafe element(field.type, in: bytes, at: offset + place)
      }
      return .structure(fields)
    case .fixedArray(let element, let count):
      let size = unsafe interface.layout(of: element)?.size ?? 1
      return .array(
        (0..<count).map { unsafe self.element(element, in: bytes, at: offset + $0 * size) }
      )
    default: return .null
    }
  }

  /// Writes what the library gets, as wide as a register.
  func store(_ value: InterfaceValue?) throws(CallError) {
    var bits: UInt64 = 0
    if let value, let scalar = unsafe plan.result {
      guard let encoded = ScalarCoding.bits(value, scalar) else {
        throw .argument(
          "a function of the host returned \(value.kind) that no \(scalar.spelling) can be"
        )
      }
      bits = encoded
    }
    // The first slot lies in the room, as `isInRoom` found.
    unsafe room.storeBytes(of: bits, toByteOffset: Int(note.start), as: UInt64.self)
  }
}
