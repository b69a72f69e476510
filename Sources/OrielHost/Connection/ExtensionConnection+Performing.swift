internal import OrielInterface
internal import OrielSystem
internal import OrielWire

/// Making calls on lanes.
extension ExtensionConnection {
  /// What a function of the host has thrown.
  struct HostFailure {
    /// The number that it is lent under.
    let function: UInt64
    /// The error.
    let error: any Error
  }

  /// Calls a function and waits for its return.
  func perform(
    _ function: FunctionPlan,
    _ receiver: ExtensionHandle?,
    _ arguments: [InterfaceValue],
    _ options: CallOptions
  ) throws(CallError) -> CallResult {
    guard arguments.count == function.argumentCount else {
      throw .argument(
        "'\(function.name)' takes \(function.argumentCount) arguments, not \(arguments.count)"
      )
    }
    guard !hasAbsent || !absent.contains(function.number) else {
      throw .noFunction(function.name)
    }
    // The lane that is taken most often.
    link.main.lane.expectSending()
    let lane = enter(isConcurrent: function.isConcurrent)
    defer { lane.leave() }
    let timeout = timeout(options)
    if receiver == nil, let plain = function.plain,
      let result = try performPlainly(function, plain, arguments, on: lane, timeout)
    {
      return result
    }
    let deadline = MonotonicTime.now.adding(nanoseconds: timeout)
    return try perform(function, receiver, arguments, on: lane, until: deadline)
  }

  /// The nanoseconds that a call has.
  func timeout(_ options: CallOptions) -> UInt64 {
    guard let timeout = options.timeout else { return usualTimeout }
    return MonotonicTime(nanoseconds: 0).adding(timeout).nanoseconds
  }

  /// Takes a lane for calls, which can be one of several when these may run beside others.
  func enter(isConcurrent: Bool) -> CallLane {
    // A thread can be inside a call already only while a function of the host runs.
    if context.hasCallbacks {
      for lane in link.lanes where lane.isMine {
        lane.enter()
        return lane
      }
    }
    if let lane = tryEnter(isConcurrent: isConcurrent) { return lane }
    link.main.enter()
    return link.main
  }

  /// Takes a lane that nobody uses; nil when there is none.
  func tryEnter(isConcurrent: Bool) -> CallLane? {
    if isConcurrent, link.lanes.count > 2 {
      for lane in link.lanes[1..<link.lanes.count - 1] where lane.tryEnter() { return lane }
    }
    return link.main.tryEnter() ? link.main : nil
  }

  /// Calls a function on a lane that is this thread's.
  func perform(
    _ function: FunctionPlan,
    _ receiver: ExtensionHandle?,
    _ arguments: [InterfaceValue],
    on lane: CallLane,
    until deadline: MonotonicTime
  ) throws(CallError) -> CallResult {
    guard lane.depth <= CallLane.depthLimit else {
      throw .noRoom("more than \(CallLane.depthLimit) calls are inside one another")
    }
    let capacity = function.operations(for: arguments)
    // The lane lives as long as the connection.
    let frame = unsafe FrameWriter(
      lane.lane.room,
      at: lane.top,
      operations: capacity,
      head: function.head
    )
    guard let frame = unsafe frame else {
      throw .noRoom("the memory for calls is full (ConnectionOptions.frameSize)")
    }
    var state = unsafe CallState(
      plan: function,
      arguments: arguments,
      receiver: receiver,
      connection: identifier,
      frame: frame
    )
    defer { context.takeBack(unsafe state.lent) }
    try unsafe state.encode(context)
    var note = Lane.Note(kind: LaneNote.call.rawValue)
    note.number = UInt32(function.number)
    note.start = UInt32(unsafe state.frame.start)
    note.length = UInt32(unsafe state.frame.length)
    note.count = UInt32(capacity)
    let answer = try unsafe exchange(note, top: state.frame.end, on: lane, deadline)
    if answer.value != 0 {
      throw Self.problem(Int32(truncatingIfNeeded: answer.value >> 32), after: true)
    }
    return try unsafe finish(&state, answer, on: lane, deadline)
  }

