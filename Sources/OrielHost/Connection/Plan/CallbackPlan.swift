internal import OrielInterface
internal import OrielWire

/// How arguments of a library's call to the host are read, and its result is written.
struct CallbackPlan: Sendable {
  /// What the interface says.
  let callback: InterfaceDescription.Callback
  /// Its place in the message.
  let number: Int
  /// What the instance has to prepare.
  let description: WireCallback
  /// The lengths that come from the call that it is given to, by argument.
  let measures: [(argument: Int, expression: InterfaceExpression)]
  /// The type of the result; nil for none.
  let result: InterfaceScalar?
  /// The bytes of each argument, by value or of one element.
  let sizes: [Int]

  /// Makes a callback ready.
  init(
    _ callback: InterfaceDescription.Callback,
    number: Int,
    _ builder: inout PlanBuilder
  ) throws(InterfacePlan.Problem) {
    var types: [WireCType] = []
    var arguments: [WireCallback.Argument] = []
    var measures: [(argument: Int, expression: InterfaceExpression)] = []
    var sizes: [Int] = []
    for (index, parameter) in callback.parameters.enumerated() {
      let isPointer = parameter.direction != .in
      types.append(isPointer ? .pointer : try builder.type(parameter.type))
      let size = builder.interface.layout(of: Self.pointee(parameter.type))?.size ?? 8
      sizes.append(size)
      var argument = WireCallback.Argument(.value)
      if isPointer, !parameter.type.isPointer {
        argument = .init(.bytes, factor: UInt32(size), returnsBytes: true)
      } else {
        switch parameter.type {
        case .scalar, .enumeration, .structure: break
        case .handle(let name, _), .table(let name, _):
          argument = .init(.handle, index: UInt16(builder.kinds[name] ?? 0))
        case .string: argument = .init(.text)
        case .pointer: argument = .init(.bytes, factor: UInt32(size))
        case .memory(let memory):
          if case .string = memory.element {
            argument = .init(.texts, factor: 1)
          } else {
            argument = .init(.bytes, factor: UInt32(size), returnsBytes: isPointer)
          }
          try Self.measure(memory, index, callback, &argument, &measures)
        default: argument = .init(.hidden)
        }
      }
      arguments.append(argument)
    }
    var result: InterfaceScalar?
    switch callback.result {
    case nil: break
    case .scalar(let scalar): result = scalar
    case .enumeration(let name):
      result = builder.interface.description.enumeration(named: name)?.type ?? .i32
    case .some:
      throw InterfacePlan.Problem(
        text: "the callback '\(callback.name)' returns something else than a number"
      )
    }
    self.callback = callback
    self.number = number
    self.measures = measures
    self.result = result
    self.sizes = sizes
    description = WireCallback(
      signature: WireSignature(
        result: result.map { ScalarCoding.type($0) } ?? .void,
        parameters: types
      ),
      arguments: arguments
    )
  }

  /// What there is one or more of behind a pointer.
  private static func pointee(_ type: InterfaceType) -> InterfaceType {
    switch type {
    case .memory(let memory): memory.element
    case .pointer(let type, _): type
    default: type
    }
  }

  /// Finds out where a number of elements comes from.
  private static func measure(
    _ memory: InterfaceMemory,
    _ index: Int,
    _ callback: InterfaceDescription.Callback,
    _ argument: inout WireCallback.Argument,
    _ measures: inout [(argument: Int, expression: InterfaceExpression)]
  ) throws(InterfacePlan.Problem) {
    guard let count = memory.count else {
      throw InterfacePlan.Problem(text: "'\(callback.parameters[index].name)' has no length")
    }
    let own = count.operands.contains { operand in
      if case .value(let name) = operand {
        callback.parameters.contains { $0.name == name }
      } else {
        false
      }
    }
    guard own else {
      argument.measure = .call
      measures.append((index, count))
      return
    }
    argument.measure = .argument
    var factors = [count]
    if case .combined(.times, let left, let right) = count { factors = [left, right] }
    for factor in factors {
      switch factor {
      case .value(let name):
        guard let place = callback.parameters.firstIndex(where: { $0.name == name }) else { break }
        argument.index = UInt16(place)
        continue
      case .integer(let number):
        guard let number = UInt32(exactly: number),
          case let (product, overflow) = argument.factor.multipliedReportingOverflow(by: number),
          !overflow
        else { break }
        argument.factor = product
        continue
      default: break
      }
      throw InterfacePlan.Problem(
        text: "the length of '\(callback.parameters[index].name)' in the callback "
          + "'\(callback.name)' is neither an argument, nor one times a number, nor of the call"
      )
    }
  }
}
