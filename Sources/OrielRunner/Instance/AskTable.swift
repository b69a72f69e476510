internal import COriel
internal import Glibc
internal import OrielSystem
internal import OrielWire

/// The questions of a request that the host has not answered.
///
/// Every question ends exactly once: by the host's answer, by being given up, with the request, or
/// with the host.
final class AskTable: Sendable {
  /// Who waits for an answer.
  enum Waiter {
    /// A callback, made on the Oriel thread.
    case callback(AnswerCallback)
    /// A thread that is blocked.
    case thread(BlockedThread<ReceivedAnswer>)
  }

  /// A question that has not ended.
  struct Pending {
    let waiter: Waiter
    /// Whether an answer that is not a failure comes with a descriptor.
    let wantsDescriptor: Bool
  }

  private struct State {
    var nextIdentifier: UInt64 = 1
    var pending: [UInt64: Pending] = [:]
    /// How many questions have ended and are not told yet.
    var untold = 0
    /// Whether the request has ended, so that nothing may be asked.
    var isClosed = false
    /// Questions that ended without the host, to be told on the Oriel thread.
    var ended: [(Waiter, Status)] = []
    /// The texts that blocked threads were given, which stay valid; each once.
    var kept: [[UInt8]: StableBytes] = [:]
  }

  private let state = Lock(State())
  private let wake: @Sendable () -> Void

  /// An empty table; the function tells the Oriel thread to look at it.
  init(wake: @escaping @Sendable () -> Void) {
    self.wake = wake
  }

  /// Adds a question; gives its identifier.
  func add(_ question: Pending) throws(Status) -> UInt64 {
    try state.withLock { (state) throws(Status) in
      guard !state.isClosed else { throw .alreadyFinished }
      guard state.pending.count < Int(ORIEL_MAX_ASKS) else { throw .tooLarge }
      let identifier = state.nextIdentifier
      // 32 bits fit a handle; no request asks so much.
      guard identifier <= UInt64(UInt32.max) else { throw .tooLarge }
      state.nextIdentifier += 1
      state.pending[identifier] = question
      return identifier
    }
  }

  /// Whether a question waits for its answer.
  func isPending(_ identifier: UInt64) -> Bool {
    state.withLock { $0.pending[identifier] != nil }
  }

  /// Takes a question out without telling its waiter; false when it has ended before.
  func remove(_ identifier: UInt64) -> Bool {
    state.withLock { $0.pending.removeValue(forKey: identifier) != nil }
  }

  /// Ends a question that was given up; false when it has ended before.
  func giveUp(_ identifier: UInt64) -> Bool {
    let wasPending = state.withLock { state in
      guard let question = state.pending.removeValue(forKey: identifier) else { return false }
      state.ended.append((question.waiter, .cancelled))
      state.untold += 1
      return true
    }
    if wasPending { wake() }
    return wasPending
  }

  /// Ends every question with a status, and lets nothing be asked any more.
  func endAll(with status: Status) {
    state.withLock { state in
      state.isClosed = true
      state.untold += state.pending.count
      for question in state.pending.values { state.ended.append((question.waiter, status)) }
      state.pending = [:]
    }
    wake()
  }

  /// Tells the waiters of ended questions; on the Oriel thread.
  func deliverEnded() {
    let ended = state.withLock { state in
      let ended = state.ended
      state.ended = []
      return ended
    }
    for (waiter, status) in ended { tell(waiter, ReceivedAnswer(status)) }
  }

  /// Ends a question with the host's answer; an answer to one that has ended is dropped.
  func end(_ identifier: UInt64, with answer: Answer, descriptor: consuming Descriptor?) {
    let question = state.withLock { state in
      let question = state.pending.removeValue(forKey: identifier)
      if question != nil { state.untold += 1 }
      return question
    }
    guard let question else { return }
    let received = ReceivedAnswer(answer, descriptor: descriptor)
    // The kernel passes none to a process that has as many as it may.
    let isLost =
      question.wantsDescriptor && received.status.code == ORIEL_OK && !received.hasDescriptor
    tell(question.waiter, isLost ? ReceivedAnswer(.noMemory) : received)
  }

  private func tell(_ waiter: Waiter, _ answer: ReceivedAnswer) {
    switch waiter {
    case .callback(let callback): callback.tell(answer)
    case .thread(let thread): thread.tell(answer)
    }
    state.withLock { $0.untold -= 1 }
    Instance.current.loop.wake()
  }

  /// Whether every question has ended and whoever waited for it was told.
  var isIdle: Bool { state.withLock { $0.pending.isEmpty && $0.untold == 0 } }

  /// The text of an answer in memory that stays as long as the process.
  func keep(_ text: StableBytes) -> StableBytes {
    let content = text.copy
    return state.withLock { state in
      if let kept = state.kept[content] { return kept }
      state.kept[content] = text
      return text
    }
  }
}

/// An answer of the host, or the end of a question without one.
final class ReceivedAnswer: Sendable {
  /// How the question ended.
  let status: Status
  /// The name of a file, or why there is nothing.
  let text: StableBytes
  private let descriptor: Lock<Int32>

  /// The end of a question without an answer.
  init(_ status: Status) {
    self.status = status
    text = StableBytes([])
    descriptor = Lock(-1)
  }

  /// An answer of the host.
  init(_ answer: Answer, descriptor: consuming Descriptor?) {
    status = Status(code: answer.status)
    text = StableBytes(answer.text)
    let number: Int32 = if let descriptor { descriptor.release() } else { -1 }
    self.descriptor = Lock(number)
  }

  deinit {
    let number = takeDescriptor()
    if number >= 0 { close(number) }
  }

  /// Whether a descriptor came with the answer and was not taken.
  var hasDescriptor: Bool { descriptor.withLock { $0 >= 0 } }

  /// Gives the descriptor away; -1 when there is none.
  func takeDescriptor() -> Int32 {
    descriptor.withLock { number in
      defer { number = -1 }
      return number
    }
  }
}
