/// An image in memory: rows from the top, three bytes a pixel, red, green and blue.
struct Pixels {
  /// Bytes in a pixel.
  static let channels = 3

  /// The size.
  let size: PixelSize
  /// The samples.
  var samples: [UInt8]
}

extension Pixels {
  /// The image as it is meant to be seen.
  func upright(from orientation: Orientation) -> Pixels {
    guard orientation != .upright else { return self }
    let target = orientation.isTurned ? size.turned : size
    var result = [UInt8](repeating: 0, count: samples.count)
    var written = 0
    for y in 0..<target.height {
      for x in 0..<target.width {
        let source = orientation.source(x: x, y: y, in: size)
        let read = (source.y &* size.width &+ source.x) &* Self.channels
        result[written] = samples[read]
        result[written &+ 1] = samples[read &+ 1]
        result[written &+ 2] = samples[read &+ 2]
        written &+= Self.channels
      }
    }
    return Pixels(size: target, samples: result)
  }
}
