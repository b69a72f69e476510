/// A zip archive without compression, made byte by byte, so that it can say what no zip program
/// writes.
struct ZipArchive {
  /// The entries with their data.
  private var local: [UInt8] = []
  /// The directory.
  private var directory: [UInt8] = []
  /// The number of entries.
  private var count = 0

  /// Adds an entry.
  ///
  /// - Parameters:
  ///   - name: The path; one of a folder ends with a slash.
  ///   - content: The bytes.
  ///   - mode: The mode with the kind of the file, as Unix has it.
  ///   - flags: The general purpose flags; 1 is encryption.
  ///   - size: The size that is announced, if it is not that of the content.
  mutating func add(
    _ name: String,
    _ content: [UInt8] = [],
    mode: UInt32 = 0o100644,
    flags: UInt16 = 0x800,
    size: Int? = nil
  ) {
    let bytes = Array(name.utf8)
    let offset = local.count
    func number(_ value: Int, _ width: Int) -> [UInt8] {
      (0..<width).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    let common =
      number(Int(flags), 2) + number(0, 2) + number(0, 2) + number(0x21, 2)
      + number(Int(Self.checksum(content)), 4) + number(size ?? content.count, 4)
      + number(size ?? content.count, 4) + number(bytes.count, 2) + number(0, 2)
    local += Array("PK\u{3}\u{4}".utf8) + number(20, 2) + common + bytes + content
    directory +=
      Array("PK\u{1}\u{2}".utf8) + number(0x314, 2) + number(20, 2) + common + number(0, 2)
      + number(0, 2) + number(0, 2) + number(Int(mode) << 16, 4) + number(offset, 4) + bytes
    count += 1
  }

  /// The whole archive with its directory.
  var ended: [UInt8] {
    func number(_ value: Int, _ width: Int) -> [UInt8] {
      (0..<width).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    return local + directory + Array("PK\u{5}\u{6}".utf8) + number(0, 4) + number(count, 2)
      + number(count, 2) + number(directory.count, 4) + number(local.count, 4) + number(0, 2)
  }

  /// The checksum CRC-32.
  private static func checksum(_ bytes: [UInt8]) -> UInt32 {
    var sum = ~UInt32(0)
    for byte in bytes {
      sum ^= UInt32(byte)
      for _ in 0..<8 {
        let isOdd = sum & 1 != 0
        sum >>= 1
        if isOdd { sum ^= 0xEDB8_8320 }
      }
    }
    return ~sum
  }
}
