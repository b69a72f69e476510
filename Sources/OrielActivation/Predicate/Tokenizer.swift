internal import OrielText

/// Cuts the text of a predicate into tokens, one when asked for it.
struct Tokenizer {
  /// The text.
  let source: [Unicode.Scalar]
  /// Where the next token may begin.
  private var position = 0

  /// The longest text in bytes of UTF-8.
  static let greatestLength = 65_536

  /// Creates a tokenizer.
  init(_ source: [Unicode.Scalar]) {
    self.source = source
  }

  /// The next token.
  mutating func next() throws(PredicateError) -> Token {
    while position < source.count, source[position].properties.isWhitespace { position += 1 }
    guard position < source.count else {
      return Token(kind: .end, start: source.count, end: source.count)
    }
    let start = position
    let kind = try kind(from: source[start])
    return Token(kind: kind, start: start, end: position)
  }

  /// The scalar some places ahead.
  private func peek(_ distance: Int = 0) -> Unicode.Scalar? {
    position + distance < source.count ? source[position + distance] : nil
  }

  /// Reads a token that begins with a scalar.
  private mutating func kind(from first: Unicode.Scalar) throws(PredicateError) -> Token.Kind {
    switch first {
    case "\"", "'": return .string(try string(quote: first))
    case "$": return .variable(try variable())
    case "@": return try count()
    case "0"..."9": return .number(try number())
    case "-":
      guard let digit = peek(1), Self.isDigit(digit) else { return try symbol(from: first) }
      return .number(try number())
    case _ where Self.isNameStart(first): return .word(word())
    default: return try symbol(from: first)
    }
  }

  // MARK: - Names

  /// Whether a name may begin with a scalar.
  private static func isNameStart(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "_" || (scalar.isASCII ? isLetter(scalar) : scalar.properties.isXIDStart)
  }

  /// Whether a name may go on with a scalar.
  private static func isNamePart(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "_"
      || (scalar.isASCII ? isLetter(scalar) || isDigit(scalar) : scalar.properties.isXIDContinue)
  }

