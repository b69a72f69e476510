/// The size of a picture, in pixels.
public struct PixelSize: Hashable, Sendable {
  /// The width.
  public var width: UInt32
  /// The height.
  public var height: UInt32

  /// Gathers the parts.
  public init(width: UInt32, height: UInt32) {
    self.width = width
    self.height = height
  }
}
