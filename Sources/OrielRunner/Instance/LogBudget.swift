internal import OrielSystem

/// The bytes that an instance may still log, so that no honest extension floods its host.
final class LogBudget: Sendable {
  private let remaining: Lock<Int>

  /// A budget of so many bytes.
  init(bytes: Int) {
    remaining = Lock(bytes)
  }

  /// Takes bytes out of the budget; false when it does not hold so many.
  func take(_ count: Int) -> Bool {
    remaining.withLock { remaining in
      guard count <= remaining else { return false }
      remaining -= count
      return true
    }
  }
}
