/// Finds the best JPEG of a photograph that is small enough.
///
/// The trade-off: quality 85 is hardly told from the original, so the largest image that fits at 85
/// is looked for first; what room is left then raises the quality, to 95 at most, above which files
/// grow and nobody sees why.
struct PhotoFitter {
  /// A photograph that fits.
  struct Fitted {
    /// The JPEG file.
    let file: [UInt8]
    /// Its size in pixels.
    let size: PixelSize
    /// The quality it was encoded with.
    let quality: Int
  }

  /// The quality that decides about the size.
  private static let baseQuality = 85
  /// The best quality.
  private static let topQuality = 95
  /// No longer edge is longer than this: it is enough for any screen, and bounds time and memory.
  private static let maximumLongEdge = 4096
  /// How many sizes are tried; each try aims at the right size, so the second mostly fits.
  private static let maximumTries = 12

  /// How many bytes the file may have.
  let maximumFileSize: Int

  /// Finds the best JPEG of the photograph in a JPEG file.
  func fit(_ file: [UInt8]) throws(PhotoBlogError) -> Fitted {
    let decoder = try JPEGDecoder(file)
    let encoder = try JPEGEncoder()
    var longEdge = min(decoder.size.longEdge, Self.maximumLongEdge)
    for _ in 0..<Self.maximumTries {
      let size = decoder.size.scaled(toLongEdge: longEdge)
      let pixels = try decoder.decode(atLeast: size).scaled(to: size)
        .upright(from: decoder.orientation)
      let file = try encoder.encode(pixels, quality: Self.baseQuality)
      if file.count <= maximumFileSize {
        let base = Fitted(file: file, size: pixels.size, quality: Self.baseQuality)
        return try improve(base, of: pixels, with: encoder)
      }
      guard longEdge > 1 else { break }
      longEdge = nextLongEdge(after: longEdge, fileSize: file.count)
    }
    throw .unencodable("no size of it is small enough")
  }

  /// The longer edge at which the file probably fits, given the size at another one.
  private func nextLongEdge(after longEdge: Int, fileSize: Int) -> Int {
    // Files grow a little slower than areas do, so the square root aims slightly too low or right;
    // the margin keeps an unlucky guess from costing another try.
    let ratio = (Double(maximumFileSize) / Double(fileSize)).squareRoot() * 0.98
    return max(1, min(longEdge - 1, Int(Double(longEdge) * ratio)))
  }

  /// Raises the quality as far as the file still fits, by bisection.
  private func improve(
    _ base: Fitted,
    of pixels: Pixels,
    with encoder: borrowing JPEGEncoder
  ) throws(PhotoBlogError) -> Fitted {
    var best = base
    var tooHigh = Self.topQuality + 1
    while best.quality + 1 < tooHigh {
      let quality = (best.quality + tooHigh) / 2
      let file = try encoder.encode(pixels, quality: quality)
      if file.count <= maximumFileSize {
        best = Fitted(file: file, size: pixels.size, quality: quality)
      } else {
        tooHigh = quality
      }
    }
    return best
  }
}
