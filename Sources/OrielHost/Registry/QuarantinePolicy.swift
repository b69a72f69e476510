/// After how many failures in a row an extension is not offered any more.
///
/// A failure is a crash, a forbidden system call, a violation of the protocol, memory or storage
/// beyond the limit, or a deadline that passed. What the user or the host gave up does not count, and
/// nothing counts that went wrong before the extension ran.
public struct QuarantinePolicy: Sendable, Hashable {
  /// The failures in a row, at least 1.
  public var failures: Int
  /// The time within which they happen.
  public var period: Duration

  /// Creates a policy; what makes no sense is taken as 1 failure and as no time.
  public init(failures: Int, period: Duration) {
    self.failures = max(1, failures)
    self.period = max(.zero, period)
  }

  /// Three failures in a row within ten minutes.
  public static let standard = QuarantinePolicy(failures: 3, period: .seconds(600))
}
