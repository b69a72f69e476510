internal import COriel
internal import Glibc

/// The callback that an extension wants to be made when a question has its answer.
@safe struct AnswerCallback: @unchecked Sendable {
  // Invariant: the functions are called on the Oriel thread only, each once, and the extension gave
  // the context away for that.
  private let callback: oriel_answer_callback

  /// Takes over a callback.
  init(_ callback: oriel_answer_callback) {
    unsafe self.callback = callback
  }

  /// Makes the callback and then releases its context.
  func tell(_ received: ReceivedAnswer) {
    Instance.current.callback {
      var answer = unsafe oriel_answer(
        size: UInt32(MemoryLayout<oriel_answer>.size),
        descriptor: received.takeDescriptor(),
        text: received.text.lent
      )
      // The extension's function with its own context; the structure and its text outlive the call.
      unsafe callback.answered?(callback.context, received.status.code, &answer)
      if unsafe answer.descriptor >= 0 { close(unsafe answer.descriptor) }
      // The last use of the context.
      unsafe callback.release?(callback.context)
    }
  }
}