  /// Whether a scalar is a letter of ASCII.
  private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
    ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar)
  }

  /// Whether a scalar is a digit of ASCII.
  private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }

  /// Reads letters, digits and underscores.
  private mutating func name() -> String {
    var name = String.UnicodeScalarView()
    while let scalar = peek(), Self.isNamePart(scalar) {
      name.append(scalar)
      position += 1
    }
    return String(name)
  }

  /// Reads a word; the two operators with hyphens are one.
  private mutating func word() -> String {
    let word = name()
    guard word.uppercased() == "UTI" else { return word }
    for rest in ["-CONFORMS-TO", "-EQUALS"] {
      let letters = Array(rest.unicodeScalars)
      let end = position + letters.count
      guard end <= source.count,
        zip(source[position..<end], letters).allSatisfy({
          $0 == $1 || ($0.isASCII && $0.properties.uppercaseMapping == String($1))
        }),
        end == source.count || !Self.isNamePart(source[end])
      else { continue }
      position = end
      return "UTI" + rest
    }
    return word
  }

  /// Reads a variable.
  private mutating func variable() throws(PredicateError) -> String {
    let start = position
    position += 1
    guard let scalar = peek(), Self.isNameStart(scalar) else {
      throw PredicateError(
        .dollarWithoutName,
        "a '$' has no name after it",
        advice:
          "a build tool may have taken the name for one of its variables: write '$$' there, or "
          + "keep the tool from expanding this file",
        at: start
      )
    }
    return name()
  }

  /// Reads `@count`.
  private mutating func count() throws(PredicateError) -> Token.Kind {
    let start = position
    position += 1
    let name = name()
    if name.lowercased() == "count" { return .count }
    if name.lowercased() == "selector" {
      throw PredicateError(
        .messageSend,
        "a rule cannot name a selector",
        advice: "compare key paths and counts",
        at: start
      )
    }
    throw PredicateError(
      .unexpectedCharacter,
      "'@\(Printable.source(name))' is no key of a rule",
      advice: "the only one with an '@' is '@count'",
      at: start
    )
  }

  // MARK: - Numbers

  /// Reads a number.
  private mutating func number() throws(PredicateError) -> RuleNumber {
    let start = position
    if peek() == "-" { position += 1 }
    skipDigits()
    var isWhole = true
    if peek() == ".", let digit = peek(1), Self.isDigit(digit) {
      isWhole = false
      position += 1
      skipDigits()
    }
    if let letter = peek(), letter == "e" || letter == "E" {
      let sign = peek(1) == "-" || peek(1) == "+" ? 1 : 0
      if let digit = peek(1 + sign), Self.isDigit(digit) {
        isWhole = false
        position += 1 + sign
        skipDigits()
      }
    }
    if let scalar = peek(), Self.isNamePart(scalar) {
      throw PredicateError(
        .badNumber,
        "a number is followed by '\(Printable.scalar(scalar))'",
        advice: "write a space between a number and a word, and whole numbers in decimal",
        at: start
      )
    }
    var text = String.UnicodeScalarView()
    text.append(contentsOf: source[start..<position])
    if isWhole, let whole = Int64(String(text)) { return .whole(whole) }
    // Digits in this form are always a number, at worst an infinite one.
    return .real(Double(String(text)) ?? .infinity)
  }

  /// Skips digits.
  private mutating func skipDigits() {
    while let scalar = peek(), Self.isDigit(scalar) { position += 1 }
  }

  // MARK: - Strings

  /// Reads a string up to its closing quote.
  private mutating func string(quote: Unicode.Scalar) throws(PredicateError) -> String {
    let start = position
    position += 1
    var content = String.UnicodeScalarView()
    while let scalar = peek() {
      switch scalar {
      case quote:
        position += 1
        return String(content)
      case "\\": content.append(try escape(quote: quote, start: start))
      default:
        content.append(scalar)
        position += 1
      }
    }
    throw unterminated(start)
  }

  /// Says that a string has no end.
  private func unterminated(_ start: Int) -> PredicateError {
    PredicateError(
      .unterminatedString,
      "the string that begins here has no end",
      advice: "close it with \(source[start] == "'" ? "an apostrophe" : "a quotation mark")",
      at: start
    )
  }

  /// Reads an escape in a string.
  private mutating func escape(
    quote: Unicode.Scalar,
    start: Int
  ) throws(PredicateError) -> Unicode.Scalar {
    let backslash = position
    guard let letter = peek(1) else { throw unterminated(start) }
    position += 2
    switch letter {
    case "\\", "\"", "'": return letter
    case "n": return "\n"
    case "t": return "\t"
    case "r": return "\r"
    case "u": return try unicodeEscape(backslash)
    default:
      throw PredicateError(
        .badEscape,
        "'\\\(Printable.scalar(letter))' is no escape",
        advice: #"the escapes are \\ \" \' \n \t \r and \uXXXX"#,
        at: backslash
      )
    }
  }

  /// Reads the four digits of `\uXXXX`, or eight of two that belong together.
  private mutating func unicodeEscape(_ backslash: Int) throws(PredicateError) -> Unicode.Scalar {
    if let first = fourDigits() {
      if let scalar = Unicode.Scalar(first) { return scalar }
      if (0xD800...0xDBFF).contains(first), peek() == "\\", peek(1) == "u" {
        position += 2
        if let second = fourDigits(), (0xDC00...0xDFFF).contains(second),
          let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
        {
          return scalar
        }
      }
    }
    throw PredicateError(
      .badEscape,
      "'\\u' names no character",
      advice: "write four hexadecimal digits after it",
      at: backslash
    )
  }

  /// Reads four hexadecimal digits.
  private mutating func fourDigits() -> UInt32? {
    var value: UInt32 = 0
    for distance in 0..<4 {
      guard let scalar = peek(distance), scalar.isASCII,
        let digit = Character(scalar).hexDigitValue
      else { return nil }
      value = value << 4 | UInt32(digit)
    }
    position += 4
    return value
  }

  // MARK: - Symbols

  /// Reads the longest symbol, or a character that is none.
  private mutating func symbol(from first: Unicode.Scalar) throws(PredicateError) -> Token.Kind {
    if let second = peek(1), let symbol = Token.Symbol(rawValue: "\(first)\(second)") {
      position += 2
      return .symbol(symbol)
    }
    if first == "\\" || first == "%" { throw refusal(at: position) }
    position += 1
    return Token.Symbol(rawValue: String(first)).map { .symbol($0) } ?? .foreign
  }

  /// Says that a scalar has no place in a predicate.
  func refusal(at position: Int) -> PredicateError {
    let scalar = position < source.count ? source[position] : " "
    let shown = "'\(Printable.scalar(scalar))'"
    switch scalar {
    case "\\":
      return PredicateError(
        .backslash,
        "a backslash stands outside a string",
        advice: "a quotation mark that begins or ends a string needs none",
        at: position
      )
    case "%":
      return PredicateError(
        .formatSpecifier,
        "a format specifier was not filled in",
        advice: "write the value itself, a string in quotes",
        at: position
      )
    case ":":
      return PredicateError(
        .messageSend,
        "a rule sends no messages",
        advice: "compare key paths and counts",
        at: position
      )
    case "&", "|":
      return PredicateError(
        .unexpectedCharacter,
        "\(shown) is no operator",
        advice: scalar == "&" ? "write AND or '&&'" : "write OR or '||'",
        at: position
      )
    case "+", "-", "*", "/", "^":
      return PredicateError(
        .unexpectedCharacter,
        "\(shown) is no operator of a rule, which does not calculate",
        at: position
      )
    default:
      return PredicateError(
        .unexpectedCharacter,
        "\(shown) has no place in a predicate outside a string",
        advice: "put text into quotation marks",
        at: position
      )
    }
  }
}
