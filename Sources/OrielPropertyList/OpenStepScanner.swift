/// Takes the text of an OpenStep property list apart: space, comments, strings and data.
struct OpenStepScanner: StringScanner {
  /// The text, which is valid UTF-8.
  let text: [UInt8]
  /// The longest string or data, in bytes.
  private let greatestLength: Int
  /// Where the scanner is.
  var offset = 0
  /// The byte of a string whose place is wanted.
  var wanted: WantedByte?

  /// Creates a scanner at the start of a text.
  init(text: [UInt8], greatestLength: Int) {
    self.text = text
    self.greatestLength = greatestLength
  }

  /// Whether a string comes next.
  var startsString: Bool {
    guard let next else { return false }
    return Self.isQuote(next) || Self.isUnquoted(UInt16(next))
  }

  /// Takes a character if it comes next.
  mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    guard next == UInt8(ascii: scalar) else { return false }
    offset += 1
    return true
  }

  // MARK: - Space

  /// Skips white space and comments.
  mutating func skipSpace() throws(PropertyListError) {
    while offset < text.count {
      if Self.isSpace(UInt16(text[offset])) {
        offset += 1
      } else if isAtSeparator {
        offset += 3
      } else if starts(with: "//") {
        while offset < text.count, text[offset] != 0x0A, text[offset] != 0x0D, !isAtSeparator {
          offset += 1
        }
      } else if starts(with: "/*") {
        try skipComment()
      } else {
        return
      }
    }
  }

  /// Skips a comment that has an end of its own.
  private mutating func skipComment() throws(PropertyListError) {
    let start = offset
    offset += 2
    while offset < text.count {
      if starts(with: "*/") {
        offset += 2
        return
      }
      offset += 1
    }
    throw failure("the comment is not closed", at: start)
  }

  /// Whether U+2028 or U+2029 comes next.
  private var isAtSeparator: Bool {
    offset + 2 < text.count && text[offset] == 0xE2 && text[offset + 1] == 0x80
      && (text[offset + 2] == 0xA8 || text[offset + 2] == 0xA9)
  }

  /// Whether two characters come next.
  private func starts(with pair: StaticString) -> Bool {
    guard text.count - offset >= pair.utf8CodeUnitCount else { return false }
    // A static string keeps its bytes in constant memory for as long as the program runs.
    return pair.withUTF8Buffer { unsafe $0.elementsEqual(text[offset..<(offset + $0.count)]) }
  }

  // MARK: - Strings

  /// Reads a string with or without quotes.
  mutating func readString() throws(PropertyListError) -> String {
    let start = offset
    if let quote = next, Self.isQuote(quote) { return try readQuoted(quote) }
    while offset < text.count, Self.isUnquoted(UInt16(text[offset])) { offset += 1 }
    try checkLength(offset - start, of: "string", at: start)
    return String(decoding: text[start..<offset], as: UTF8.self)
  }

  /// Reads a string up to its closing quote.
  private mutating func readQuoted(_ quote: UInt8) throws(PropertyListError) -> String {
    let start = offset
    offset += 1
    var bytes: [UInt8] = []
    var decoder = UTF16Decoder()
    while offset < text.count {
      let byte = text[offset]
      wanted?.note(bytes.count, at: offset)
      if byte == UInt8(ascii: "\\") {
        try readEscape(into: &bytes, &decoder)
      } else {
        guard decoder.isComplete else { throw halfPair(at: offset) }
        offset += 1
        if byte == quote { return String(decoding: bytes, as: UTF8.self) }
        bytes.append(byte)
      }
      try checkLength(bytes.count, of: "string", at: start)
    }
    throw failure("the string is not closed", at: start)
  }

  /// The error for one half of a pair of `\U` escapes without the other.
  private func halfPair(at offset: Int) -> PropertyListError {
    failure("half of a surrogate pair stands alone", at: offset, .encoding)
  }

  /// Reads an escape; one without a meaning stands for the character after the backslash.
  private mutating func readEscape(
    into bytes: inout [UInt8],
    _ decoder: inout UTF16Decoder
  ) throws(PropertyListError) {
    let start = offset
    offset += 1
    guard let letter = next else { return }
    offset += 1
    let unit: UInt16
    switch letter {
    case UInt8(ascii: "0")...UInt8(ascii: "7"): unit = try readOctal(letter, at: start)
    case UInt8(ascii: "U"): unit = try readUnit(at: start)
    case UInt8(ascii: "a"): unit = 0x07
    case UInt8(ascii: "b"): unit = 0x08
    case UInt8(ascii: "t"): unit = 0x09
    case UInt8(ascii: "n"): unit = 0x0A
    case UInt8(ascii: "v"): unit = 0x0B
    case UInt8(ascii: "f"): unit = 0x0C
    case UInt8(ascii: "r"): unit = 0x0D
    default:
      guard decoder.isComplete else { throw halfPair(at: start) }
      // The rest of a longer character follows as plain text.
      bytes.append(letter)
      return
    }
    guard decoder.append(unit, to: &bytes) else { throw halfPair(at: start) }
  }

  /// Reads the rest of an octal escape, which stands for a character of NextStep's encoding.
  private mutating func readOctal(
    _ first: UInt8,
    at start: Int
  ) throws(PropertyListError) -> UInt16 {
    var value = Int(first - UInt8(ascii: "0"))
    for _ in 0..<2 {
      guard let digit = next, (UInt8(ascii: "0")...UInt8(ascii: "7")).contains(digit) else { break }
      value = value * 8 + Int(digit - UInt8(ascii: "0"))
      offset += 1
    }
    guard let unit = NextStepEncoding.unit(of: value) else {
      throw failure("the escape stands for no character of NextStep's encoding", at: start)
    }
    return unit
  }

  /// Reads the digits of a `\U` escape.
  private mutating func readUnit(at start: Int) throws(PropertyListError) -> UInt16 {
    var value: UInt16 = 0
    var count = 0
    while count < 4, let byte = next, let digit = Self.hexadecimalDigit(UInt16(byte)) {
      value = value << 4 | UInt16(digit)
      count += 1
      offset += 1
    }
    guard count > 0 else { throw failure("'\\U' needs hexadecimal digits after it", at: start) }
    return value
  }

  /// Checks the length of a string or data.
  private func checkLength(
    _ length: Int,
    of what: String,
    at start: Int
  ) throws(PropertyListError) {
    guard length <= greatestLength else {
      throw failure("the \(what) is longer than \(greatestLength) bytes", at: start, .limit)
    }
  }

  // MARK: - Data

  /// Reads data up to its closing angle; white space may stand between bytes.
  mutating func readData() throws(PropertyListError) -> [UInt8] {
    let start = offset
    offset += 1
    var bytes: [UInt8] = []
    while true {
      while offset < text.count, Self.isSpace(UInt16(text[offset])) { offset += 1 }
      if take(">") { return bytes }
      guard let first = next else { throw failure("the data is not closed", at: start) }
      guard let high = Self.hexadecimalDigit(UInt16(first)) else {
        throw unexpected(instead: "a hexadecimal digit or '>'")
      }
      offset += 1
      guard let second = next, let low = Self.hexadecimalDigit(UInt16(second)) else {
        throw unexpected(instead: "the second digit of a byte")
      }
      offset += 1
      bytes.append(high << 4 | low)
      try checkLength(bytes.count, of: "data", at: start)
    }
  }

  // MARK: - Classes of characters

  /// Whether a byte opens and closes strings.
  private static func isQuote(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'")
  }

  /// Whether a code unit is white space of one byte.
  static func isSpace(_ unit: UInt16) -> Bool { unit == 0x20 || (0x09...0x0D).contains(unit) }

  /// Whether a code unit may be part of a string without quotes.
  static func isUnquoted(_ unit: UInt16) -> Bool {
    switch unit {
    case UInt16(ascii: "a")...UInt16(ascii: "z"), UInt16(ascii: "A")...UInt16(ascii: "Z"),
      UInt16(ascii: "0")...UInt16(ascii: "9"), UInt16(ascii: "_"), UInt16(ascii: "$"),
      UInt16(ascii: "/"), UInt16(ascii: ":"), UInt16(ascii: "."), UInt16(ascii: "-"):
      true
    default: false
    }
  }

  /// The value of a hexadecimal digit.
  static func hexadecimalDigit(_ unit: UInt16) -> UInt8? {
    switch unit {
    case UInt16(ascii: "0")...UInt16(ascii: "9"): UInt8(unit - UInt16(ascii: "0"))
    case UInt16(ascii: "a")...UInt16(ascii: "f"): UInt8(unit - UInt16(ascii: "a") + 10)
    case UInt16(ascii: "A")...UInt16(ascii: "F"): UInt8(unit - UInt16(ascii: "A") + 10)
    default: nil
    }
  }
}
