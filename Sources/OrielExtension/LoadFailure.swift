/// Why a load failed, in the words of the host's program.
public struct LoadFailure: Hashable, Sendable {
  /// The status that the load ended with.
  let status: Int32
  /// A reverse-DNS name that gives the code its meaning.
  public let domain: String
  /// The number of the error in its domain.
  public let code: Int64
  /// The error in words.
  public let text: String

  /// What kind of failure it is.
  public var reason: LoadError { LoadError(status: status) }
}
