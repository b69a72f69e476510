internal import OrielInterface
internal import OrielSystem
internal import OrielWire

/// Calls that pass no more than numbers, bytes, buffers and handles.
extension ExtensionConnection {
  /// Calls a function on a lane that is this thread's; nil when its arguments need the general way.
  func performPlainly(
    _ function: FunctionPlan,
    _ plain: PlainPlan,
    _ arguments: [InterfaceValue],
    on lane: CallLane,
    _ timeout: UInt64
  ) throws(CallError) -> CallResult? {
    guard let top = sendPlainly(function, plain, arguments, on: lane) else { return nil }
    let oldTop = lane.top
    lane.top = top
    defer { lane.top = oldTop }
    let heard = lane.lane.receiveAwake()
    return try finishPlainly(function, plain, arguments, heard, on: lane, timeout)
  }

  /// Tells the instance of a call; gives where the next frame can begin, or nil for arguments that
  /// need the general way.
  func sendPlainly(
    _ function: FunctionPlan,
    _ plain: PlainPlan,
    _ arguments: [InterfaceValue],
    on lane: CallLane
  ) -> Int? {
    // The general way says what is wrong when calls are too deep.
    guard lane.depth <= CallLane.depthLimit else { return nil }
    let start = lane.top
    // The lane lives as long as the connection.
    let length = unsafe plain.write(
      arguments,
      to: lane.lane.room,
      at: start,
      connection: identifier
    )
    guard let length else { return nil }
    var note = Lane.Note(kind: LaneNote.callPlainly.rawValue)
    note.number = UInt32(truncatingIfNeeded: function.number)
    note.start = UInt32(truncatingIfNeeded: start)
    note.length = UInt32(truncatingIfNeeded: length)
    lane.lane.send(note)
    return (start + length + 15) & ~15
  }

  /// Gives what a call has returned, and waits for that if need be.
  ///
  /// - Parameters:
  ///   - function: The function.
  ///   - plain: How it is called.
  ///   - arguments: What it was given.
  ///   - heard: What the instance has told already; nil for nothing.
  ///   - lane: The lane of the call.
  ///   - timeout: The nanoseconds that are left when nothing was heard at once.
  /// - Returns: What came back.
  /// - Throws: Why nothing came back.
  func finishPlainly(
    _ function: FunctionPlan,
    _ plain: PlainPlan,
    _ arguments: [InterfaceValue],
    _ heard: Lane.Note?,
    on lane: CallLane,
    _ timeout: UInt64
  ) throws(CallError) -> CallResult {
    var answer: Lane.Note
    if let heard, heard.kind == LaneNote.returnedPlainly.rawValue {
      answer = heard
    } else {
      // Only what takes longer than a wait that is spent awake needs the time.
      let deadline = MonotonicTime.now.adding(nanoseconds: timeout)
      let first = heard.map(Lane.Arrival.note) ?? lane.lane.receiveAsleep(until: deadline)
      answer = try self.answer(.returnedPlainly, first, on: lane, deadline)
    }
    // Read once, in the copy that the note is.
    let result = plain.result.map { ScalarCoding.value(answer.value, $0) }
    guard plain.canFail, plain.failed(result) else {
      return CallResult(
        result: result.map(UntrustedValue.init),
        outputs: [:],
        errno: answer.error
      )
    }
    throw failure(of: function, arguments, result, answer.error, on: lane, timeout)
  }

  /// What a call that failed is told as, with the library's words.
  private func failure(
    of function: FunctionPlan,
    _ arguments: [InterfaceValue],
    _ result: InterfaceValue?,
    _ errno: Int32,
    on lane: CallLane,
    _ timeout: UInt64
  ) -> CallError {
    let failure = function.function.failure
    var message: String?
    // The lane lives as long as the connection.
    if let query = failure?.message,
      let frame = unsafe FrameWriter(lane.lane.room, at: lane.top, operations: 0, head: 0)
    {
      var state = unsafe CallState(
        plan: function,
        arguments: arguments,
        receiver: nil,
        connection: identifier,
        frame: frame
      )
      unsafe state.returned = result
      let deadline = MonotonicTime.now.adding(nanoseconds: timeout)
      message = unsafe self.message(query, state, on: lane, deadline)
    }
    return .failed(
      CallFailure(
        function: function.name,
        result: Int64(truncatingIfNeeded: result?.wide ?? 0),
        errno: failure?.readsErrno == true ? errno : 0,
        message: message
      )
    )
  }
}
