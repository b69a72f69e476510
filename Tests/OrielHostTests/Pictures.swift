/// Beginnings of pictures, put together by hand from the standards of their formats.
enum Pictures {
  /// A PNG (ISO/IEC 15948, 11.2.2) up to width and height.
  static func png(width: UInt32, height: UInt32) -> [UInt8] {
    [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]
      + bigEndian(width, 4) + bigEndian(height, 4)
  }

  /// A JPEG (ISO/IEC 10918-1, B.2.2) with an APP0 segment, fill bytes, and a frame header.
  static func jpeg(width: UInt32, height: UInt32, frame: UInt8 = 0xC0) -> [UInt8] {
    [0xFF, 0xD8, 0xFF, 0xE0, 0, 16] + Array("JFIF\0".utf8) + [1, 1, 0, 0, 1, 0, 1, 0, 0]
      + [0xFF, 0xFF, 0xFF, frame, 0, 11, 8] + bigEndian(height, 2) + bigEndian(width, 2)
      + [1, 1, 0x11, 0]
  }

  private static func bigEndian(_ value: UInt32, _ count: UInt32) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * (count - 1 - $0))) }
  }
}
