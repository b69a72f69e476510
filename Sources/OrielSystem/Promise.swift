/// A value that comes once, which threads and tasks can wait for.
package final class Promise<Value: Sendable>: Sendable {
  /// What is known.
  private struct State {
    /// The value, once it was given.
    var value: Value?
    /// Who wants to be told.
    var waiting: [@Sendable (Value) -> Void] = []
  }

  /// What is known.
  private let state = Monitor(State())

  /// A promise of a value.
  package init() {}

  /// Gives the value, unless it was given before.
  package func fulfil(_ value: Value) {
    let waiting = state.change { state in
      guard state.value == nil else { return [@Sendable (Value) -> Void]() }
      state.value = value
      defer { state.waiting = [] }
      return state.waiting
    }
    for body in waiting { body(value) }
  }

  /// The value, if it was given.
  package var value: Value? { state.withLock { $0.value } }

  /// Blocks the thread until the value is given.
  package func wait() -> Value { state.wait { $0.value } }

  /// Calls a function with the value, at once or when it is given.
  package func whenFulfilled(_ body: @escaping @Sendable (Value) -> Void) {
    let value = state.withLock { state in
      if state.value == nil { state.waiting.append(body) }
      return state.value
    }
    if let value { body(value) }
  }

  /// Waits for the value without blocking a thread.
  package func get() async -> Value {
    await withCheckedContinuation { continuation in
      whenFulfilled { continuation.resume(returning: $0) }
    }
  }
}
