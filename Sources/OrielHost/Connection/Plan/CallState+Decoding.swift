internal import OrielInterface
internal import OrielWire

/// Reading what came back from a call: each byte is read once, and judged afterwards.
extension CallState {
  /// The result as the interface says; nil for `void`.
  func result() throws(CallError) -> InterfaceValue? {
    let plan = unsafe plan
    guard let result = plan.function.result else { return nil }
    if let scalar = plan.scalar(result.type) {
      return ScalarCoding.value(unsafe frame.load(size: 8, at: 0), scalar)
    }
    switch result.type {
    case .structure(let name): return try unsafe structure(name, at: 0)
    case .memory, .opaque: return nil
    case .pointer(let target, _):
      guard let operation = unsafe resultOperation,
        let bytes = try unsafe frame.copied(by: operation)
      else { return .null }
      return try unsafe value(target, in: bytes, at: 0)
    default:
      guard let operation = unsafe resultOperation else { return nil }
      return try unsafe value(of: operation, result.type, result.attributes)
    }
  }

  /// Reads what came back through parameters, in their order.
  mutating func readOutputs() throws(CallError) {
    // Lengths first: those of memory are among them.
    for pass in 0...1 {
      for (index, reading) in unsafe readings {
        var isMemory = false
        if case .elements = reading { isMemory = true }
        if isMemory == (pass == 1) { try unsafe read(reading, index) }
      }
    }
  }

  private mutating func read(_ reading: Reading, _ index: Int) throws(CallError) {
    let parameter = unsafe plan.function.parameters[index]
    let value: InterfaceValue
    switch reading {
    case .cell(let place): value = try unsafe cell(parameter.type, at: place)
    case .operation(let operation):
      if case .pointer(let target, _) = parameter.type {
        let bytes = try unsafe frame.copied(by: operation)
        value =
          try bytes.map { (bytes) throws(CallError) in
            try unsafe self.value(target, in: bytes, at: 0)
          } ?? .null
      } else {
        value = try unsafe self.value(of: operation, parameter.type, parameter.attributes)
      }
    case .elements(let place, let room):
      guard case .memory(let memory) = parameter.type else { return }
      value = try unsafe elements(memory, parameter.name, at: place, room: room)
    case .buffer(let buffer, _): value = .buffer(buffer)
    case .null: value = .null
    case .deferred: return
    }
    unsafe outputs[parameter.name] = UntrustedValue(value)
  }

  /// The elements that came back: as many as the call says, and no more than there was room for.
  private func elements(
    _ memory: InterfaceMemory,
    _ name: String,
    at place: Int,
    room: Int
  ) throws(CallError) -> InterfaceValue {
    var count = room
    if let expression = memory.count {
      let length = try unsafe length(expression, of: name)
      guard length <= room else {
        throw .untrustedResult("'\(name)' is said to have \(length) elements, more than \(room)")
      }
      count = length
    }
    if memory.form == .bytes { return .bytes(unsafe frame.bytes(at: place, count)) }
    let size = unsafe plan.size(memory.element)
    let bytes = unsafe frame.bytes(at: place, count * size)
    var values: [InterfaceValue] = []
    for index in 0..<count {
      values.append(try unsafe value(memory.element, in: bytes, at: index * size))
    }
    return .array(values)
  }

