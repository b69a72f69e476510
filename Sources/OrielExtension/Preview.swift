/// A small picture of what an attachment holds.
public struct Preview: Hashable, Sendable {
  /// `public.png` or `public.jpeg`.
  public let type: ContentType
  /// The width that the picture's header tells, in pixels.
  public let width: Int
  /// The height that the picture's header tells, in pixels.
  public let height: Int
  /// The encoded picture, of which the host has read no more than the header.
  public let bytes: [UInt8]
}
