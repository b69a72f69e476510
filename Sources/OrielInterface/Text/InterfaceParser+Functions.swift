extension InterfaceParser {
  /// Reads a function after its first word.
  mutating func readFunction(path: [String]) throws(Failure) -> InterfaceDescription.Function {
    let start = token.start
    let name = try readName("the name of the function")
    let path = path + ["func \(name)"]
    try note(path, at: start)
    var function = InterfaceDescription.Function(name)
    (function.parameters, function.variadicStart) = try readParameters(path: path)
    if take("->") {
      let reading = try readType()
      let ownership = try readOwnership()
      function.result = .init(reading.type, ownership: ownership, attributes: reading.attributes)
    }
    var seen: Set<String> = []
    while case .word(let word) = token.kind, Self.clauses.contains(word),
      peek().kind != .symbol(":")
    {
      guard seen.insert(word).inserted else {
        throw failure("'\(word)' is said twice of '\(name)'", at: token.start)
      }
      index += 1
      try readClause(word, of: &function)
    }
    return function
  }

  /// The words that clauses of a function begin with.
  static let clauses = ["symbol", "throws", "thread", "concurrent", "optional"]

  /// Reads a clause after its first word.
  private mutating func readClause(
    _ word: String,
    of function: inout InterfaceDescription.Function
  ) throws(Failure) {
    switch word {
    case "symbol":
      guard case .string(let symbol) = token.kind else {
        throw unexpected("the symbol in quotes, such as 'symbol \"deflateInit_\"',")
      }
      index += 1
      function.symbol = symbol
    case "throws": function.failure = try readFailure()
    case "thread":
      if takeWord("main") {
        function.thread = .main
      } else if takeWord("of") {
        function.thread = .same(parameter: try readName("the parameter that is a handle"))
      } else if !takeWord("any") {
        throw unexpected("'main', 'any' or 'of' and a parameter after 'thread'")
      }
    case "concurrent": function.isConcurrent = true
    default: function.isOptional = true
    }
  }

  /// Reads how a call that failed is told, after `throws`.
  private mutating func readFailure() throws(Failure) -> InterfaceDescription.Failure {
    let condition: InterfaceDescription.Failure.Condition
    if takeWord("unless") {
      var values: [InterfaceExpression] = []
      repeat { values.append(try readValue()) } while takeWord("or")
      condition = .unless(values)
    } else {
      try expectWord("if", "or 'unless' after 'throws'")
      guard case .word(let word) = token.kind,
        let test = InterfaceDescription.Failure.Test(rawValue: word)
      else {
        throw unexpected("'null', 'nonzero', 'zero' or 'negative' after 'throws if'")
      }
      index += 1
      condition = .when(test)
    }
    let readsErrno = takeWord("errno")
    var message: InterfaceDescription.Query?
    if takeWord("message") {
      message = try readQuery(try readName("the function that returns the message"))
    }
    return .init(condition, readsErrno: readsErrno, message: message)
  }

  /// Reads a number or a constant.
  private mutating func readValue() throws(Failure) -> InterfaceExpression {
    if case .word(let word) = token.kind {
      index += 1
      return .constant(word)
    }
    let start = token.start
    guard let value = Int64(exactly: try readNumber("a number or a constant")) else {
      throw failure("a result is compared with at most 63 bits", at: start)
    }
    return .integer(value)
  }

  // MARK: - Parameters

  /// Reads parameters in parentheses; and how many of them stand before the `...`.
  mutating func readParameters(path: [String]) throws(Failure) -> (
    [InterfaceDescription.Parameter], Int?
  ) {
    try expect("(", "and the parameters")
    var parameters: [InterfaceDescription.Parameter] = []
    var variadicStart: Int?
    if take(")") { return ([], nil) }
    repeat {
      if isSymbol("...") {
        guard variadicStart == nil else { throw unexpected("a parameter after '...'") }
        index += 1
        variadicStart = parameters.count
        continue
      }
      guard parameters.count < InterfaceLimits.parameters else {
        throw failure(
          "a function has more than \(InterfaceLimits.parameters) parameters",
          at: token.start
        )
      }
      parameters.append(try readParameter(path: path))
    } while take(",")
    try expect(")", "after the parameters")
    return (parameters, variadicStart)
  }

  /// Reads a parameter.
  private mutating func readParameter(path: [String]) throws(Failure)
    -> InterfaceDescription.Parameter
  {
    let start = token.start
    let name = try readName("the name of a parameter")
    try note(path + [name], at: start)
    try expect(":", "and the type after the name of the parameter '\(name)'")
    var parameter = InterfaceDescription.Parameter(name, .opaque)
    readPassing(of: &parameter)
    let reading = try readType()
    parameter.type = reading.type
    parameter.attributes = reading.attributes
    parameter.ownership = try readOwnership()
    if takeWord("kept") {
      var retention = InterfaceDescription.Retention()
      if takeWord("by") {
        retention.handle = try readName("the parameter that is the handle it is kept by")
        if takeWord("at") { retention.slot = try readName("the parameter that says which place") }
      }
      parameter.retention = retention
    }
    if take("=") { parameter.fixed = try readExpression() }
    return parameter
  }

  /// Reads which way the data of a parameter goes.
  private mutating func readPassing(of parameter: inout InterfaceDescription.Parameter) {
    guard case .word(let word) = token.kind else { return }
    switch word {
    case "in": break
    case "out": parameter.direction = .out
    case "inout": parameter.direction = .inout
    case "new": parameter.life = .new
    case "consumed": parameter.life = .consumed
    default: return
    }
    index += 1
  }

  /// Reads whose the memory is.
  private mutating func readOwnership() throws(Failure) -> InterfaceDescription.Ownership? {
    if takeWord("borrowed") { return .borrowed }
    guard takeWord("freed") else { return nil }
    try expectWord("by", "after 'freed'")
    return .freed(by: try readName("the symbol of the function that frees it"))
  }
}
