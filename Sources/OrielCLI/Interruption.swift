internal import OrielSystem

/// Remembers the signal that asked the program to end.
final class Interruption: Sendable {
  /// The number of the first signal.
  private let first = Lock<Int32?>(nil)

  /// The number of the signal that came, if one did.
  var signal: Int32? { first.withLock { $0 } }

  /// Remembers a signal; tells whether another came before it.
  func note(_ number: Int32) -> Bool {
    first.withLock { first in
      guard first == nil else { return true }
      first = number
      return false
    }
  }
}
