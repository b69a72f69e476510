/// Writes OpenStep text in UTF-8, one entry or element a line.
struct OpenStepPropertyListWriter {
  /// The text so far.
  private var text: [UInt8] = []

  /// Writes a document.
  mutating func document(_ root: PropertyListValue) -> [UInt8] {
    write(root, depth: 0)
    text.append(0x0A)
    return text
  }

  /// Starts a line.
  private mutating func startLine(depth: Int) {
    text.append(0x0A)
    text.append(contentsOf: repeatElement(0x09, count: depth))
  }

  /// Writes a value.
  private mutating func write(_ value: PropertyListValue, depth: Int) {
    switch value {
    case .string(let string): write(string)
    case .integer(let number): write("\(number)")
    case .unsigned(let number): write("\(number)")
    case .real(let number): write("\(number)")
    case .boolean(let flag): write(flag ? "YES" : "NO")
    case .date(let date): write(date.xmlText ?? "2001-01-01T00:00:00Z")
    case .data(let bytes):
      text.append(UInt8(ascii: "<"))
      for byte in bytes { text.append(contentsOf: [Self.digit(byte >> 4), Self.digit(byte & 15)]) }
      text.append(UInt8(ascii: ">"))
    case .array(let elements):
      text.append(UInt8(ascii: "("))
      for element in elements {
        startLine(depth: depth + 1)
        write(element, depth: depth + 1)
        text.append(UInt8(ascii: ","))
      }
      if !elements.isEmpty { startLine(depth: depth) }
      text.append(UInt8(ascii: ")"))
    case .dictionary(let dictionary):
      text.append(UInt8(ascii: "{"))
      for entry in dictionary.entries {
        startLine(depth: depth + 1)
        write(entry.key)
        text.append(contentsOf: " = ".utf8)
        write(entry.value, depth: depth + 1)
        text.append(UInt8(ascii: ";"))
      }
      if !dictionary.isEmpty { startLine(depth: depth) }
      text.append(UInt8(ascii: "}"))
    }
  }

  /// A hexadecimal digit.
  private static func digit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
  }

  /// Writes a string, with quotes unless it is a plain word.
  private mutating func write(_ string: String) {
    let isWord = string.utf8.allSatisfy {
      // Of all characters that need no quotes these cannot begin a comment.
      $0 != UInt8(ascii: "/") && OpenStepScanner.isUnquoted(UInt16($0))
    }
    guard !isWord || string.isEmpty else {
      text.append(contentsOf: string.utf8)
      return
    }
    text.append(UInt8(ascii: "\""))
    for byte in string.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"):
        text.append(contentsOf: [UInt8(ascii: "\\"), byte])
      case 0x0A: text.append(contentsOf: "\\n".utf8)
      case 0x0D: text.append(contentsOf: "\\r".utf8)
      case 0x09: text.append(contentsOf: "\\t".utf8)
      case 0..<0x20, 0x7F:
        text.append(contentsOf: "\\U00".utf8)
        text.append(contentsOf: [Self.digit(byte >> 4), Self.digit(byte & 15)])
      default: text.append(byte)
      }
    }
    text.append(UInt8(ascii: "\""))
  }
}
