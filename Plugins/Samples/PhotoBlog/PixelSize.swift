/// The width and the height of an image.
struct PixelSize: Hashable, CustomStringConvertible {
  /// Pixels in a row.
  var width: Int
  /// Rows.
  var height: Int

  /// How many pixels there are.
  var area: Int { width * height }

  /// The longer edge.
  var longEdge: Int { max(width, height) }

  /// The size in the usual notation.
  var description: String { "\(width)×\(height)" }

  /// The size of the same shape whose longer edge is `longEdge`, rounded.
  func scaled(toLongEdge longEdge: Int) -> PixelSize {
    let own = self.longEdge
    guard own > 0 else { return self }
    return PixelSize(
      width: max(1, (width * longEdge + own / 2) / own),
      height: max(1, (height * longEdge + own / 2) / own)
    )
  }

  /// The size after a quarter turn.
  var turned: PixelSize { PixelSize(width: height, height: width) }
}
