internal import OrielInterface
internal import OrielSystem
internal import OrielWire

/// Reading memory whose length is known after the call only.
extension ExtensionConnection {
  /// Copies memory of the library, and gives it back if it has to be.
  func fetch(
    _ token: UInt64,
    _ memory: InterfaceMemory,
    _ ownership: InterfaceDescription.Ownership?,
    _ name: String,
    _ state: inout CallState,
    on lane: CallLane,
    _ deadline: MonotonicTime
  ) throws(CallError) -> InterfaceValue {
    guard token != 0 else { return .null }
    defer { forget(token, on: lane, deadline) }
    guard let expression = memory.count else {
      throw .untrustedResult("the interface does not say how long '\(name)' is")
    }
    for case .answer(let query) in expression.operands where unsafe state.answers[query] == nil {
      unsafe state.answers[query] = try unsafe ask(query, state, on: lane, deadline).wide
    }
    let count: Int
    do throws(CallError) {
      count = try unsafe state.length(expression, of: name)
    } catch {
      throw .untrustedResult("the length of '\(name)' makes no sense: \(error)")
    }
    let size = unsafe state.plan.size(memory.element)
    let (length, overflow) = count.multipliedReportingOverflow(by: size)
    var isText = false
    if case .string = memory.element { isText = true }
    let start = unsafe state.end
    // The lane lives as long as the connection.
    let frame = unsafe FrameWriter(
      lane.lane.room,
      at: start,
      operations: isText ? count : 0,
      head: overflow ? .max / 2 : length
    )
    guard var frame = unsafe frame else {
      throw .noRoom(
        "'\(name)' has \(count) elements, which do not fit into the memory for calls "
          + "(ConnectionOptions.frameSize)"
      )
    }
    if isText {
      for index in 0..<count {
        unsafe frame.add(.copyText, at: index * size, value: UInt64(UInt32.max))
      }
    }
    var note = Lane.Note(kind: LaneNote.read.rawValue)
    note.start = UInt32(start)
    note.length = UInt32(length)
    note.count = UInt32(isText ? count : 0)
    note.value = token
    _ = try unsafe exchange(note, top: frame.end, on: lane, deadline)
    let value: InterfaceValue
    if isText {
      var values: [InterfaceValue] = []
      for index in 0..<count { values.append(try unsafe state.text(by: index, of: frame)) }
      value = .array(values)
    } else if memory.form == .bytes {
      value = .bytes(unsafe frame.bytes(at: 0, length))
    } else {
      let bytes = unsafe frame.bytes(at: 0, length)
      var values: [InterfaceValue] = []
      for index in 0..<count {
        values.append(try unsafe state.value(memory.element, in: bytes, at: index * size))
      }
      value = .array(values)
    }
    if case .freed(let symbol)? = ownership, let number = unsafe state.plan.releases[symbol] {
      try unsafe release(token, by: number, at: frame.end, on: lane, deadline)
    }
    return value
  }

  /// Gives memory back to the library.
  private func release(
    _ token: UInt64,
    by function: Int,
    at start: Int,
    on lane: CallLane,
    _ deadline: MonotonicTime
  ) throws(CallError) {
    // The lane lives as long as the connection; the argument is at 16, behind the result.
    guard var frame = unsafe FrameWriter(lane.lane.room, at: start, operations: 1, head: 24) else {
      throw .noRoom("the memory for calls is full (ConnectionOptions.frameSize)")
    }
    unsafe frame.add(.pointToHandle, at: 16, index: 0, value: token)
    var note = Lane.Note(kind: LaneNote.call.rawValue)
    note.number = UInt32(function)
    note.start = UInt32(start)
    note.length = 24
    note.count = 1
    _ = try unsafe exchange(note, top: frame.end, on: lane, deadline)
  }

  /// Makes a token stale that only served to read memory.
  private func forget(_ token: UInt64, on lane: CallLane, _ deadline: MonotonicTime) {
    var note = Lane.Note(kind: LaneNote.forget.rawValue)
    note.value = token
    _ = try? exchange(note, top: lane.top, on: lane, deadline)
  }

  /// Asks another function about a call.
  private func ask(
    _ query: InterfaceDescription.Query,
    _ state: CallState,
    on lane: CallLane,
    _ deadline: MonotonicTime
  ) throws(CallError) -> InterfaceValue {
    guard let function = plan.functions[query.function] else { throw .noFunction(query.function) }
    var arguments: [InterfaceValue] = []
    for name in query.arguments {
      let plan = unsafe state.plan
      if name == "result", let result = unsafe state.returned {
        arguments.append(result)
        continue
      }
      let index = plan.function.parameters.firstIndex { $0.name == name }
      if let index, let argument = plan.arguments[index] {
        arguments.append(unsafe state.arguments[argument])
      } else if let output = unsafe state.outputs[name] {
        arguments.append(output.unchecked)
      } else if let index, let value = unsafe state.integer(ofParameter: index) {
        arguments.append(InterfaceValue(value))
      }
    }
    let oldTop = lane.top
    // Behind what is still to be read.
    lane.top = max(oldTop, unsafe state.end)
    defer { lane.top = oldTop }
    guard arguments.count == function.argumentCount else {
      throw .argument("'\(function.name)' cannot be asked about a call")
    }
    lane.enter()
    defer { lane.leave() }
    let result = try perform(function, nil, arguments, on: lane, until: deadline)
    return result.result?.unchecked ?? .null
  }

  /// The library's words for a failure.
  func message(
    _ query: InterfaceDescription.Query?,
    _ state: CallState,
    on lane: CallLane,
    _ deadline: MonotonicTime
  ) -> String? {
    guard let query, let answer = try? unsafe ask(query, state, on: lane, deadline),
      case .string(let text) = answer
    else { return nil }
    return text
  }
}
