internal import OrielInterface
internal import OrielWire

/// Writing the arguments of a call.
extension CallState {
  /// Writes everything.
  mutating func encode(_ context: ConnectionContext) throws(CallError) {
    let plan = unsafe plan
    if let receiver = unsafe receiver {
      guard unsafe receiver.connection == connection else {
        throw .staleHandle("the table of '\(plan.name)' is one of another connection")
      }
      unsafe frame.add(.selectTable, at: 0, index: receiver.kind, value: receiver.token)
    }
    for index in plan.function.parameters.indices {
      try unsafe encode(parameter: index, context)
    }
    try unsafe encodeResult()
    unsafe frame.finish()
  }

  private mutating func encode(
    parameter index: Int,
    _ context: ConnectionContext
  ) throws(CallError) {
    let plan = unsafe plan
    let parameter = plan.function.parameters[index]
    let place = plan.places[index]
    if let fixed = parameter.fixed {
      let value = try unsafe value(fixed)
      try unsafe storeScalar(
        .integer(value),
        parameter.type,
        promoted(index),
        place,
        parameter.name
      )
      return
    }
    if case .receiver = parameter.type {
      guard let receiver = unsafe receiver else { throw .argument("there is no table") }
      unsafe frame.add(.pointToHandle, at: place, index: receiver.kind, value: receiver.token)
      return
    }
    guard let argument = plan.arguments[index] else {
      if plan.measured[index].isEmpty {
        try unsafe encodeRoom(index, parameter, place)
      } else {
        let count = unsafe integer(ofParameter: index) ?? 0
        for other in plan.measured[index] {
          guard let own = unsafe self.count(ofParameter: other), Int128(own) != count else {
            continue
          }
          throw .argument("the memory of '\(plan.name)' has different lengths")
        }
        let value = InterfaceValue(count)
        try unsafe storeScalar(value, parameter.type, promoted(index), place, parameter.name)
      }
      return
    }
    let value = unsafe arguments[argument]
    if parameter.direction == .in {
      try unsafe encode(value, parameter, index, at: place, context)
    } else {
      try unsafe encodeCell(value, parameter, index, place, context)
    }
  }

  /// The scalar that C passes for a parameter.
  private func promoted(_ index: Int) -> Bool {
    let start = unsafe plan.function.variadicStart
    return start.map { index >= $0 } ?? false
  }

  private func storeScalar(
    _ value: InterfaceValue,
    _ type: InterfaceType,
    _ isPromoted: Bool,
    _ place: Int,
    _ name: String
  ) throws(CallError) {
    guard var scalar = unsafe plan.scalar(type) else {
      // A pointer whose value is fixed.
      guard let wide = value.wide, let bits = Int64(exactly: wide) else {
        throw .argument("'\(name)' is \(value.kind), and a number is wanted")
      }
      unsafe frame.store(UInt64(bitPattern: bits), size: 8, at: place)
      return
    }
    var value = value
    if case .enumeration(let type) = type, case .string(let name) = value,
      let known = unsafe plan.interface.description.enumeration(named: type)?.cases
        .first(where: { $0.name == name })
    {
      value = InterfaceValue(known.value)
    }
    if isPromoted { scalar = ScalarCoding.promoted(scalar) }
    guard let bits = ScalarCoding.bits(value, scalar) else {
      throw .argument("'\(name)' is \(value.kind) that no \(scalar.spelling) can be")
    }
    unsafe frame.store(bits, size: scalar.size, at: place)
  }

  /// Room for bytes.
  private mutating func room(_ size: Int, zero: Bool = true) throws(CallError) -> Int {
    guard let place = unsafe frame.allocate(size, zero: zero) else {
      throw .noRoom(
        "\(size) bytes do not fit into the memory for calls (ConnectionOptions.frameSize)"
      )
    }
    return place
  }

