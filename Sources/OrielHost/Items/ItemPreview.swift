/// A small picture of a thing, for an extension that shows what it was given.
///
/// Previews are PNG or JPEG. The host reads type and size from the header of each before it passes
/// the picture on, and never decodes it; see ``PreviewLimits``.
public struct ItemPreview: Sendable {
  /// What a function that makes a preview is told.
  public struct Context: Sendable {
    /// The size that the extension would like: the picture should fit into it.
    public let preferredSize: PixelSize
    /// The identifier of the extension that asks; nil when this process does.
    public let requester: String?
  }

  /// Makes a preview when it is asked for, as ``ItemProvider/Loader`` makes a content; what it gives
  /// are the bytes of a picture.
  public typealias Maker = @Sendable (Context) async throws -> [UInt8]

  /// Where the picture comes from.
  enum Source: Sendable {
    /// These bytes.
    case bytes([UInt8])
    /// What a function gives.
    case deferred(Maker)
  }

  /// Where the picture comes from.
  let source: Source
  /// Who may see the preview.
  public var visibility: ItemVisibility

  /// A picture that is there.
  public init(_ bytes: [UInt8], visibility: ItemVisibility = .all) {
    source = .bytes(bytes)
    self.visibility = visibility
  }

  /// A picture that a function makes when it is asked for.
  public init(visibility: ItemVisibility = .all, make: @escaping Maker) {
    source = .deferred(make)
    self.visibility = visibility
  }
}
