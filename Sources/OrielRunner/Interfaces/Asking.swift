internal import COriel
internal import OrielSystem
internal import OrielWire

/// Questions to the host, as an extension asks them and gives them up.
enum Asking {
  /// Asks a question whose answer comes with a callback.
  static func start(
    _ question: Ask.Question,
    of request: oriel_request,
    _ callback: UnsafePointer<oriel_answer_callback>?,
    _ ask: UnsafeMutablePointer<oriel_ask>?
  ) throws(Status) {
    let callback = try unsafe ForeignValues.request(callback)
    guard unsafe callback.reserved == 0, unsafe callback.answered != nil else {
      throw .invalidArgument
    }
    // A variable of the extension or NULL, valid during the call; it keeps its value on failure.
    let before = unsafe ask?.pointee
    do {
      _ = try unsafe begin(question, of: request, .callback(AnswerCallback(callback))) { handle in
        // As above.
        unsafe ask?.pointee = handle
      }
    } catch {
      // As above.
      if let before { unsafe ask?.pointee = before }
      throw error
    }
  }

  /// Asks a question and waits for its answer.
  static func wait(
    _ question: Ask.Question,
    of request: oriel_request,
    _ timeout: UInt32,
    _ answer: UnsafeMutablePointer<oriel_answer>?
  ) throws(Status) {
    guard let answer = unsafe answer,
      unsafe Int(answer.pointee.size) >= MemoryLayout<oriel_answer>.size
    else { throw .invalidArgument }
    // Empty until there is an answer.
    unsafe answer.pointee = filled(-1, oriel_bytes())
    guard !OrielThread.isCurrent else { throw .wrongThread }
    let thread = try LoadedContent.io { () throws(SystemError) in
      try BlockedThread<ReceivedAnswer>()
    }
    let identifier = try begin(question, of: request, .thread(thread)) { _ in }
    let table = Instance.current.asks
    var received = thread.wait(milliseconds: timeout)
    if received == nil {
      withdraw(identifier)
      guard !table.remove(identifier) else { throw .timeout }
      // The answer came in between and is being delivered.
      received = thread.wait(milliseconds: 0)
    }
    guard let received else { throw .internal }
    // The table keeps the text as long as the process.
    unsafe answer.pointee = filled(received.takeDescriptor(), table.keep(received.text).lent)
    guard received.status.code == ORIEL_OK else { throw received.status }
  }

  /// Gives up a question.
  static func giveUp(_ ask: oriel_ask) throws(Status) {
    let instance = Instance.current
    let place = instance.request.withLock { $0.handles.place(.ask, ask) }
    guard let place, instance.asks.isPending(UInt64(place)) else { throw .stale }
    withdraw(UInt64(place))
    guard instance.asks.giveUp(UInt64(place)) else { throw .stale }
  }

  /// Tells the host that nobody waits; before the place in the table is free for another question,
  /// so that the host never counts more than there may be.
  private static func withdraw(_ identifier: UInt64) {
    try? Instance.current.channel.send(Ask(.withdrawn), id: identifier)
  }

  private static func filled(_ descriptor: Int32, _ text: oriel_bytes) -> oriel_answer {
    unsafe oriel_answer(
      size: UInt32(MemoryLayout<oriel_answer>.size),
      descriptor: descriptor,
      text: text
    )
  }

  /// Notes the question and asks the host.
  private static func begin(
    _ question: Ask.Question,
    of request: oriel_request,
    _ waiter: AskTable.Waiter,
    announce: (oriel_ask) -> Void
  ) throws(Status) -> UInt64 {
    let instance = Instance.current
    try instance.request.withLock { (record) throws(Status) in
      try record.request(request)
      guard !record.isFinished else { throw .alreadyFinished }
    }
    let wantsDescriptor = if case .openURL = question { false } else { true }
    let identifier = try instance.asks.add(
      AskTable.Pending(waiter: waiter, wantsDescriptor: wantsDescriptor)
    )
    let handle = instance.request.withLock { $0.handles.handle(.ask, Int(identifier)) }
    // Before the host is asked: the callback may come first.
    announce(handle)
    do {
      try instance.channel.send(Ask(question), id: identifier)
    } catch {
      // A question that was refused has no callback, unless the end of the request took it first.
      if instance.asks.remove(identifier) { throw error }
    }
    return identifier
  }
}
