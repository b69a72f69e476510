internal import OrielSystem

/// How far a load is: told by who makes the content, seen by who waits for it.
///
/// Tell as often as you like: only the newest value is passed on, a few times a second.
public final class LoadProgress: Sendable {
  /// How far a load is.
  public struct Value: Hashable, Sendable {
    /// The units that are done.
    public var completed: UInt64
    /// All units; nil while that is not known.
    public var total: UInt64?

    /// Gathers the parts; never more is done than there is.
    public init(completed: UInt64, total: UInt64? = nil) {
      self.completed = total.map { min(completed, $0) } ?? completed
      self.total = total
    }

    /// The part that is done, from 0 to 1; nil while that is not known.
    public var fraction: Double? {
      guard let total else { return nil }
      return total == 0 ? 1 : Double(completed) / Double(total)
    }
  }

  /// What is known.
  private struct State: Sendable {
    /// The newest value.
    var value: Value?
    /// Whether somebody was told that there is a new one and has not looked.
    var isAnnounced = false
  }

  /// What is known.
  private let state = Lock(State())
  /// Tells that there is a new value.
  private let announce: @Sendable () -> Void
  /// Gets every value at once.
  private let receiver: (@Sendable (Value) -> Void)?

  /// Progress that nobody has told of; the function is called when there is something to take.
  init(announce: @escaping @Sendable () -> Void) {
    self.announce = announce
    receiver = nil
  }

  /// Progress whose every value is passed on at once.
  init(passingTo receiver: (@Sendable (Value) -> Void)?) {
    announce = {}
    self.receiver = receiver
  }

  /// Tells how many units are done.
  ///
  /// - Parameters:
  ///   - completed: The units that are done, such as bytes.
  ///   - total: All units; nil or 0 while that is not known.
  public func report(completed: UInt64, of total: UInt64? = nil) {
    let value = Value(completed: completed, total: total == 0 ? nil : total)
    receiver?(value)
    let mustAnnounce = state.withLock { state in
      state.value = value
      defer { state.isAnnounced = true }
      return !state.isAnnounced
    }
    if mustAnnounce { announce() }
  }

  /// Tells which part is done.
  ///
  /// - Parameter fraction: From 0 to 1; what is outside counts as the nearer of the two.
  public func report(fraction: Double) {
    // Also for what is no number.
    let part = fraction > 0 ? min(fraction, 1) : 0
    report(completed: UInt64(part * 1000), of: 1000)
  }

  /// The newest value; nil while nothing was told.
  public var value: Value? { state.withLock { $0.value } }

  /// Whether there is a value that nobody has taken.
  var isAnnounced: Bool { state.withLock { $0.isAnnounced } }

  /// Takes the newest value; the next one is announced again.
  func take() -> Value? {
    state.withLock { state in
      state.isAnnounced = false
      return state.value
    }
  }
}
