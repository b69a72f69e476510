internal import OrielSystem
internal import Synchronization

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
  /// How many functions of the host run for libraries.
  private let running = Atomic<Int>(0)

  /// Whether a function of the host runs for a library; in one that does, this is always true.
  var hasCallbacks: Bool { running.load(ordering: .relaxed) != 0 }

  /// A function of the host is about to run on this thread.
  func beginCallback() { running.add(1, ordering: .relaxed) }

  /// A function of the host has run.
  func endCallback() { running.subtract(1, ordering: .relaxed) }

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
