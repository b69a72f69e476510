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

  mutating func encode(
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
  mutating func room(_ size: Int, zero: Bool = true) throws(CallError) -> Int {
    guard let place = unsafe frame.allocate(size, zero: zero) else {
      throw .noRoom(
        "\(size) bytes do not fit into the memory for calls (ConnectionOptions.frameSize)"
      )
    }
    return place
  }

  /// A value that goes to the library.
  mutating func encode(
    _ value: InterfaceValue,
    _ parameter: InterfaceDescription.Parameter,
    _ index: Int,
    at place: Int,
    _ context: ConnectionContext
  ) throws(CallError) {
    let name = parameter.name
    switch parameter.type {
    case .scalar, .enumeration:
      guard case .promise = value, unsafe !promoted(index) else {
        try unsafe storeScalar(value, parameter.type, promoted(index), place, name)
        return
      }
      try unsafe encode(value, parameter.type, at: place, name)
    case .callback(let type, let isOptional):
      if case .null = value, isOptional { return }
      guard case .function(let function) = value else {
        throw .argument("'\(name)' is \(value.kind), and a function is wanted")
      }
      try unsafe lend(function, type, isKept: parameter.retention != nil, at: place, context)
    case .memory(let memory):
      if case .null = value, memory.isOptional { return }
      let isKept = parameter.retention != nil
      try unsafe encode(value, memory, parameter, index, at: place, isKept: isKept)
    default:
      let start = (unsafe frame.length + 15) & ~15
      try unsafe encode(value, parameter.type, at: place, name, isKept: parameter.retention != nil)
      if case .string = parameter.type, start < (unsafe frame.length) {
        unsafe locations[index] = .frame(start, (unsafe frame.length) - start)
      }
      guard parameter.life == .consumed else { return }
      if case .handle(let handle) = value {
        unsafe frame.add(.forgetHandle, at: 0, index: handle.kind, value: handle.token)
      } else if case .promise(let promise) = value, case .handle(let type, _) = parameter.type {
        let kind = unsafe plan.kinds[type] ?? 0
        let operation = unsafe frame.add(.forgetHandle, at: 0, index: kind)
        try unsafe self.promise(promise, handle: type, for: operation, name)
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
    case .scalar, .enumeration:
      if case .promise(let promise) = value, let scalar = unsafe plan.scalar(type) {
        try unsafe self.promise(promise, scalar, at: place, name)
      } else {
        try unsafe storeScalar(value, type, false, place, name)
      }
    case .structure(let structure):
      guard case .structure(let fields) = value else {
        throw .argument("'\(name)' is \(value.kind), and a structure is wanted")
      }
      try unsafe encode(fields, of: structure, at: place, name)
    case .fixedArray(let element, let count):
      try unsafe encodeArray(value, element, count, at: place, name)
    case .handle(let kind, let isOptional), .table(let kind, let isOptional):
      if case .null = value, isOptional { return }
      if case .promise(let promise) = value {
        let number = unsafe plan.kinds[kind] ?? 0
        let operation = unsafe frame.add(.pointToHandle, at: place, index: number)
        try unsafe self.promise(promise, handle: kind, for: operation, name)
        return
      }
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
  mutating func point(_ place: Int, to start: Int, _ size: Int, isKept: Bool) {
    if isKept {
      unsafe frame.store(UInt64(start), size: 8, at: place)
      unsafe frame.add(.pointToKeptCopy, at: place, value: UInt64(size))
    } else {
      unsafe frame.add(.pointToFrame, at: place, value: UInt64(start))
    }
  }

  mutating func encode(
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

  mutating func encodeArray(
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
}
