/// Writes JSON in UTF-8, one member or element a line.
struct JSONPropertyListWriter {
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
    text.append(contentsOf: repeatElement(0x20, count: 2 * depth))
  }

  /// Writes a value.
  private mutating func write(_ value: PropertyListValue, depth: Int) {
    switch value {
    case .string(let string): write(string)
    case .integer(let number): text.append(contentsOf: "\(number)".utf8)
    case .unsigned(let number): text.append(contentsOf: "\(number)".utf8)
    case .real(let number) where number.isFinite: text.append(contentsOf: "\(number)".utf8)
    case .real(let number): write("\(number)")
    case .boolean(let flag): text.append(contentsOf: (flag ? "true" : "false").utf8)
    case .date(let date): write(date.xmlText ?? "2001-01-01T00:00:00Z")
    case .data(let bytes): write(XMLScalars.base64Text(bytes))
    case .array(let elements):
      text.append(UInt8(ascii: "["))
      for (index, element) in elements.enumerated() {
        if index > 0 { text.append(UInt8(ascii: ",")) }
        startLine(depth: depth + 1)
        write(element, depth: depth + 1)
      }
      if !elements.isEmpty { startLine(depth: depth) }
      text.append(UInt8(ascii: "]"))
    case .dictionary(let dictionary):
      text.append(UInt8(ascii: "{"))
      for (index, entry) in dictionary.entries.enumerated() {
        if index > 0 { text.append(UInt8(ascii: ",")) }
        startLine(depth: depth + 1)
        write(entry.key)
        text.append(contentsOf: ": ".utf8)
        write(entry.value, depth: depth + 1)
      }
      if !dictionary.isEmpty { startLine(depth: depth) }
      text.append(UInt8(ascii: "}"))
    }
  }

  /// Writes a string.
  private mutating func write(_ string: String) {
    text.append(UInt8(ascii: "\""))
    for byte in string.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"):
        text.append(contentsOf: [UInt8(ascii: "\\"), byte])
      case 0x0A: text.append(contentsOf: "\\n".utf8)
      case 0x0D: text.append(contentsOf: "\\r".utf8)
      case 0x09: text.append(contentsOf: "\\t".utf8)
      case 0..<0x20, 0x7F:
        text.append(contentsOf: "\\u00".utf8)
        text.append(contentsOf: String(byte >> 4, radix: 16).utf8)
        text.append(contentsOf: String(byte & 15, radix: 16).utf8)
      default: text.append(byte)
      }
    }
    text.append(UInt8(ascii: "\""))
  }
}
