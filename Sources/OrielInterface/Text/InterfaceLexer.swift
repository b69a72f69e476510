import OrielText

/// Cuts the text of a description into tokens.
struct InterfaceLexer {
  /// The text, which need not be valid UTF-8.
  let text: [UInt8]
  /// The tokens so far; in the end the last one is ``InterfaceToken/Kind/end``.
  private(set) var tokens: [InterfaceToken] = []
  /// What is wrong.
  private(set) var problems: [(offset: Int, problem: InterfaceProblem)] = []
  /// Where the next token may begin.
  private var position = 0
  /// Whether no token was found in the line so far.
  private var isLineFresh = true

  /// Cuts a text.
  init(_ text: [UInt8]) {
    self.text = text
    while problems.count < InterfaceLimits.problems {
      skipSpace()
      guard position < text.count else { break }
      let start = position
      guard let kind = next() else {
        // Something was wrong: what cannot be read is left out.
        position = max(position, start + 1)
        continue
      }
      add(kind, from: start)
    }
    add(.end, from: text.count)
  }

  /// Adds a token.
  private mutating func add(_ kind: InterfaceToken.Kind, from start: Int) {
    tokens.append(
      InterfaceToken(kind: kind, start: start, end: position, isFirstOfLine: isLineFresh)
    )
    isLineFresh = false
  }

  /// Reports a problem.
  private mutating func complain(_ message: String, advice: String? = nil, at offset: Int) {
    problems.append((offset, InterfaceProblem(message, advice: advice)))
  }

  /// The byte some places ahead.
  private func peek(_ distance: Int = 0) -> UInt8? {
    position + distance < text.count ? text[position + distance] : nil
  }

  /// Skips spaces, line ends and comments.
  private mutating func skipSpace() {
    while let byte = peek() {
      switch byte {
      case 0x20, 0x09: position += 1
      case 0x0A, 0x0D:
        position += 1
        isLineFresh = true
      case UInt8(ascii: "/") where peek(1) == UInt8(ascii: "/"):
        while let byte = peek(), byte != 0x0A, byte != 0x0D { position += 1 }
      case 0xEF where position == 0 && peek(1) == 0xBB && peek(2) == 0xBF: position += 3
      default: return
      }
    }
  }

  /// Reads a token; nil if something was wrong.
  private mutating func next() -> InterfaceToken.Kind? {
    guard let byte = peek() else { return nil }
    switch byte {
    case _ where Self.isNameStart(byte): return .word(word())
    case UInt8(ascii: "0")...UInt8(ascii: "9"): return integer()
    case UInt8(ascii: "\""): return string()
    case UInt8(ascii: "-") where peek(1) == UInt8(ascii: ">"):
      position += 2
      return .symbol("->")
    case UInt8(ascii: ".") where peek(1) == byte && peek(2) == byte:
      position += 3
      return .symbol("...")
    case _ where Self.symbols.contains(byte):
      position += 1
      return .symbol(String(UnicodeScalar(byte)))
    default:
      unexpected()
      return nil
    }
  }

  /// The bytes that are tokens of their own.
  private static let symbols = Array("()[]{}<>:,.=?&+-*/".utf8)

  /// Reports a character that no token begins with.
  private mutating func unexpected() {
    let start = position
    position += 1
    while let byte = peek(), byte & 0xC0 == 0x80 { position += 1 }
    let character = String(decoding: text[start..<min(position, start + 4)], as: UTF8.self)
    if character == ";" {
      complain("a declaration does not end with ';'", advice: "remove it", at: start)
    } else if character == "#" {
      complain(
        "'#' begins nothing here: neither a directive of the C preprocessor nor a comment",
        advice: "write comments after '//' and constants as 'const NAME = 1'",
        at: start
      )
    } else {
      complain("'\(Printable.text(character))' means nothing in a description", at: start)
    }
  }

  // MARK: - Words

  /// Whether a name may begin with a byte.
  private static func isNameStart(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "_")
      || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }

  /// Whether a name may go on with a byte.
  private static func isNamePart(_ byte: UInt8) -> Bool {
    isNameStart(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  /// Reads letters, digits and underscores.
  private mutating func word() -> String {
    let start = position
    while let byte = peek(), Self.isNamePart(byte) { position += 1 }
    if position - start > InterfaceLimits.nameLength {
      complain(
        "a name has \(position - start) characters; the most are \(InterfaceLimits.nameLength)",
        at: start
      )
    }
    let end = min(position, start + InterfaceLimits.nameLength)
    return String(decoding: text[start..<end], as: UTF8.self)
  }

  /// Reads a number: decimal, or hexadecimal after `0x`.
  private mutating func integer() -> InterfaceToken.Kind? {
    let start = position
    let isHexadecimal = peek() == UInt8(ascii: "0") && (peek(1) ?? 0) | 0x20 == UInt8(ascii: "x")
    if isHexadecimal { position += 2 }
    let digits = position
    while let byte = peek(), Self.isNamePart(byte) { position += 1 }
    let written = text[digits..<position].filter { $0 != UInt8(ascii: "_") }
    let radix: UInt64 = isHexadecimal ? 16 : 10
    var value: UInt64 = 0
    for byte in written {
      guard let digit = Character(UnicodeScalar(byte)).hexDigitValue, digit < radix else {
        complain(
          "a number holds '\(UnicodeScalar(byte))'",
          advice: "write whole numbers in decimal, or in hexadecimal after '0x', without a suffix",
          at: start
        )
        return nil
      }
      let (product, overflowed) = value.multipliedReportingOverflow(by: radix)
      let (sum, carried) = product.addingReportingOverflow(UInt64(digit))
      guard !overflowed, !carried else {
        complain("a number does not fit into 64 bits", at: start)
        return nil
      }
      value = sum
    }
    guard !written.isEmpty else {
      complain("a number has no digits", at: start)
      return nil
    }
    if !isHexadecimal, written.count > 1, written.first == UInt8(ascii: "0") {
      complain(
        "a number begins with 0, which is octal in C and decimal here",
        advice: "write it without the 0",
        at: start
      )
      return nil
    }
    return .integer(value)
  }

  /// Reads a text in quotes, which stands for itself: there are no escapes.
  private mutating func string() -> InterfaceToken.Kind? {
    let start = position
    position += 1
    while let byte = peek(), byte != 0x0A, byte != 0x0D {
      position += 1
      guard byte == UInt8(ascii: "\"") else { continue }
      let content = text[start + 1..<position - 1]
      guard content.count <= InterfaceLimits.nameLength,
        content.allSatisfy({ (0x21..<0x7F).contains($0) && $0 != UInt8(ascii: "\\") })
      else {
        complain(
          "a symbol has up to \(InterfaceLimits.nameLength) visible ASCII characters, and no '\\'",
          at: start
        )
        return nil
      }
      return .string(String(decoding: content, as: UTF8.self))
    }
    complain("a text in quotes does not end in its line", at: start)
    return nil
  }
}
