internal import OrielInterface
internal import OrielWire

/// What shall be done after a call with what comes back.
extension CallState {
  /// What a result needs.
  mutating func encodeResult() throws(CallError) {
    let plan = unsafe plan
    guard let result = plan.function.result else { return }
    switch result.type {
    case .scalar, .enumeration, .opaque: break
    case .structure(let name): unsafe expectFields(of: name, at: 0)
    case .pointer(let target, _):
      unsafe resultOperation = frame.add(.copyBytes, at: 0, value: UInt64(plan.size(target)))
    case .memory:
      // How long it is may only be known afterwards.
      unsafe resultOperation = frame.add(.takeHandle, at: 0, index: 0)
    default: unsafe resultOperation = expect(result.type, result.ownership, at: 0)
    }
  }

  /// What a cell of a parameter needs.
  mutating func expect(
    _ parameter: InterfaceDescription.Parameter,
    _ index: Int,
    at cell: Int
  ) throws(CallError) {
    switch parameter.type {
    case .scalar, .enumeration, .opaque: unsafe readings.append((index, .cell(place: cell)))
    case .structure(let name):
      unsafe expectFields(of: name, at: cell)
      unsafe readings.append((index, .cell(place: cell)))
    case .pointer(let target, _):
      let size = unsafe plan.size(target)
      let operation = unsafe frame.add(.copyBytes, at: cell, value: UInt64(size))
      unsafe readings.append((index, .operation(operation)))
    case .memory:
      let operation = unsafe frame.add(.takeHandle, at: cell, index: 0)
      unsafe readings.append((index, .deferred(operation: operation)))
    default:
      if let operation = unsafe expect(parameter.type, parameter.ownership, at: cell) {
        unsafe readings.append((index, .operation(operation)))
      }
    }
  }

  /// What a pointer needs that came back at a place; gives the operation that tells of it.
  mutating func expect(
    _ type: InterfaceType,
    _ ownership: InterfaceDescription.Ownership?,
    at place: Int
  ) -> Int? {
    let plan = unsafe plan
    switch type {
    case .string:
      let operation = unsafe frame.add(.copyText, at: place, value: UInt64(UInt32.max))
      if case .freed(let symbol)? = ownership, let number = plan.releases[symbol] {
        unsafe frame.add(.release, at: place, index: number)
      }
      return operation
    case .handle(let name, _), .table(let name, _):
      return unsafe frame.add(.takeHandle, at: place, index: plan.kinds[name] ?? 0)
    case .position(let other, _):
      guard let index = plan.function.parameters.firstIndex(where: { $0.name == other }),
        let location = unsafe locations[index]
      else { return nil }
      switch location {
      case .frame(let start, _):
        return unsafe frame.add(.offsetInFrame, at: place, value: UInt64(start))
      case .buffer(let buffer, _):
        return unsafe frame.add(.offsetInBuffer, at: place, index: Int(buffer.number))
      }
    default: return nil
    }
  }

  /// What the fields of a structure need that came back.
  mutating func expectFields(of structure: String, at place: Int) {
    let plan = unsafe plan
    guard let description = plan.interface.description.structure(named: structure),
      let layout = plan.interface.layouts[structure]
    else { return }
    for (field, offset) in zip(description.fields, layout.offsets) {
      switch field.type {
      case .structure(let name): unsafe expectFields(of: name, at: place + offset)
      case .string, .handle, .table:
        unsafe fields[place + offset] = expect(field.type, nil, at: place + offset)
      default: break
      }
    }
  }
}
