internal import OrielInterface
internal import OrielWire

/// Writing the memory that a call is given, and making room for what comes back.
extension CallState {
  /// Memory in a structure.
  mutating func encode(
    _ value: InterfaceValue,
    _ memory: InterfaceMemory,
    at place: Int,
    _ name: String
  ) throws(CallError) {
    if case .null = value { return }
    if case .buffer(let buffer) = value {
      guard unsafe buffer.connection == connection else {
        throw .argument("'\(name)' is a buffer of another connection")
      }
      unsafe frame.add(
        .pointToBuffer,
        at: place,
        index: Int(buffer.number),
        value: UInt64(buffer.start)
      )
      return
    }
    let (start, _) = try unsafe encodeElements(value, memory, name)
    unsafe frame.add(.pointToFrame, at: place, value: UInt64(start))
  }

  /// Memory of a parameter.
  mutating func encode(
    _ value: InterfaceValue,
    _ memory: InterfaceMemory,
    _ parameter: InterfaceDescription.Parameter,
    _ index: Int,
    at place: Int,
    isKept: Bool
  ) throws(CallError) {
    let plan = unsafe plan
    let name = parameter.name
    if let expression = memory.count, let given = unsafe count(ofParameter: index) {
      let wanted = try unsafe length(expression, of: name)
      guard given >= wanted else {
        throw .argument("'\(name)' has \(given) elements, and the call needs \(wanted)")
      }
    }
    if case .buffer(let buffer) = value {
      guard unsafe buffer.connection == connection else {
        throw .argument("'\(name)' is a buffer of another connection")
      }
      unsafe locations[index] = .buffer(buffer, buffer.start)
      unsafe frame.add(
        .pointToBuffer,
        at: place,
        index: Int(buffer.number),
        value: UInt64(buffer.start)
      )
      if parameter.direction != .in { unsafe readings.append((index, .buffer(buffer, 0))) }
      return
    }
    guard memory.form != .buffer else {
      throw .argument("'\(name)' is \(value.kind), and a shared buffer is wanted")
    }
    let (start, count) = try unsafe encodeElements(value, memory, name)
    let size = count * plan.size(memory.element)
    unsafe locations[index] = .frame(start, size)
    unsafe point(place, to: start, size, isKept: isKept)
    if parameter.direction != .in {
      unsafe readings.append((index, .elements(place: start, room: count)))
    }
  }

  /// Writes elements behind what there is; gives their place and number.
  mutating func encodeElements(
    _ value: InterfaceValue,
    _ memory: InterfaceMemory,
    _ name: String
  ) throws(CallError) -> (start: Int, count: Int) {
    let size = unsafe plan.size(memory.element)
    switch value {
    case .bytes(let bytes):
      let start = try unsafe room(bytes.count, zero: false)
      unsafe frame.store(bytes, at: start)
      return (start, bytes.count / max(size, 1))
    case .string(let text) where size == 1:
      let count = text.utf8.count
      let start = try unsafe room(count, zero: false)
      unsafe frame.store(text, at: start)
      return (start, count)
    case .array(let values):
      let start = try unsafe room(values.count * size)
      for (index, value) in values.enumerated() {
        let element = start + index * size
        try unsafe encode(value, memory.element, at: element, "\(name)[\(index)]")
      }
      return (start, values.count)
    default: throw .argument("'\(name)' is \(value.kind), and memory is wanted")
    }
  }

  /// A cell or memory that the library changes.
  mutating func encodeCell(
    _ value: InterfaceValue,
    _ parameter: InterfaceDescription.Parameter,
    _ index: Int,
    _ place: Int,
    _ context: ConnectionContext
  ) throws(CallError) {
    if case .memory(let memory) = parameter.type, parameter.ownership == nil {
      if case .null = value, memory.isOptional { return }
      if parameter.direction == .out, case .integer(let count) = value {
        // The host alone knows how much room there shall be.
        try unsafe encodeRoom(memory, index, place, count: Int(count))
        return
      }
      try unsafe encode(value, memory, parameter, index, at: place, isKept: false)
      return
    }
    let cell = try unsafe room(max(8, plan.size(parameter.type)))
    unsafe frame.add(.pointToFrame, at: place, value: UInt64(cell))
    try unsafe encode(value, parameter.type, at: cell, parameter.name)
    try unsafe expect(parameter, index, at: cell)
  }

  /// Room for something that only comes back.
  mutating func encodeRoom(
    _ index: Int,
    _ parameter: InterfaceDescription.Parameter,
    _ place: Int
  ) throws(CallError) {
    let plan = unsafe plan
    if parameter.life == .new, case .handle(let name, _) = parameter.type,
      let structure = plan.interface.description.handle(named: name)?.structure
    {
      let size = plan.size(.structure(structure))
      let kind = plan.kinds[name] ?? 0
      let operation = unsafe frame.add(.makeObject, at: place, index: kind, value: UInt64(size))
      unsafe readings.append((index, .operation(operation)))
      return
    }
    if case .memory(let memory) = parameter.type, parameter.ownership == nil,
      let expression = memory.count
    {
      let count = try unsafe length(expression, of: parameter.name)
      try unsafe encodeRoom(memory, index, place, count: count)
      return
    }
    let cell = try unsafe room(max(8, plan.size(parameter.type)))
    unsafe frame.add(.pointToFrame, at: place, value: UInt64(cell))
    try unsafe expect(parameter, index, at: cell)
  }

  mutating func encodeRoom(
    _ memory: InterfaceMemory,
    _ index: Int,
    _ place: Int,
    count: Int
  ) throws(CallError) {
    let (size, overflow) = count.multipliedReportingOverflow(by: unsafe plan.size(memory.element))
    guard count >= 0, !overflow else { throw .argument("there is no room for \(count) elements") }
    // What was there before must not come back as a result.
    let start = try unsafe room(size)
    unsafe locations[index] = .frame(start, size)
    unsafe frame.add(.pointToFrame, at: place, value: UInt64(start))
    unsafe readings.append((index, .elements(place: start, room: count)))
  }
}
