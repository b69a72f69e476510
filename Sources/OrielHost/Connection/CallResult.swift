/// What a function of an extension has given.
public struct CallResult: Sendable {
  /// What it returned; nil for `void`.
  public let result: UntrustedValue?
  /// What came back through its parameters, by name.
  public let outputs: [String: UntrustedValue]
  /// What it left in `errno`.
  public let errno: Int32
}
