internal import OrielText

/// Reads a predicate after its grammar, one token ahead.
///
/// It calls itself only for what counts as nesting, so the call stack is as bounded as that is.
struct Parser {
  /// The predicate so far.
  var tree = PredicateTree()
  /// What the author should know, with the scalar it is about.
  var remarks: [PredicateError] = []
  /// The variables that are bound, the innermost last.
  var variables: [(name: String, kind: StaticType.Kind)] = []
  /// The token that comes next.
  private(set) var token: Token
  /// Where the last token that was taken ended.
  private(set) var lastEnd = 0
  /// What cuts the text into tokens.
  private var tokenizer: Tokenizer
  /// The parentheses, NOTs, SUBQUERYs and lists that are open.
  private var nesting = 0

  /// The most remarks about one predicate.
  private static let greatestRemarkCount = 64

  /// Begins with the first token.
  private init(_ source: [Unicode.Scalar]) throws(PredicateError) {
    tokenizer = Tokenizer(source)
    token = try tokenizer.next()
  }

  /// Reads a whole predicate.
  static func parse(
    _ source: [Unicode.Scalar]
  ) throws(PredicateError) -> (tree: PredicateTree, remarks: [PredicateError]) {
    var length = 0
    for scalar in source { length += UTF8.width(scalar) }
    guard length <= Tokenizer.greatestLength else {
      throw PredicateError(
        .sourceTooLong,
        "the predicate has \(length) bytes; the most are \(Tokenizer.greatestLength)",
        advice: "make it shorter",
        at: 0
      )
    }
    var parser = try Parser(source)
    if parser.token.kind == .end {
      throw PredicateError(
        .emptyPredicate,
        "the predicate is empty",
        advice: "write FALSEPREDICATE for a rule that never holds",
        at: 0
      )
    }
    parser.tree.root = try parser.predicate()
    guard parser.token.kind == .end else { throw parser.trailing() }
    return (parser.tree, parser.remarks)
  }

  // MARK: - Tokens

  /// Goes on to the next token.
  mutating func advance() throws(PredicateError) {
    lastEnd = token.end
    token = try tokenizer.next()
  }

  /// Goes on if the next token is a symbol.
  mutating func accept(_ symbol: Token.Symbol) throws(PredicateError) -> Bool {
    guard token.kind == .symbol(symbol) else { return false }
    try advance()
    return true
  }

  /// Goes on behind a symbol that must be there.
  mutating func expect(_ symbol: Token.Symbol, _ what: String) throws(PredicateError) {
    guard try accept(symbol) else {
      if token.kind == .foreign { throw foreign() }
      throw PredicateError(
        .missingPunctuation,
        "'\(symbol.rawValue)' is missing: \(what)",
        at: token.start
      )
    }
  }

  /// The scalars of the token that comes next.
  func text(of token: Token) -> String {
    var text = String.UnicodeScalarView()
    text.append(contentsOf: tokenizer.source[token.start..<token.end])
    return String(text)
  }

  /// Keeps a remark.
  mutating func remark(
    _ code: RuleDiagnostic.Code,
    _ message: String,
    advice: String? = nil,
    at offset: Int
  ) {
    guard remarks.count < Self.greatestRemarkCount else { return }
    remarks.append(PredicateError(code, message, advice: advice, at: offset))
  }

  // MARK: - Bounds

  /// Opens a level of nesting; each one that is opened must be closed.
  mutating func open(at offset: Int) throws(PredicateError) {
    nesting += 1
    guard nesting > PredicateTree.greatestNesting else { return }
    throw PredicateError(
      .nestingTooDeep,
      "more than \(PredicateTree.greatestNesting) parentheses, NOTs, SUBQUERYs and lists are open "
        + "at once",
      advice: "make the rule simpler",
      at: offset
    )
  }

  /// Closes a level of nesting.
  mutating func close() {
    nesting -= 1
  }

  /// Adds a Boolean expression.
  mutating func add(_ node: PredicateTree.Node, from start: Int) throws(PredicateError) -> Int {
    tree.nodes.append(node)
    tree.nodeRanges.append(start..<max(start, lastEnd))
    try checkCount(start)
    return tree.nodes.count - 1
  }

