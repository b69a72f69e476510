package import OrielTypes

/// What the header of a picture tells; read without decoding anything.
package struct ImageHeader: Hashable, Sendable {
  /// `public.png` or `public.jpeg`.
  package let type: TypeIdentifier
  /// The size; never 0.
  package let size: PixelSize

  /// Reads a header; nil when the bytes are no PNG or JPEG, or end before their size.
  package init?(_ bytes: [UInt8]) {
    if let size = Self.pngSize(bytes) {
      (type, self.size) = (.png, size)
    } else if let size = Self.jpegSize(bytes) {
      (type, self.size) = (.jpeg, size)
    } else {
      return nil
    }
  }

  /// PNG (ISO/IEC 15948): the signature, and IHDR as the first chunk.
  private static func pngSize(_ bytes: [UInt8]) -> PixelSize? {
    let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    let header: [UInt8] = [0, 0, 0, 13] + Array("IHDR".utf8)
    guard bytes.starts(with: signature + header) else { return nil }
    return size(width: number(bytes, at: 16, count: 4), height: number(bytes, at: 20, count: 4))
  }

  /// JPEG (ISO/IEC 10918-1): the first frame header, whatever the markers before it.
  private static func jpegSize(_ bytes: [UInt8]) -> PixelSize? {
    guard bytes.starts(with: [0xFF, 0xD8]) else { return nil }
    var place = 2
    while place < bytes.count {
      guard bytes[place] == 0xFF else { return nil }
      // Any number of fill bytes may come before a marker.
      while place < bytes.count, bytes[place] == 0xFF { place += 1 }
      guard place < bytes.count else { return nil }
      let marker = bytes[place]
      place += 1
      switch marker {
      // Markers without a length.
      case 0x01, 0xD0...0xD7: continue
      // A second start, the end, or data before any frame.
      case 0x00, 0xD8, 0xD9, 0xDA: return nil
      // SOF0 to SOF15 without DHT, JPG and DAC.
      case 0xC0...0xC3, 0xC5...0xC7, 0xC9...0xCB, 0xCD...0xCF:
        return size(
          width: number(bytes, at: place + 5, count: 2),
          height: number(bytes, at: place + 3, count: 2)
        )
      default:
        guard let length = number(bytes, at: place, count: 2), length >= 2 else { return nil }
        place += Int(length)
      }
    }
    return nil
  }

  /// A size without zeros.
  private static func size(width: UInt32?, height: UInt32?) -> PixelSize? {
    guard let width, let height, width > 0, height > 0 else { return nil }
    return PixelSize(width: width, height: height)
  }

  /// A big-endian number; nil behind the end.
  private static func number(_ bytes: [UInt8], at place: Int, count: Int) -> UInt32? {
    guard place + count <= bytes.count else { return nil }
    return bytes[place..<place + count].reduce(0) { $0 << 8 | UInt32($1) }
  }
}