  /// Reads what came back, and asks for what has to be asked for.
  func finish(
    _ state: inout CallState,
    _ answer: Lane.Note,
    on lane: CallLane,
    _ deadline: MonotonicTime
  ) throws(CallError) -> CallResult {
    let function = unsafe state.plan
    var result = try unsafe state.result()
    unsafe state.returned = result
    let failure = function.function.failure
    if unsafe state.failed(result) {
      let errno = failure?.readsErrno == true ? answer.error : 0
      throw .failed(
        CallFailure(
          function: function.name,
          result: Int64(truncatingIfNeeded: result?.wide ?? 0),
          errno: errno,
          message: unsafe message(failure?.message, state, on: lane, deadline)
        )
      )
    }
    if function.hasOutputs {
      try unsafe state.readOutputs()
      for (index, reading) in unsafe state.readings {
        guard case .deferred(let operation) = reading else { continue }
        let parameter = function.function.parameters[index]
        guard case .memory(let memory) = parameter.type else { continue }
        let token = unsafe state.frame.value(of: operation)
        let value = try unsafe fetch(
          token,
          memory,
          parameter.ownership,
          parameter.name,
          &state,
          on: lane,
          deadline
        )
        unsafe state.outputs[parameter.name] = UntrustedValue(value)
      }
    }
    if let description = function.function.result, case .memory(let memory) = description.type,
      let operation = unsafe state.resultOperation
    {
      let token = unsafe state.frame.value(of: operation)
      result = try unsafe fetch(
        token,
        memory,
        description.ownership,
        "the result",
        &state,
        on: lane,
        deadline
      )
    }
    return CallResult(
      result: result.map(UntrustedValue.init),
      outputs: unsafe state.outputs,
      errno: answer.error
    )
  }

  /// Sends a note and serves callbacks until the answer is there.
  func exchange(
    _ note: Lane.Note,
    top: Int,
    on lane: CallLane,
    _ deadline: MonotonicTime
  ) throws(CallError) -> Lane.Note {
    let oldTop = lane.top
    lane.top = top
    defer { lane.top = oldTop }
    lane.lane.send(note)
    return try answer(.returned, lane.lane.receive(until: deadline), on: lane, deadline)
  }

  /// Serves callbacks until the answer to a call is there.
  ///
  /// - Parameters:
  ///   - expected: What the answer is.
  ///   - first: What came first.
  ///   - lane: The lane of the call.
  ///   - deadline: When it must be there.
  /// - Returns: The answer.
  /// - Throws: Why there is none.
  func answer(
    _ expected: LaneNote,
    _ first: Lane.Arrival,
    on lane: CallLane,
    _ deadline: MonotonicTime
  ) throws(CallError) -> Lane.Note {
    var failures: [HostFailure] = []
    let answer = try answer(expected, first, on: lane, deadline, &failures)
    if let first = failures.first { throw .hostFunction(first.error) }
    return answer
  }

  /// Serves callbacks until an answer is there; notes the first error of each function of the host.
  func answer(
    _ expected: LaneNote,
    _ first: Lane.Arrival,
    on lane: CallLane,
    _ deadline: MonotonicTime,
    _ failures: inout [HostFailure]
  ) throws(CallError) -> Lane.Note {
    var arrival = first
    var callbacks = 0
    while true {
      switch arrival {
      case .note(let answer):
        switch LaneNote(rawValue: answer.kind) {
        case expected: return answer
        case .refused: throw Self.problem(answer.error, after: false)
        case .callback:
          if let error = try answerCallback(answer, on: lane),
            !failures.contains(where: { $0.function == answer.value })
          {
            failures.append(HostFailure(function: answer.value, error: error))
          }
          callbacks &+= 1
          // A wait that is never in vain does not look at the time.
          if callbacks % 16 == 0, MonotonicTime.now >= deadline { throw end(.timeout(.call)) }
        default: throw violate("answered a call with something else")
        }
      case .late: throw end(.timeout(.call))
      case .stopped: throw ending()
      }
      arrival = lane.lane.receive(until: deadline)
    }
  }

  /// Ends the connection for a reason of the host's; gives how it really ended.
  func end(_ reason: FailureReason) -> CallError {
    _ = queue.push(.end(identifier, reason))
    return ending()
  }