  /// What an operation has found.
  func value(
    of operation: Int,
    _ type: InterfaceType,
    _ attributes: [InterfaceDescription.AttributeValue] = []
  ) throws(CallError) -> InterfaceValue {
    let plan = unsafe plan
    switch type {
    case .string:
      guard let bytes = try unsafe frame.copied(by: operation) else { return .null }
      // Text that is no UTF-8 is still shown: what is wrong in it is replaced.
      return .string(String(decoding: bytes, as: UTF8.self))
    case .handle(let name, _), .table(let name, _):
      let token = unsafe frame.value(of: operation)
      guard token != 0 else { return .null }
      var known: [String: Int64] = [:]
      for attribute in attributes { known[attribute.name] = try unsafe value(attribute.value) }
      let kind = plan.kinds[name] ?? 0
      return .handle(
        ExtensionHandle(
          type: name,
          kind: kind,
          token: token,
          connection: unsafe connection,
          attributes: known
        )
      )
    case .position(let other, _):
      let offset = unsafe frame.value(of: operation)
      guard offset != CallOperation.null else { return .null }
      var start = 0
      guard let index = plan.function.parameters.firstIndex(where: { $0.name == other }),
        let location = unsafe locations[index]
      else { return .null }
      // The instance counts from where the mapping begins.
      if case .buffer(_, let first) = location { start = first }
      guard offset >= UInt64(start), offset - UInt64(start) <= UInt64(location.count) else {
        throw .untrustedResult("a pointer leads out of the memory of '\(other)'")
      }
      return .offset(Int(offset) - start)
    default: return .null
    }
  }

  /// A value in a cell of the frame.
  private func cell(_ type: InterfaceType, at place: Int) throws(CallError) -> InterfaceValue {
    if case .structure(let name) = type { return try unsafe structure(name, at: place) }
    guard let scalar = unsafe plan.scalar(type) else { return .null }
    return ScalarCoding.value(unsafe frame.load(size: scalar.size, at: place), scalar)
  }

  /// A structure in the frame, with what its pointers lead to.
  private func structure(_ name: String, at place: Int) throws(CallError) -> InterfaceValue {
    let bytes = unsafe frame.bytes(at: place, plan.size(.structure(name)))
    return try unsafe value(.structure(name), in: bytes, at: 0, framePlace: place)
  }

  /// A value in bytes that were copied; pointers in them are told of where operations have looked.
  func value(
    _ type: InterfaceType,
    in bytes: [UInt8],
    at offset: Int,
    framePlace: Int? = nil
  ) throws(CallError) -> InterfaceValue {
    let plan = unsafe plan
    if let scalar = plan.scalar(type) {
      var bits: UInt64 = 0
      for index in (0..<scalar.size).reversed() where offset + index < bytes.count {
        bits = bits << 8 | UInt64(bytes[offset + index])
      }
      return ScalarCoding.value(bits, scalar)
    }
    switch type {
    case .structure(let name):
      guard let description = plan.interface.description.structure(named: name),
        let layout = plan.interface.layouts[name]
      else { return .null }
      var fields: [String: InterfaceValue] = [:]
      for (field, place) in zip(description.fields, layout.offsets) {
        fields[field.name] = try unsafe value(
          field.type,
          in: bytes,
          at: offset + place,
          framePlace: framePlace
        )
      }
      return .structure(fields)
    case .fixedArray(let element, let count):
      let size = plan.size(element)
      var values: [InterfaceValue] = []
      for index in 0..<count {
        values.append(
          try unsafe value(element, in: bytes, at: offset + index * size, framePlace: framePlace)
        )
      }
      return .array(values)
    case .string, .handle, .table:
      guard let framePlace, let operation = unsafe fields[framePlace + offset] else { return .null }
      return try unsafe value(of: operation, type)
    default: return .null
    }
  }

  /// Whether the result says that the call has failed.
  func failed(_ result: InterfaceValue?) -> Bool {
    guard let failure = unsafe plan.function.failure else { return false }
    switch failure.condition {
    case .unless(let expressions):
      guard let result = result?.wide else { return false }
      return !expressions.contains { expression in
        (try? unsafe value(expression)).map { Int128($0) == result } ?? false
      }
    case .when(.null):
      if case .null? = result { return true }
      return false
    case .when(.nonzero): return result?.wide.map { $0 != 0 } ?? false
    case .when(.zero): return result?.wide.map { $0 == 0 } ?? false
    case .when(.negative): return result?.wide.map { $0 < 0 } ?? false
    }
  }

  /// The text that an operation of another frame has copied.
  func text(by operation: Int, of frame: FrameWriter) throws(CallError) -> InterfaceValue {
    guard let bytes = try unsafe frame.copied(by: operation) else { return .null }
    return .string(String(decoding: bytes, as: UTF8.self))
  }
}
