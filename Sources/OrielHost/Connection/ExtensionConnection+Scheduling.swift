internal import OrielSystem
internal import OrielWire

/// Calls of tasks, which must not block the threads that they run on.
extension ExtensionConnection {
  /// How often a task looks for the answer before a thread waits for it: a few microseconds.
  private static let spinsOfTasks: UInt32 = 250

  /// Makes a call for a task.
  ///
  /// A call that the instance answers at once is over without any other thread. One that takes longer
  /// is handed over to a thread of the connection, and the task is suspended.
  func schedule(
    _ function: FunctionPlan,
    _ table: ExtensionHandle?,
    _ arguments: [InterfaceValue],
    _ options: CallOptions
  ) async throws(CallError) -> CallResult {
    link.main.lane.expectSending()
    let timeout = timeout(options)
    guard self.options.spins, table == nil, let plain = function.plain,
      arguments.count == function.argumentCount, !hasAbsent || !absent.contains(function.number),
      let lane = tryEnter(isConcurrent: function.isConcurrent)
    else {
      return try await perform(on: workers) { () throws(CallError) in
        try self.perform(function, table, arguments, options)
      }
    }
    guard !Task.isCancelled else {
      lane.leave()
      throw .cancelled
    }
    let oldTop = lane.top
    guard let top = sendPlainly(function, plain, arguments, on: lane) else {
      lane.leave()
      return try await perform(on: workers) { () throws(CallError) in
        try self.perform(function, nil, arguments, options)
      }
    }
    lane.top = top
    let heard = lane.lane.receiveAwake(spins: Self.spinsOfTasks)
    // Asking for the library's words is one more call, which may block.
    if let heard, heard.kind == LaneNote.returnedPlainly.rawValue,
      function.function.failure?.message == nil
    {
      defer {
        lane.top = oldTop
        lane.leave()
      }
      return try finishPlainly(function, plain, arguments, heard, on: lane, timeout)
    }
    lane.handOver()
    return try await perform(on: waiters) { () throws(CallError) in
      lane.takeOver()
      defer {
        lane.top = oldTop
        lane.leave()
      }
      return try self.finishPlainly(function, plain, arguments, heard, on: lane, timeout)
    }
  }

  /// Has a thread do something, and waits without blocking this one.
  func perform<Value: Sendable>(
    on threads: WorkQueue,
    _ body: @escaping @Sendable () throws(CallError) -> Value
  ) async throws(CallError) -> Value {
    let promise = Promise<Result<Value, CallError>>()
    let result = await withTaskCancellationHandler {
      threads.add {
        // One that was cancelled before it began is not made; one that was begun is waited for, so
        // that the lane is free again.
        guard threads === self.waiters || promise.value == nil else { return }
        do throws(CallError) {
          promise.fulfil(.success(try body()))
        } catch {
          promise.fulfil(.failure(error))
        }
      }
      return await promise.get()
    } onCancel: {
      promise.fulfil(.failure(.cancelled))
    }
    return try result.get()
  }
}
