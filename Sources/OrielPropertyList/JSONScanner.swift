/// Takes JSON text apart: space, strings, numbers and words.
struct JSONScanner: StringScanner {
  /// The text, which is valid UTF-8.
  let text: [UInt8]
  /// The longest string, in bytes.
  private let greatestLength: Int
  /// Where the scanner is.
  var offset = 0
  /// The byte of a string whose place is wanted.
  var wanted: WantedByte?

  /// The longest number, in characters; nobody needs one so long.
  private static let greatestNumberLength = 1024

  /// Creates a scanner at the start of a text.
  init(text: [UInt8], greatestLength: Int) {
    self.text = text
    self.greatestLength = greatestLength
  }

  /// Whether a number comes next.
  var startsNumber: Bool { next == UInt8(ascii: "-") || startsDigit }

  /// Whether a digit comes next.
  private var startsDigit: Bool {
    next.map { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ?? false
  }

  /// Takes a character if it comes next.
  mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    guard next == UInt8(ascii: scalar) else { return false }
    offset += 1
    return true
  }

  // MARK: - Space

  /// Skips white space; a comment, which other formats have, is refused by name.
  mutating func skipSpace() throws(PropertyListError) {
    while offset < text.count {
      switch text[offset] {
      case 0x20, 0x09, 0x0A, 0x0D: offset += 1
      case UInt8(ascii: "/"), UInt8(ascii: "#"):
        throw failure("JSON has no comments; remove this one", at: offset)
      default: return
      }
    }
  }

  // MARK: - Values

  /// Reads a word of letters; empty when none comes next.
  mutating func readWord() -> String {
    let start = offset
    while offset < text.count, Self.isWordByte(text[offset]) { offset += 1 }
    return String(decoding: text[start..<min(offset, start + 64)], as: UTF8.self)
  }

  /// Reads a string, whose opening quote comes next.
  mutating func readString() throws(PropertyListError) -> String {
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
        if byte == UInt8(ascii: "\"") {
          offset += 1
          return String(decoding: bytes, as: UTF8.self)
        }
        guard byte >= 0x20 else {
          throw failure(
            byte == 0x0A || byte == 0x0D
              ? "the string is not closed in its line; write '\\n' for a line end"
              : "a control character in a string needs an escape such as '\\u0009'",
            at: offset
          )
        }
        bytes.append(byte)
        offset += 1
      }
      guard bytes.count <= greatestLength else {
        throw failure("the string is longer than \(greatestLength) bytes", at: start, .limit)
      }
    }
    throw failure("the string is not closed", at: start)
  }

  /// The error for one half of a pair of `\u` escapes without the other.
  private func halfPair(at offset: Int) -> PropertyListError {
    failure("half of a surrogate pair stands alone", at: offset, .encoding)
  }

  /// Reads an escape.
  private mutating func readEscape(
    into bytes: inout [UInt8],
    _ decoder: inout UTF16Decoder
  ) throws(PropertyListError) {
    let start = offset
    offset += 1
    let letter = next
    offset += 1
    let unit: UInt16
    switch letter {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): unit = UInt16(letter ?? 0)
    case UInt8(ascii: "b"): unit = 0x08
    case UInt8(ascii: "t"): unit = 0x09
    case UInt8(ascii: "n"): unit = 0x0A
    case UInt8(ascii: "f"): unit = 0x0C
    case UInt8(ascii: "r"): unit = 0x0D
    case UInt8(ascii: "u"):
      var value: UInt16 = 0
      for _ in 0..<4 {
        guard let byte = next, let digit = OpenStepScanner.hexadecimalDigit(UInt16(byte)) else {
          throw failure("'\\u' needs four hexadecimal digits after it", at: start)
        }
        value = value << 4 | UInt16(digit)
        offset += 1
      }
      unit = value
    default:
      offset = min(offset, text.count)
      throw failure("the backslash starts no escape that JSON has", at: start)
    }
    guard decoder.append(unit, to: &bytes) else { throw halfPair(at: start) }
  }

  /// Reads a number.
  mutating func readNumber() throws(PropertyListError) -> PropertyListValue {
    let start = offset
    var isWhole = true
    _ = take("-")
    let digits = offset
    try skipDigits(of: start)
    guard offset == digits + 1 || text[digits] != UInt8(ascii: "0") else {
      throw failure("a number of JSON does not begin with a zero", at: start)
    }
    if take(".") {
      isWhole = false
      try skipDigits(of: start)
    }
    if take("e") || take("E") {
      isWhole = false
      if !take("+") { _ = take("-") }
      try skipDigits(of: start)
    }
    guard offset - start <= Self.greatestNumberLength else {
      throw failure(
        "the number is longer than \(Self.greatestNumberLength) characters",
        at: start,
        .limit
      )
    }
    let number = String(decoding: text[start..<offset], as: UTF8.self)
    if isWhole {
      if let value = Int64(number) { return .integer(value) }
      if let value = UInt64(number) { return .number(value) }
    }
    guard let value = Double(number), value.isFinite else {
      throw failure("the number is too large", at: start, .unsupported)
    }
    return .real(value)
  }

  /// Skips one digit or more.
  private mutating func skipDigits(of start: Int) throws(PropertyListError) {
    let first = offset
    while startsDigit { offset += 1 }
    guard offset > first else { throw failure("the number lacks a digit", at: start) }
  }

  /// Whether a byte may be part of a word.
  private static func isWordByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "_"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: false
    }
  }
}
