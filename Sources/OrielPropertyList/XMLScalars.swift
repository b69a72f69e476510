/// The texts of the simple elements of XML property lists.
enum XMLScalars {
  /// A whole number: decimal or, after `0x`, hexadecimal, with a sign.
  static func integer(_ text: String) -> PropertyListValue? {
    var digits = Substring(text)
    let isNegative = digits.first == "-"
    if isNegative || digits.first == "+" { digits = digits.dropFirst() }
    var radix = 10
    if digits.hasPrefix("0x") || digits.hasPrefix("0X") {
      digits = digits.dropFirst(2)
      radix = 16
    }
    guard digits.first?.isHexDigit == true, let magnitude = UInt64(digits, radix: radix) else {
      return nil
    }
    guard isNegative else { return .number(magnitude) }
    guard magnitude <= Int64.min.magnitude else { return nil }
    return .integer(Int64(truncatingIfNeeded: 0 &- magnitude))
  }

  /// A floating-point number, or one of the words for those without digits.
  static func real(_ text: String) -> Double? {
    switch text.lowercased() {
    case "nan": return .nan
    case "inf", "+inf", "infinity", "+infinity": return .infinity
    case "-inf", "-infinity": return -.infinity
    default:
      let allowed = text.utf8.allSatisfy {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
          || [UInt8(ascii: "."), UInt8(ascii: "+"), UInt8(ascii: "-")].contains($0)
          || $0 | 0x20 == UInt8(ascii: "e")
      }
      return allowed && text.utf8.count <= 512 ? Double(text) : nil
    }
  }

  /// A date of the form `2001-01-01T00:00:00Z`.
  static func date(_ text: String) -> PropertyListDate? {
    var bytes = Array(text.utf8)
    let isNegative = bytes.first == UInt8(ascii: "-")
    if isNegative { bytes.removeFirst() }
    let pattern = Array("dddd-dd-ddTdd:dd:ddZ".utf8)
    guard bytes.count == pattern.count else { return nil }
    var numbers: [Int64] = [0]
    for (byte, expected) in zip(bytes, pattern) {
      if expected == UInt8(ascii: "d") {
        guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
        numbers[numbers.count - 1] = numbers[numbers.count - 1] * 10 + Int64(byte & 0x0F)
      } else {
        guard byte == expected else { return nil }
        numbers.append(0)
      }
    }
    return PropertyListDate(
      year: isNegative ? -numbers[0] : numbers[0],
      month: numbers[1],
      day: numbers[2],
      hour: numbers[3],
      minute: numbers[4],
      second: numbers[5]
    )
  }

  /// Base64 with any white space between its characters.
  ///
  /// - Throws: ``Base64Error`` with the index of the first byte that does not belong.
  static func base64(_ text: [UInt8]) throws(Base64Error) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(text.count / 4 * 3)
    var buffer: UInt32 = 0
    var count = 0
    var padding = 0
    for (index, byte) in text.enumerated() where !XMLScanner.isSpace(byte) {
      let value: UInt32
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): value = UInt32(byte - UInt8(ascii: "A"))
      case UInt8(ascii: "a")...UInt8(ascii: "z"): value = UInt32(byte - UInt8(ascii: "a")) + 26
      case UInt8(ascii: "0")...UInt8(ascii: "9"): value = UInt32(byte - UInt8(ascii: "0")) + 52
      case UInt8(ascii: "+"): value = 62
      case UInt8(ascii: "/"): value = 63
      case UInt8(ascii: "="):
        padding += 1
        guard count % 4 >= 2, count % 4 + padding <= 4 else {
          throw Base64Error(index: index)
        }
        continue
      default: throw Base64Error(index: index)
      }
      guard padding == 0 else { throw Base64Error(index: index) }
      buffer = buffer << 6 | value
      count += 1
      if count % 4 == 0 {
        result.append(UInt8(truncatingIfNeeded: buffer >> 16))
        result.append(UInt8(truncatingIfNeeded: buffer >> 8))
        result.append(UInt8(truncatingIfNeeded: buffer))
      }
    }
    guard padding == (4 - count % 4) % 4 else { throw Base64Error(index: text.count) }
    if count % 4 == 2 {
      result.append(UInt8(truncatingIfNeeded: buffer >> 4))
    } else if count % 4 == 3 {
      result.append(UInt8(truncatingIfNeeded: buffer >> 10))
      result.append(UInt8(truncatingIfNeeded: buffer >> 2))
    }
    return result
  }

  /// Bytes as Base64 in one line.
  static func base64Text(_ bytes: [UInt8]) -> String {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count + 2) / 3 * 4)
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      let bits = group.reduce(UInt32(0)) { $0 << 8 | UInt32($1) } << (8 * UInt32(3 - group.count))
      for position in 0..<4 {
        let index = Int(bits >> UInt32(18 - 6 * position) & 0x3F)
        text.append(position <= group.count ? alphabet[index] : UInt8(ascii: "="))
      }
    }
    return String(decoding: text, as: UTF8.self)
  }
}

/// Where a text is not Base64.
struct Base64Error: Error {
  /// The index of the first byte that does not belong; the count when the end comes too early.
  let index: Int
}
