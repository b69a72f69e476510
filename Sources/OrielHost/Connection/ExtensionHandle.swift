/// An object in an extension, which the host can only pass back; the instance checks it at each use.
public final class ExtensionHandle: Sendable {
  /// The name of its type in the interface.
  public let type: String
  /// The integers that are known from the call that made it, by name.
  public let attributes: [String: Int64]
  /// What the instance knows it by.
  let token: UInt64
  /// The number of its type.
  let kind: Int
  /// The connection that it is of.
  let connection: UInt64

  /// Wraps a token.
  init(
    type: String,
    kind: Int,
    token: UInt64,
    connection: UInt64,
    attributes: [String: Int64] = [:]
  ) {
    self.type = type
    self.kind = kind
    self.token = token
    self.connection = connection
    self.attributes = attributes
  }
}
