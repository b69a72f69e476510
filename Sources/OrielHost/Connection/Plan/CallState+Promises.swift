internal import OrielInterface

/// What a call gives to later ones of its batch, and takes from earlier ones.
extension CallState {
  /// Where the numbers and handles are that the call gives.
  func sources() -> [CallPromise.Part: BatchWriter.Source] {
    let plan = unsafe plan
    let frame = unsafe frame
    var given: [CallPromise.Part: BatchWriter.Source] = [:]
    func source(_ type: InterfaceType, cell: Int?, operation: Int?) -> BatchWriter.Source? {
      switch type {
      case .scalar, .enumeration:
        guard let cell else { return nil }
        return BatchWriter.Source(place: unsafe frame.frameStart + cell, type: type)
      case .handle, .table:
        guard let operation else { return nil }
        return BatchWriter.Source(place: unsafe frame.place(ofValue: operation), type: type)
      default: return nil
      }
    }
    if let result = plan.function.result {
      given[.result] = source(result.type, cell: 0, operation: unsafe resultOperation)
    }
    for (index, reading) in unsafe readings {
      let parameter = plan.function.parameters[index]
      switch reading {
      case .cell(let place):
        given[.output(parameter.name)] = source(parameter.type, cell: place, operation: nil)
      case .operation(let operation):
        given[.output(parameter.name)] = source(parameter.type, cell: nil, operation: operation)
      default: break
      }
    }
    return given
  }

  /// Notes that an earlier call gives a number, which goes to a place of the frame.
  mutating func promise(
    _ promise: CallPromise,
    _ scalar: InterfaceScalar,
    at place: Int,
    _ name: String
  ) throws(CallError) {
    let source = try unsafe source(of: promise, name)
    guard unsafe plan.scalar(source.type) == scalar else {
      throw .argument("'\(name)' takes \(scalar.spelling), which the promise is not")
    }
    unsafe promises.append(
      BatchWriter.Promise(
        call: promise.call,
        from: source.place,
        to: frame.frameStart + place,
        length: scalar.size
      )
    )
  }

  /// Notes that an earlier call gives a handle of a type, which an operation uses.
  mutating func promise(
    _ promise: CallPromise,
    handle type: String,
    for operation: Int,
    _ name: String
  ) throws(CallError) {
    let source = try unsafe source(of: promise, name)
    switch source.type {
    case .handle(type, _), .table(type, _): break
    default: throw .argument("'\(name)' takes a handle '\(type)', which the promise is not")
    }
    unsafe promises.append(
      BatchWriter.Promise(
        call: promise.call,
        from: source.place,
        to: frame.place(ofValue: operation),
        length: 8
      )
    )
  }

  /// Where in the room something is that an earlier call gives.
  private func source(
    of promise: CallPromise,
    _ name: String
  ) throws(CallError) -> BatchWriter.Source {
    guard unsafe promise.batch == batch, unsafe promise.call < earlier.count else {
      throw .argument("'\(name)' is what no earlier call of the same batch gives")
    }
    guard let source = unsafe earlier[promise.call][promise.part] else {
      throw .argument("'\(name)' is no number and no handle that the earlier call gives")
    }
    return source
  }
}
