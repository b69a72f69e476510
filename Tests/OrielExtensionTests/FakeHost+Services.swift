import COriel
import Dispatch
import Glibc
import Synchronization

extension FakeHost {
  /// A question's callback, in a form that may cross threads.
  @safe struct AnswerCallback: Sendable {
    let context: UInt
    let answered:
      @convention(c) @Sendable (
        UnsafeMutableRawPointer?, oriel_status, UnsafeMutablePointer<oriel_answer>
      ) -> Void
    let release: @convention(c) @Sendable (UnsafeMutableRawPointer?) -> Void
  }

  /// Connections.
  static var networkTable: oriel_host_network {
    unsafe oriel_host_network(
      connect: { request, host, port, callback, out in
        guard request == FakeHost.request else { return ORIEL_E_STALE }
        let what = "connect \(unsafe text(host)):\(port)"
        return unsafe FakeHost.current.ask(what, callback?.pointee, out)
      },
      connect_blocking: { _, _, _, _, _ in ORIEL_E_UNSUPPORTED },
      cancel: { FakeHost.giveUp($0) }
    )
  }

  /// URLs.
  static var openURLTable: oriel_host_open_url {
    unsafe oriel_host_open_url(
      open: { _, url, callback, out in
        let what = "open \(unsafe text(url))"
        return unsafe FakeHost.current.ask(what, callback?.pointee, out)
      },
      cancel: { FakeHost.giveUp($0) }
    )
  }

  /// Files that the user chooses.
  static var filesTable: oriel_host_files {
    unsafe oriel_host_files(
      choose: { _, mode, prompt, callback, out in
        let what = "choose \(mode) \(unsafe text(prompt))"
        return unsafe FakeHost.current.ask(what, callback?.pointee, out)
      },
      cancel: { FakeHost.giveUp($0) }
    )
  }

  /// Answers a question when and how the test says, with a descriptor of its own.
  private func ask(
    _ what: String,
    _ callback: oriel_answer_callback?,
    _ out: UnsafeMutablePointer<oriel_ask>?
  ) -> oriel_status {
    let (time, status) = state.withLock { state in
      state.asked.append(what)
      return (state.loadTime, state.askStatus)
    }
    guard status == ORIEL_OK else { return status }
    guard let callback = unsafe callback, unsafe callback.size == 32,
      let answered = unsafe callback.answered, let release = unsafe callback.release
    else { return ORIEL_E_INVALID_ARGUMENT }
    let pending = unsafe AnswerCallback(
      context: UInt(bitPattern: callback.context),
      answered: unsafeBitCast(
        answered,
        to: (@convention(c) @Sendable (
          UnsafeMutableRawPointer?, oriel_status, UnsafeMutablePointer<oriel_answer>
        ) -> Void).self
      ),
      release: unsafeBitCast(
        release,
        to: (@convention(c) @Sendable (UnsafeMutableRawPointer?) -> Void).self
      )
    )
    unsafe out?.pointee = 88
    switch time {
    case .beforeReturn: Self.answer(pending)
    case .onAnotherThread: DispatchQueue.global().async { Self.answer(pending) }
    case .whenCancelled: state.withLock { $0.pendingAnswers[88] = pending }
    }
    return ORIEL_OK
  }

  /// Gives up a question.
  private static func giveUp(_ ask: oriel_ask) -> oriel_status {
    let pending = current.state.withLock { $0.pendingAnswers.removeValue(forKey: ask) }
    guard let pending else { return ORIEL_E_STALE }
    current.state.withLock { $0.answer = (ORIEL_E_CANCELLED, "") }
    answer(pending)
    return ORIEL_OK
  }

  /// Calls a question's callback and releases its context.
  private static func answer(_ pending: AnswerCallback) {
    let (status, words) = current.state.withLock { $0.answer }
    // The context is the SDK's, kept until release is called.
    let context = unsafe UnsafeMutableRawPointer(bitPattern: pending.context)
    var answer = unsafe oriel_answer(size: 24, descriptor: -1, text: oriel_bytes())
    _ = unsafe lend(words, to: &answer.text)
    if status == ORIEL_OK { unsafe answer.descriptor = dup(0) }
    let number = unsafe answer.descriptor
    unsafe pending.answered(context, status, &answer)
    // What the SDK does not take is closed, as the real host does.
    let left = unsafe answer.descriptor
    if left >= 0 { close(left) }
    unsafe pending.release(context)
    current.state.withLock { state in
      state.contextReleases += 1
      if number >= 0 { state.passed.append(number) }
    }
  }
}
