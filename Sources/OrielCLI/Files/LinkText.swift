/// Tells a link from other text.
enum LinkText {
  /// Why a text is no link by RFC 3986, or nothing when it is one.
  ///
  /// What a link means is the business of who opens it; this finds what was never meant as one.
  static func problem(with text: String) -> String? {
    let bytes = Array(text.utf8)
    guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")) else {
      return "it has no scheme, such as 'https:'"
    }
    let scheme = bytes[..<colon]
    guard let first = scheme.first, isLetter(first), scheme.allSatisfy(isOfScheme) else {
      return "it does not begin with a scheme, such as 'https:'"
    }
    guard colon < bytes.count - 1 else { return "nothing follows the scheme" }
    for (place, byte) in bytes.enumerated() {
      switch byte {
      case UInt8(ascii: " "): return "it holds a space; write %20"
      case 0..<0x20, 0x7F: return "it holds a control character"
      case 0x80...: return "it holds a character outside ASCII; percent-encode it"
      case _ where Self.unsafe.contains(byte):
        return "it holds '\(Character(Unicode.Scalar(byte)))'; percent-encode it"
      case UInt8(ascii: "%"):
        let digits = bytes.dropFirst(place + 1).prefix(2)
        guard digits.count == 2, digits.allSatisfy(isHexadecimal) else {
          return "it holds a '%' without two hexadecimal digits"
        }
      default: continue
      }
    }
    return nil
  }

  /// What stands in no link without being encoded.
  private static let unsafe = Set("\"<>\\^`{|}".utf8)

  /// Whether a byte is an ASCII letter.
  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }

  /// Whether a byte is a decimal digit.
  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  /// Whether a byte is a hexadecimal digit.
  private static func isHexadecimal(_ byte: UInt8) -> Bool {
    isDigit(byte) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte | 0x20)
  }

  /// Whether a byte may stand in a scheme.
  private static func isOfScheme(_ byte: UInt8) -> Bool {
    isLetter(byte) || isDigit(byte) || "+-.".utf8.contains(byte)
  }
}
