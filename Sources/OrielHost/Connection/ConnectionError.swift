/// Why there is no connection to an extension.
public struct ConnectionError: Error, Sendable, CustomStringConvertible {
  /// What happened to its instance, if there was one.
  public let reason: FailureReason?
  /// What happened, why, and what to do.
  public let description: String

  /// An instance that did not come so far.
  init(_ reason: FailureReason) {
    self.reason = reason
    description = reason.description
  }

  /// Something about the bundle.
  init(_ description: String) {
    reason = nil
    self.description = description
  }
}
