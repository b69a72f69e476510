internal import OrielSystem
internal import OrielWire

/// Making many calls with one exchange.
extension ExtensionConnection {
  /// Makes the calls of a batch one after the other, and waits until all are made.
  ///
  /// It blocks the thread; tasks use ``call(_:options:)``.
  ///
  /// - Parameters:
  ///   - batch: The calls.
  ///   - options: What differs for this batch; the time is for all of its calls together.
  /// - Returns: What each call has given.
  /// - Throws: Why no call was made, or how the connection ended meanwhile.
  public func callSynchronously(
    _ batch: CallBatch,
    options: CallOptions = CallOptions()
  ) throws(CallError) -> BatchResult {
    BatchResult(results: try perform(batch, options), batch: batch.identifier)
  }

  /// Makes the calls of a batch one after the other, without blocking the thread.
  ///
  /// Cancelling the task ends the wait; calls that run already go on in the extension.
  ///
  /// - Parameters:
  ///   - batch: The calls.
  ///   - options: What differs for this batch; the time is for all of its calls together.
  /// - Returns: What each call has given.
  /// - Throws: Why no call was made, or how the connection ended meanwhile.
  public func call(
    _ batch: CallBatch,
    options: CallOptions = CallOptions()
  ) async throws(CallError) -> BatchResult {
    try await perform(on: workers) { () throws(CallError) in
      try self.callSynchronously(batch, options: options)
    }
  }

  private func perform(
    _ batch: CallBatch,
    _ options: CallOptions
  ) throws(CallError) -> [Result<CallResult, CallError>] {
    let functions = try functions(of: batch)
    guard !functions.isEmpty else { return [] }
    let lane = enter(isConcurrent: functions.allSatisfy(\.isConcurrent))
    defer { lane.leave() }
    guard lane.depth <= CallLane.depthLimit else {
      throw .noRoom("more than \(CallLane.depthLimit) calls are inside one another")
    }
    let timeout = timeout(options)
    let deadline = MonotonicTime.now.adding(nanoseconds: timeout)
    var lent: [UInt64] = []
    defer { context.takeBack(lent) }
    let writer = try unsafe write(batch, functions, on: lane, &lent)
    var note = Lane.Note(kind: LaneNote.callBatch.rawValue)
    note.start = UInt32(unsafe writer.start)
    note.length = UInt32(unsafe writer.end - writer.start)
    note.count = UInt32(functions.count)
    let oldTop = lane.top
    defer { lane.top = oldTop }
    lane.top = unsafe writer.end
    lane.lane.send(note)
    var failures: [HostFailure] = []
    let first = lane.lane.receive(until: deadline)
    let answer = try answer(.returnedBatch, first, on: lane, deadline, &failures)
    let answerEnd = Int(answer.start)
    guard answerEnd >= lane.top, unsafe answerEnd <= lane.lane.room.count else {
      throw violate("said that the answers of a batch end where they cannot")
    }
    // What is asked for now must not disturb what is still to be read.
    lane.top = (answerEnd + 15) & ~15
    var results: [Result<CallResult, CallError>] = []
    for index in functions.indices {
      let result: Result<CallResult, CallError>
      do throws(CallError) {
        let own = batch.requests[index].arguments.map { Self.kept($0, by: results) }
        let call = unsafe writer.calls[index]
        let answer = unsafe writer.answer(to: index)
        let given = try unsafe finish(call, own, answer, failures, on: lane, deadline, timeout)
        result = .success(given)
      } catch {
        if link.end.value != nil { throw error }
        result = .failure(error)
      }
      results.append(result)
    }
    return results
  }

  /// The functions that a batch calls.
  private func functions(of batch: CallBatch) throws(CallError) -> [FunctionPlan] {
    guard batch.requests.count <= BatchEntry.limit else {
      throw .noRoom("a batch has at most \(BatchEntry.limit) calls")
    }
    var functions: [FunctionPlan] = []
    for request in batch.requests {
      let name = request.table.map { "\($0.type).\(request.name)" } ?? request.name
      let known =
        if let table = request.table { plan.tables[table.type]?[request.name] } else {
          plan.names[request.name]
        }
      guard let function = known, !absent.contains(function.number) else { throw .noFunction(name) }
      guard request.arguments.count == function.argumentCount else {
        throw .argument(
          "'\(name)' takes \(function.argumentCount) arguments, not \(request.arguments.count)"
        )
      }
      functions.append(function)
    }
    return functions
  }

  /// Writes a batch; gives also what was lent for it when an error is thrown.
  private func write(
    _ batch: CallBatch,
    _ functions: [FunctionPlan],
    on lane: CallLane,
    _ lent: inout [UInt64]
  ) throws(CallError) -> BatchWriter {
    let room = unsafe lane.lane.room
    let isFull = CallError.noRoom(
      "the batch does not fit into the memory for calls (ConnectionOptions.frameSize)"
    )
    // The lane lives as long as the connection.
    let empty = unsafe BatchWriter(room, at: lane.top, calls: functions.count)
    guard var writer = unsafe empty else { throw isFull }
    for (request, function) in zip(batch.requests, functions) {
      if request.table == nil, let plain = function.plain {
        let start = unsafe writer.end
        let length = unsafe plain.write(
          request.arguments,
          to: room,
          at: start,
          connection: identifier
        )
        if let length {
          unsafe writer.add(function, plain, length: length)
          continue
        }
      }
      let frame = unsafe FrameWriter(
        room,
        at: writer.end,
        operations: function.operations(for: request.arguments),
        head: function.head
      )
      guard let frame = unsafe frame else { throw isFull }
      var state = unsafe CallState(
        plan: function,
        arguments: request.arguments,
        receiver: request.table,
        connection: identifier,
        frame: frame
      )
      unsafe state.batch = batch.identifier
      unsafe state.earlier = writer.sources
      defer { unsafe lent += state.lent }
      try unsafe state.encode(context)
      guard unsafe writer.add(state) else { throw isFull }
    }
    return unsafe writer
  }

  /// Reads what a call of a batch has given.
  private func finish(
    _ call: BatchWriter.Call,
    _ arguments: [InterfaceValue],
    _ answer: Lane.Note,
    _ failures: [HostFailure],
    on lane: CallLane,
    _ deadline: MonotonicTime,
    _ timeout: UInt64
  ) throws(CallError) -> CallResult {
    let kind = LaneNote(rawValue: answer.kind)
    if kind == .refused { throw Self.problem(answer.error, after: false) }
    switch unsafe call {
    case .plain(let function, let plain):
      guard kind == .returnedPlainly else { throw violate("answered a call with something else") }
      return try finishPlainly(function, plain, arguments, answer, on: lane, timeout)
    case .general(var state):
      guard kind == .returned else { throw violate("answered a call with something else") }
      for failure in failures where unsafe state.lent.contains(failure.function) {
        throw .hostFunction(failure.error)
      }
      if answer.value != 0 {
        throw Self.problem(Int32(truncatingIfNeeded: answer.value >> 32), after: true)
      }
      unsafe state.arguments = arguments
      unsafe state.answerEnd = lane.top
      return try unsafe finish(&state, answer, on: lane, deadline)
    }
  }

  /// An argument, or what an earlier call has given for it.
  private static func kept(
    _ argument: InterfaceValue,
    by results: [Result<CallResult, CallError>]
  ) -> InterfaceValue {
    guard case .promise(let promise) = argument, promise.call < results.count,
      case .success(let result) = results[promise.call]
    else { return argument }
    let value =
      switch promise.part {
      case .result: result.result
      case .output(let name): result.outputs[name]
      }
    return value?.unchecked ?? argument
  }
}
