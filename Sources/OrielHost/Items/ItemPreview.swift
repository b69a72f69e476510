public import OrielTypes

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

/// A preview that was checked.
public struct PreviewImage: Hashable, Sendable {
  /// `public.png` or `public.jpeg`.
  public let type: TypeIdentifier
  /// The size that the picture's header tells.
  public let size: PixelSize
  /// The encoded picture.
  public let bytes: [UInt8]

  /// Checks a picture.
  init(_ bytes: [UInt8], limits: PreviewLimits) throws(ItemLoadError) {
    guard UInt64(bytes.count) <= limits.bytes else {
      throw ItemLoadError(
        .tooLarge,
        "the preview has \(bytes.count) bytes, more than \(limits.bytes)"
      )
    }
    guard let header = ImageHeader(bytes) else {
      throw ItemLoadError(.unsupported, "the preview is neither PNG nor JPEG")
    }
    guard header.size.width <= limits.side, header.size.height <= limits.side else {
      throw ItemLoadError(
        .tooLarge,
        "the preview has \(header.size.width) × \(header.size.height) pixels; "
          + "a side may have \(limits.side)"
      )
    }
    type = header.type
    size = header.size
    self.bytes = bytes
  }
}