  /// A value that goes to the library.
  private mutating func encode(
    _ value: InterfaceValue,
    _ parameter: InterfaceDescription.Parameter,
    _ index: Int,
    at place: Int,
    _ context: ConnectionContext
  ) throws(CallError) {
    let name = parameter.name
    switch parameter.type {
    case .scalar, .enumeration:
      try unsafe storeScalar(value, parameter.type, promoted(index), place, name)
    case .callback(let type, let isOptional):
      if case .null = value, isOptional { return }
      guard case .function(let function) = value else {
        throw .argument("'\(name)' is \(value.kind), and a function is wanted")
      }
      try unsafe lend(function, type, isKept: parameter.retention != nil, at: place, context)
    case .position(let other, _):
      try unsafe encodePosition(value, in: other, at: place, name)
    case .memory(let memory):
      if case .null = value, memory.isOptional { return }
      let isKept = parameter.retention != nil
      try unsafe encode(value, memory, parameter, index, at: place, isKept: isKept)
    default:
      let start = (unsafe frame.length + 15) & ~15
      try unsafe encode(value, parameter.type, at: place, name, isKept: parameter.retention != nil)
      if case .string = parameter.type, start < (unsafe frame.length) {
        unsafe locations[index] = .frame(start)
      }
      if parameter.life == .consumed, case .handle(let handle) = value {
        unsafe frame.add(.forgetHandle, at: 0, index: handle.kind, value: handle.token)
      }
    }
  }

  /// A value at a place, also inside structures.
  mutating func encode(
    _ value: InterfaceValue,
    _ type: InterfaceType,
    at place: Int,
    _ name: String,
    isKept: Bool = false
  ) throws(CallError) {
    switch type {
    case .scalar, .enumeration: try unsafe storeScalar(value, type, false, place, name)
    case .structure(let structure):
      guard case .structure(let fields) = value else {
        throw .argument("'\(name)' is \(value.kind), and a structure is wanted")
      }
      try unsafe encode(fields, of: structure, at: place, name)
    case .fixedArray(let element, let count):
      try unsafe encodeArray(value, element, count, at: place, name)
    case .handle(let kind, let isOptional), .table(let kind, let isOptional):
      if case .null = value, isOptional { return }
      guard case .handle(let handle) = value, handle.type == kind else {
        throw .argument("'\(name)' is \(value.kind), and a handle '\(kind)' is wanted")
      }
      guard unsafe handle.connection == connection else {
        throw .staleHandle("'\(name)' is a handle of another connection")
      }
      unsafe frame.add(.pointToHandle, at: place, index: handle.kind, value: handle.token)
    case .string(let isOptional):
      if case .null = value, isOptional { return }
      guard case .string(let text) = value, !text.utf8.contains(0) else {
        throw .argument("'\(name)' is \(value.kind), and text without a zero is wanted")
      }
      let count = text.utf8.count
      let start = try unsafe room(count + 1)
      unsafe frame.store(text, at: start)
      unsafe point(place, to: start, count + 1, isKept: isKept)
    case .pointer(let target, let isOptional):
      if case .null = value, isOptional { return }
      let size = unsafe plan.size(target)
      let start = try unsafe room(size)
      try unsafe encode(value, target, at: start, name)
      unsafe point(place, to: start, size, isKept: isKept)
    case .opaque: break
    default: throw .argument("'\(name)' cannot be passed inside a structure")
    }
  }

  /// Points to a place of the frame, or to a copy that stays.
  private mutating func point(_ place: Int, to start: Int, _ size: Int, isKept: Bool) {
    if isKept {
      unsafe frame.store(UInt64(start), size: 8, at: place)
      unsafe frame.add(.pointToKeptCopy, at: place, value: UInt64(size))
    } else {
      unsafe frame.add(.pointToFrame, at: place, value: UInt64(start))
    }
  }

  private mutating func encode(
    _ fields: [String: InterfaceValue],
    of structure: String,
    at place: Int,
    _ name: String
  ) throws(CallError) {
    let plan = unsafe plan
    guard let description = plan.interface.description.structure(named: structure),
      let layout = plan.interface.layouts[structure]
    else { return }
    var used = 0
    for (field, offset) in zip(description.fields, layout.offsets) {
      guard let value = fields[field.name] else { continue }
      used += 1
      if case .memory(let memory) = field.type {
        try unsafe encode(value, memory, at: place + offset, "\(name).\(field.name)")
      } else {
        try unsafe encode(value, field.type, at: place + offset, "\(name).\(field.name)")
      }
    }
    guard used == fields.count else {
      throw .argument("'\(name)' has a field that '\(structure)' does not have")
    }
  }