  /// Adds a value.
  mutating func add(
    _ operand: PredicateTree.Operand,
    _ type: StaticType,
    from start: Int
  ) throws(PredicateError) -> Int {
    tree.operands.append(operand)
    tree.operandTypes.append(type)
    tree.operandRanges.append(start..<max(start, lastEnd))
    try checkCount(start)
    return tree.operands.count - 1
  }

  /// Refuses a predicate with too many parts.
  private func checkCount(_ offset: Int) throws(PredicateError) {
    guard tree.nodes.count + tree.operands.count > PredicateTree.greatestCount else { return }
    throw PredicateError(
      .tooManyNodes,
      "the predicate has more than \(PredicateTree.greatestCount) expressions and values",
      advice: "make the rule simpler",
      at: offset
    )
  }

  // MARK: - Boolean expressions

  /// Reads expressions with OR between them.
  mutating func predicate() throws(PredicateError) -> Int {
    let start = token.start
    var isMixed = false
    var operatorStart = 0
    var parts = [try conjunction(&isMixed)]
    while isOperator("OR", .or) {
      operatorStart = token.start
      try advance()
      parts.append(try conjunction(&isMixed))
    }
    guard parts.count > 1 else { return parts[0] }
    if isMixed {
      remark(
        .mixedAndOr,
        "AND and OR are mixed without parentheses; AND binds tighter",
        advice: "put parentheses around what belongs together",
        at: operatorStart
      )
    }
    return try add(.any(append(parts)), from: start)
  }

  /// Reads expressions with AND between them.
  private mutating func conjunction(_ isMixed: inout Bool) throws(PredicateError) -> Int {
    let start = token.start
    var parts = [try negation()]
    while isOperator("AND", .and) {
      try advance()
      parts.append(try negation())
    }
    guard parts.count > 1 else { return parts[0] }
    isMixed = true
    return try add(.all(append(parts)), from: start)
  }

  /// Whether an operator between expressions comes next.
  private func isOperator(_ keyword: String, _ symbol: Token.Symbol) -> Bool {
    token.kind == .symbol(symbol) || token.isKeyword(keyword)
  }

  /// Keeps the parts of an expression or a list.
  mutating func append(_ parts: [Int]) -> Range<Int> {
    let start = tree.lists.count
    tree.lists += parts
    return start..<tree.lists.count
  }

  /// Reads NOT and what follows, or an expression without it.
  private mutating func negation() throws(PredicateError) -> Int {
    guard isOperator("NOT", .not) else { return try primary() }
    let start = token.start
    try open(at: start)
    try advance()
    let inner = try negation()
    close()
    return try add(.not(inner), from: start)
  }

  /// Reads a constant, a comparison, or an expression in parentheses.
  private mutating func primary() throws(PredicateError) -> Int {
    let start = token.start
    if token.kind == .symbol(.openParenthesis) {
      try open(at: start)
      try advance()
      let inner = try predicate()
      try expect(.closeParenthesis, "the parenthesis is not closed")
      close()
      return inner
    }
    for constant in [true, false]
    where token.isKeyword(constant ? "TRUEPREDICATE" : "FALSEPREDICATE") {
      try advance()
      return try add(.constant(constant), from: start)
    }
    return try comparison()
  }

  /// Says that a character has no place, by another code where it stands for something else.
  func foreign(as code: RuleDiagnostic.Code? = nil) -> PredicateError {
    let error = tokenizer.refusal(at: token.start)
    return PredicateError(
      code ?? error.code,
      error.message,
      advice: error.advice,
      at: error.offset
    )
  }

  /// Says that something follows the end.
  private func trailing() -> PredicateError {
    if token.kind == .foreign { return foreign(as: .trailingText) }
    let shown = Printable.quoted(text(of: token))
    if token.kind == .symbol(.closeParenthesis) {
      return PredicateError(
        .trailingText,
        "this parenthesis closes none",
        advice: "leave it out, or open one before",
        at: token.start
      )
    }
    return PredicateError(
      .trailingText,
      "the predicate ends before \(shown)",
      advice: "write AND or OR before it, or leave it out",
      at: token.start
    )
  }
}
