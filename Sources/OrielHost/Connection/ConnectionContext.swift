internal import OrielSystem

/// The functions of the host that libraries may call now, by number.
final class ConnectionContext: Sendable {
  /// A function with how it is called.
  struct Lent: Sendable {
    /// The function.
    let function: HostFunction
    /// How its arguments are read.
    let callback: CallbackPlan
  }

  private struct State: Sendable {
    var functions: [UInt64: Lent] = [:]
    var next: UInt64 = 1
  }

  private let state = Lock(State())

  /// Lends a function; gives its number, which is never used again.
  func lend(_ function: HostFunction, as callback: CallbackPlan) -> UInt64 {
    state.withLock { state in
      defer { state.next += 1 }
      state.functions[state.next] = Lent(function: function, callback: callback)
      return state.next
    }
  }

  /// Takes functions back.
  func takeBack(_ numbers: [UInt64]) {
    guard !numbers.isEmpty else { return }
    state.withLock { state in
      for number in numbers { state.functions[number] = nil }
    }
  }

  /// The function of a number; nil for one that is not lent any more.
  func function(_ number: UInt64) -> Lent? {
    state.withLock { $0.functions[number] }
  }
}