  private mutating func encodeArray(
    _ value: InterfaceValue,
    _ element: InterfaceType,
    _ count: Int,
    at place: Int,
    _ name: String
  ) throws(CallError) {
    if case .bytes(let bytes) = value, unsafe plan.size(element) == 1, bytes.count <= count {
      unsafe frame.store(bytes, at: place)
      return
    }
    guard case .array(let values) = value, values.count <= count else {
      throw .argument("'\(name)' is \(value.kind), and at most \(count) values are wanted")
    }
    let size = unsafe plan.size(element)
    for (index, value) in values.enumerated() {
      try unsafe encode(value, element, at: place + index * size, "\(name)[\(index)]")
    }
  }

  /// Memory in a structure.
  private mutating func encode(
    _ value: InterfaceValue,
    _ memory: InterfaceMemory,
    at place: Int,
    _ name: String
  ) throws(CallError) {
    if case .null = value { return }
    if case .buffer(let buffer) = value {
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
  private mutating func encode(
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
    unsafe locations[index] = .frame(start)
    unsafe point(place, to: start, count * plan.size(memory.element), isKept: isKept)
    if parameter.direction != .in {
      unsafe readings.append((index, .elements(place: start, room: count)))
    }
  }

  /// Writes elements behind what there is; gives their place and number.
  private mutating func encodeElements(
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

  private mutating func encodePosition(
    _ value: InterfaceValue,
    in other: String,
    at place: Int,
    _ name: String
  ) throws(CallError) {
    if case .null = value { return }
    guard case .offset(let offset) = value, offset >= 0,
      let index = unsafe plan.function.parameters.firstIndex(where: { $0.name == other }),
      let location = unsafe locations[index]
    else { throw .argument("'\(name)' is \(value.kind), and an offset in '\(other)' is wanted") }
    switch location {
    case .frame(let start):
      unsafe frame.add(.pointToFrame, at: place, value: UInt64(start + offset))
    case .buffer(let buffer, let start):
      guard offset <= buffer.count else { throw .argument("'\(name)' is outside of '\(other)'") }
      unsafe frame.add(
        .pointToBuffer,
        at: place,
        index: Int(buffer.number),
        value: UInt64(start + offset)
      )
    }
  }

  /// Lends a function of the host to the library.
  private mutating func lend(
    _ function: HostFunction,
    _ type: String,
    isKept: Bool,
    at place: Int,
    _ context: ConnectionContext
  ) throws(CallError) {
    guard let callback = unsafe plan.callbacks.first(where: { $0.callback.name == type }) else {
      throw .argument("there is no callback '\(type)'")
    }
    let number = context.lend(function, as: callback)
    if !isKept { unsafe lent.append(number) }
    unsafe frame.add(
      isKept ? .pointToKeptCallback : .pointToCallback,
      at: place,
      index: callback.number,
      value: number
    )
    for measure in callback.measures {
      let parameter = callback.callback.parameters[measure.argument].name
      let length = try unsafe length(measure.expression, of: parameter)
      unsafe frame.add(.measure, at: 0, index: measure.argument, value: UInt64(length))
    }
  }

  /// A cell or memory that the library changes.
  private mutating func encodeCell(
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
    if case .position(let other, _) = parameter.type {
      try unsafe encodePosition(value, in: other, at: cell, parameter.name)
    } else {
      try unsafe encode(value, parameter.type, at: cell, parameter.name)
    }
    try unsafe expect(parameter, index, at: cell)
  }

  /// Room for something that only comes back.
  private mutating func encodeRoom(
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

  private mutating func encodeRoom(
    _ memory: InterfaceMemory,
    _ index: Int,
    _ place: Int,
    count: Int
  ) throws(CallError) {
    let (size, overflow) = count.multipliedReportingOverflow(by: unsafe plan.size(memory.element))
    guard count >= 0, !overflow else { throw .argument("there is no room for \(count) elements") }
    // What was there before must not come back as a result.
    let start = try unsafe room(size)
    unsafe locations[index] = .frame(start)
    unsafe frame.add(.pointToFrame, at: place, value: UInt64(start))
    unsafe readings.append((index, .elements(place: start, room: count)))
  }
}
