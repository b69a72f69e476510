public import OrielTypes

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