  /// Ends the connection for something that an instance must not do.
  func violate(_ what: String) -> CallError { end(.protocolViolation(what)) }

  /// Runs a function of the host for the library; gives what it threw.
  func answerCallback(_ note: Lane.Note, on lane: CallLane) throws(CallError) -> (any Error)? {
    guard let lent = context.function(note.value), lent.callback.number == Int(note.number) else {
      throw violate("called a function of the host that it does not have any more")
    }
    // The lane lives as long as the connection.
    let call = unsafe CallbackAnswer(
      room: lane.lane.room,
      note: note,
      plan: lent.callback,
      interface: plan.interface,
      connection: identifier,
      kindNames: kindNames
    )
    guard unsafe call.isInRoom, Int(note.start) >= lane.top else {
      throw violate("called a function of the host with arguments that lie elsewhere")
    }
    let oldTop = lane.top
    lane.top = (Int(note.start) + Int(note.length) + 15) & ~15
    defer { lane.top = oldTop }
    var failure: (any Error)?
    var result: InterfaceValue?
    context.beginCallback()
    defer { context.endCallback() }
    do {
      let value = try lent.function.body(unsafe call.arguments())
      if lent.callback.result != nil { result = value }
    } catch {
      failure = error
    }
    do throws(CallError) {
      try unsafe call.store(result)
    } catch {
      failure = failure ?? error
      try? unsafe call.store(nil)
    }
    lane.lane.send(Lane.Note(kind: LaneNote.answer.rawValue))
    return failure
  }

  /// What an instance found wrong.
  static func problem(_ number: Int32, after: Bool) -> CallError {
    switch CallProblem(rawValue: number) {
    case .absent: .noFunction("of this name, as the library has none")
    case .stale: .staleHandle("a handle is stale: what it stood for is gone")
    case .notMapped: .argument("a shared buffer is not mapped in the extension")
    case .noMemory: .noRoom("the extension has no memory left for it")
    case .tooLarge:
      .noRoom("what came back does not fit into the memory for calls (ConnectionOptions.frameSize)")
    case .outside:
      .untrustedResult("a pointer leads to none of the memory that the interface says it does")
    case .unkept:
      .argument(
        "an earlier call of the batch, which should give one of its arguments, was not made"
      )
    case .malformed, nil:
      after
        ? .untrustedResult("the instance could not read it")
        : .argument("the instance could not understand the call")
    }
  }

  /// Serves what the library calls from threads that serve no lane.
  func serveForeignCallbacks() {
    guard let lane = link.lanes.last else { return }
    let link = link
    // Without the thread such calls wait for ever; the calls that wait for them have deadlines.
    try? Thread.start { [weak self] in
      lane.enter()
      while case .note(let note) = lane.lane.receive() {
        guard let connection = self else { break }
        guard note.kind == LaneNote.callback.rawValue else {
          _ = connection.queue.push(
            .end(connection.identifier, .protocolViolation("sent an answer to no call"))
          )
          break
        }
        // What the function throws has nobody to go to.
        guard (try? connection.answerCallback(note, on: lane)) != nil else { break }
      }
      lane.leave()
      _ = link
    }
  }
}

extension MonotonicTime {
  /// The time so much later, or the last one there is.
  func adding(_ duration: Duration) -> MonotonicTime {
    let (seconds, attoseconds) = duration.components
    let nanoseconds = UInt64(clamping: seconds).multipliedReportingOverflow(by: 1_000_000_000)
    let rest = UInt64(clamping: attoseconds / 1_000_000_000)
    let (sum, tooMuch) = nanoseconds.partialValue.addingReportingOverflow(rest)
    return adding(nanoseconds: nanoseconds.overflow || tooMuch ? .max : sum)
  }

  /// The time so much later, or the last one there is.
  func adding(nanoseconds: UInt64) -> MonotonicTime {
    let (time, isTooLate) = self.nanoseconds.addingReportingOverflow(nanoseconds)
    return MonotonicTime(nanoseconds: isTooLate ? UInt64(Int64.max) : min(time, UInt64(Int64.max)))
  }
}
