extension InterfaceParser {
  /// Reads an expression.
  mutating func readExpression() throws(Failure) -> InterfaceExpression {
    var operands = 0
    return try readSum(&operands)
  }

  /// Reads a sum.
  private mutating func readSum(_ operands: inout Int) throws(Failure) -> InterfaceExpression {
    try nest()
    defer { nesting -= 1 }
    var left = try readProduct(&operands)
    while isSymbol("+") || isSymbol("-") {
      let operation: InterfaceExpression.Operator = isSymbol("+") ? .plus : .minus
      index += 1
      left = .combined(operation, left, try readProduct(&operands))
    }
    return left
  }

  /// Reads a product.
  private mutating func readProduct(_ operands: inout Int) throws(Failure)
    -> InterfaceExpression
  {
    var left = try readOperand(&operands)
    while isSymbol("*") || isSymbol("/") {
      let operation: InterfaceExpression.Operator = isSymbol("*") ? .times : .dividedBy
      index += 1
      left = .combined(operation, left, try readOperand(&operands))
    }
    return left
  }

  /// Reads a number, a name, or what is in parentheses.
  private mutating func readOperand(_ operands: inout Int) throws(Failure)
    -> InterfaceExpression
  {
    operands += 1
    guard operands <= InterfaceLimits.operands else {
      throw failure(
        "an expression has more than \(InterfaceLimits.operands) operands",
        at: token.start
      )
    }
    if take("(") {
      let inner = try readSum(&operands)
      try expect(")", "after an expression in parentheses")
      return inner
    }
    switch token.kind {
    case .integer, .symbol("-"):
      let start = token.start
      let value = try readNumber("a number")
      guard let small = Int64(exactly: value) else {
        throw failure("\(value) is more than an expression may hold", at: start)
      }
      return .integer(small)
    case .word(let word):
      index += 1
      return try readNamed(word)
    default: throw unexpected("a number, a parameter or a constant")
    }
  }

  /// Reads the rest of an operand that begins with a name.
  private mutating func readNamed(_ word: String) throws(Failure) -> InterfaceExpression {
    if take(".") {
      return .field(of: word, try readName("the name of a field"))
    }
    guard isSymbol("(") else {
      return constants.contains(word) ? .constant(word) : .value(word)
    }
    let query = try readQuery(word)
    switch word {
    case "sizeof", "count":
      guard query.arguments.count == 1, let name = query.arguments.first else {
        throw unexpected("one name in '\(word)(…)' before it")
      }
      return word == "count" ? .count(of: name) : .sizeOf(name)
    default: return .answer(query)
    }
  }

  /// Reads the arguments of a question to a function.
  mutating func readQuery(_ function: String) throws(Failure) -> InterfaceDescription.Query {
    try expect("(", "after the name of a function")
    var arguments: [String] = []
    if !isSymbol(")") {
      repeat { arguments.append(try readName("the name of a parameter")) } while take(",")
    }
    try expect(")", "after the names of parameters")
    return .init(function, arguments)
  }
}
