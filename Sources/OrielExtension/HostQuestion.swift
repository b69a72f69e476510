internal import COriel
internal import Synchronization

/// One question that a task waits for; kept alive by the host until its release is called.
final class HostQuestion: Sendable {
  /// An answer, in values that may cross threads.
  struct Answer: Sendable {
    /// The status.
    let status: oriel_status
    /// The descriptor, which whoever has the answer closes; -1 without one.
    var descriptor: Int32 = -1
    /// What the host says.
    var text = ""
  }

  /// Asks, as the slots of the host's tables do.
  typealias Asking = (
    UnsafePointer<oriel_answer_callback>, UnsafeMutablePointer<oriel_ask>
  ) -> oriel_status

  /// What the lock protects.
  private struct State {
    /// The task that waits.
    var continuation: CheckedContinuation<Answer, Never>?
    /// The question's handle, once the host has given it.
    var handle: oriel_ask?
    /// Whether the waiting task was cancelled.
    var isCancelled = false
  }

  /// Gives the question up.
  private let giveUp: @Sendable (oriel_ask) -> oriel_status
  /// Guarded by a lock: the waiting task, its canceller and the Oriel thread meet here.
  private let state = Mutex(State())

  /// Prepares a question.
  private init(giveUp: @escaping @Sendable (oriel_ask) -> oriel_status) {
    self.giveUp = giveUp
  }

  /// Asks a question and waits for its answer; throws any status but success.
  @safe static func ask(
    cancel: @escaping @Sendable (oriel_ask) -> oriel_status,
    _ ask: Asking
  ) async throws(ServiceError) -> Answer {
    guard !Task.isCancelled else { throw ServiceError(status: ORIEL_E_CANCELLED) }
    let question = HostQuestion(giveUp: cancel)
    let answer = await withTaskCancellationHandler {
      await withCheckedContinuation { unsafe question.start(ask, $0) }
    } onCancel: {
      question.cancel()
    }
    guard answer.status == ORIEL_OK else {
      throw ServiceError(status: answer.status, reason: answer.text)
    }
    return answer
  }

  /// Asks the host; the continuation is resumed exactly once, here or by the callback.
  private func start(_ ask: Asking, _ continuation: CheckedContinuation<Answer, Never>) {
    state.withLock { $0.continuation = continuation }
    // Balanced by the callback's release, or below when nothing was asked.
    let context = unsafe Unmanaged.passRetained(self)
    var callback = unsafe oriel_answer_callback(
      size: UInt32(MemoryLayout<oriel_answer_callback>.size),
      reserved: 0,
      context: context.toOpaque(),
      answered: { unsafe HostQuestion.from($0)?.end(status: $1, $2) },
      release: { context in
        guard let context = unsafe context else { return }
        // The host calls this once, with the context that was retained for it.
        unsafe Unmanaged<HostQuestion>.fromOpaque(context).release()
      }
    )
    var handle: oriel_ask = 0
    // Both pointers are to local variables, which the host reads during the call.
    let status = unsafe ask(&callback, &handle)
    guard status == ORIEL_OK else {
      finish(Answer(status: status))
      // No callback follows, so nobody else releases the context.
      unsafe context.release()
      return
    }
    let mustCancel = state.withLock { state in
      state.handle = handle
      return state.isCancelled
    }
    if mustCancel { _ = giveUp(handle) }
  }

  /// The question that a callback's context is.
  private static func from(_ context: UnsafeMutableRawPointer?) -> HostQuestion? {
    guard let context = unsafe context else { return nil }
    // The context is retained until the host calls release, after this call.
    return unsafe Unmanaged<HostQuestion>.fromOpaque(context).takeUnretainedValue()
  }

  /// Takes the host's answer; called on the Oriel thread.
  private func end(status: oriel_status, _ answer: UnsafeMutablePointer<oriel_answer>) {
    // The structure and its text are valid during this call.
    let text = unsafe String(decoding: copyBytes(answer.pointee.text), as: UTF8.self)
    let descriptor = unsafe answer.pointee.descriptor
    // Taken over: what is left there would be closed.
    unsafe answer.pointee.descriptor = -1
    finish(Answer(status: status, descriptor: descriptor, text: text))
  }

  /// Resumes the waiting task once.
  private func finish(_ answer: Answer) {
    let continuation = state.withLock { state in
      defer { state.continuation = nil }
      return state.continuation
    }
    continuation?.resume(returning: answer)
  }

  /// Asks the host to give up; the callback still comes and ends the wait.
  private func cancel() {
    let handle = state.withLock { state in
      state.isCancelled = true
      return state.handle
    }
    // A handle whose question has its answer is refused by the host, and that is fine.
    if let handle { _ = giveUp(handle) }
  }
}
