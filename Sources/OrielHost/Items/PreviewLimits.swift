/// How large a preview may be.
public struct PreviewLimits: Hashable, Sendable {
  /// The most pixels of a side.
  public var side: UInt32
  /// The most bytes of the encoded picture.
  public var bytes: UInt64

  /// Gathers the parts.
  public init(side: UInt32 = 2048, bytes: UInt64 = 1 << 20) {
    self.side = side
    self.bytes = bytes
  }
}
