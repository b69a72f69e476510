/// A part of the text of a predicate.
struct Token: Sendable, Hashable {
  /// What kind of part it is.
  enum Kind: Sendable, Hashable {
    /// The end of the text.
    case end
    /// A keyword, or the first or a further key of a path.
    case word(String)
    /// A variable by its name without the `$`.
    case variable(String)
    /// The content of a string.
    case string(String)
    /// A number.
    case number(RuleNumber)
    /// `@count`.
    case count
    /// Punctuation or an operator.
    case symbol(Symbol)
    /// A character that has no place outside a string; what is wrong depends on what was expected.
    case foreign
  }

  /// Punctuation and operators.
  enum Symbol: String, Sendable, Hashable, CaseIterable {
    case equal = "=="
    case alsoEqual = "="
    case notEqual = "!="
    case alsoNotEqual = "<>"
    case less = "<"
    case lessOrEqual = "<="
    case alsoLessOrEqual = "=<"
    case greater = ">"
    case greaterOrEqual = ">="
    case alsoGreaterOrEqual = "=>"
    case and = "&&"
    case or = "||"
    case not = "!"
    case openParenthesis = "("
    case closeParenthesis = ")"
    case openBrace = "{"
    case closeBrace = "}"
    case openBracket = "["
    case closeBracket = "]"
    case comma = ","
    case dot = "."
  }

  /// What it is.
  let kind: Kind
  /// The first scalar.
  let start: Int
  /// Behind the last scalar.
  let end: Int

  /// Whether it is a keyword, in any case.
  func isKeyword(_ keyword: String) -> Bool {
    guard case .word(let word) = kind else { return false }
    return word.uppercased() == keyword
  }
}

/// A number of a predicate.
enum RuleNumber: Sendable, Hashable {
  /// A whole number.
  case whole(Int64)
  /// A number with a fraction, or one that is out of the range of whole ones.
  case real(Double)

  /// Which number is greater; nothing when one is no number.
  static func order(_ left: RuleNumber, _ right: RuleNumber) -> Order? {
    switch (left, right) {
    case (.whole(let left), .whole(let right)): return Order(left, right)
    case (.real(let left), .real(let right)):
      return left.isNaN || right.isNaN ? nil : Order(left, right)
    case (.whole(let left), .real(let right)): return order(left, right)
    case (.real(let left), .whole(let right)): return order(right, left)?.reversed
    }
  }

  /// Which number is greater, without rounding the whole one.
  private static func order(_ whole: Int64, _ real: Double) -> Order? {
    if real.isNaN { return nil }
    // Beyond these every real is outside the whole numbers; between them its integer is one.
    if real >= 0x1p63 { return .less }
    if real < -0x1p63 { return .greater }
    let floor = real.rounded(.down)
    let order = Order(whole, Int64(floor))
    return order == .equal && floor != real ? .less : order
  }
}

/// The order of two values.
enum Order: Sendable, Hashable {
  /// The left one comes first.
  case less
  /// They are equal.
  case equal
  /// The right one comes first.
  case greater

  /// Compares two values.
  init<Value: Comparable>(_ left: Value, _ right: Value) {
    self = left < right ? .less : left == right ? .equal : .greater
  }

  /// The order of the two values the other way round.
  var reversed: Order {
    switch self {
    case .less: .greater
    case .equal: .equal
    case .greater: .less
    }
  }
}
