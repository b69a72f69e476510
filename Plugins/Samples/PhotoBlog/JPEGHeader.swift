/// What the segments before a JPEG's image data say, read without trusting any of their lengths.
struct JPEGHeader {
  /// How the camera was held.
  private(set) var orientation = Orientation.upright
  /// Whether the image comes in several scans, for which a decoder keeps all coefficients.
  private(set) var isProgressive = false

  /// Reads a file's header; nil when the file is not a JPEG.
  init?(_ file: [UInt8]) {
    guard file.starts(with: [0xff, 0xd8, 0xff]) else { return nil }
    let reader = ByteReader(file, isBigEndian: true)
    var offset = 2
    while let marker = reader.number16(at: offset), marker >= 0xff01 {
      // Fill bytes before a marker.
      if marker == 0xffff {
        offset += 1
        continue
      }
      // The image data begin at SOS, and a file without any ends at EOI.
      if marker == 0xffda || marker == 0xffd9 { break }
      guard let length = reader.number16(at: offset + 2), length >= 2 else { break }
      let content = offset + 4..<offset + 2 + Int(length)
      guard content.upperBound <= file.count else { break }
      switch marker {
      case 0xffc2, 0xffc6, 0xffca, 0xffce: isProgressive = true
      case 0xffe1: readExif(Array(file[content]))
      default: break
      }
      offset = content.upperBound
    }
  }

  /// Looks for the orientation in an Exif segment.
  private mutating func readExif(_ segment: [UInt8]) {
    guard segment.starts(with: [0x45, 0x78, 0x69, 0x66, 0, 0]) else { return }
    let tiff = Array(segment.dropFirst(6))
    let isBigEndian = tiff.starts(with: [0x4d, 0x4d])
    guard isBigEndian || tiff.starts(with: [0x49, 0x49]) else { return }
    let reader = ByteReader(tiff, isBigEndian: isBigEndian)
    guard let directory = reader.number32(at: 4).map(Int.init),
      let count = reader.number16(at: directory)
    else { return }
    for index in 0..<Int(count) {
      // An entry: tag, type, count of values, value or its offset; the orientation is one short.
      let entry = directory + 2 + index * 12
      guard let tag = reader.number16(at: entry) else { return }
      guard tag == 0x0112 else { continue }
      if reader.number16(at: entry + 2) == 3, let value = reader.number16(at: entry + 8) {
        orientation = Orientation(rawValue: value) ?? .upright
      }
      return
    }
  }
}

/// Reads numbers at offsets that may lie anywhere.
private struct ByteReader {
  /// The bytes.
  private let bytes: [UInt8]
  /// Whether the highest byte comes first.
  private let isBigEndian: Bool

  /// Reads from bytes in one byte order.
  init(_ bytes: [UInt8], isBigEndian: Bool) {
    self.bytes = bytes
    self.isBigEndian = isBigEndian
  }

  /// The 16-bit number at an offset; nil past the end.
  func number16(at offset: Int) -> UInt16? {
    guard offset >= 0, offset + 2 <= bytes.count else { return nil }
    let (first, second) = (UInt16(bytes[offset]), UInt16(bytes[offset + 1]))
    return isBigEndian ? first << 8 | second : second << 8 | first
  }

  /// The 32-bit number at an offset; nil past the end.
  func number32(at offset: Int) -> UInt32? {
    guard let first = number16(at: offset), let second = number16(at: offset + 2) else {
      return nil
    }
    return isBigEndian
      ? UInt32(first) << 16 | UInt32(second) : UInt32(second) << 16 | UInt32(first)
  }
}
