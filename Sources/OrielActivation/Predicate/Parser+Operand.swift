internal import OrielText

extension Parser {
  /// Reads a value.
  mutating func operand() throws(PredicateError) -> Int {
    let start = token.start
    switch token.kind {
    case .number(let number):
      try advance()
      return try add(.number(number), StaticType(kind: .number), from: start)
    case .string(let string):
      try advance()
      tree.strings.append(string)
      return try add(.string(tree.strings.count - 1), StaticType(kind: .text), from: start)
    case .variable(let name):
      let slot = try slot(of: name)
      try advance()
      let (keys, type) = try keys(from: StaticType(kind: variables[slot].kind))
      return try add(.variable(slot: slot, keys: keys), type, from: start)
    case .symbol(.openBrace): return try list()
    case .word(let word): return try operand(word)
    case .symbol(.openBracket):
      throw PredicateError(
        .messageSend,
        "a rule sends no messages",
        advice: "compare key paths and counts",
        at: start
      )
    case .symbol(.openParenthesis):
      throw PredicateError(
        .missingValue,
        "a value stands in no parentheses",
        advice: "put them around whole comparisons",
        at: start
      )
    case .foreign: throw foreign()
    case .end, .count, .symbol: throw missingValue()
    }
  }

  /// Says that a value is missing.
  private func missingValue() -> PredicateError {
    let what = token.kind == .end ? "the end" : Printable.quoted(text(of: token))
    return PredicateError(
      .missingValue,
      "a value is missing before \(what)",
      advice: "write a key path such as extensionItems.@count, a variable, a number or a string",
      at: token.start
    )
  }

  /// Reads a value that begins with a word.
  private mutating func operand(_ word: String) throws(PredicateError) -> Int {
    let start = token.start
    switch word.uppercased() {
    case "SUBQUERY": return try subquery()
    case "TRUE", "YES": return try constant(.boolean(true), .boolean)
    case "FALSE", "NO": return try constant(.boolean(false), .boolean)
    case "NIL", "NULL": return try constant(.null, .null)
    case "SELF": return try constant(.root(tree.keys.count..<tree.keys.count), .root)
    case "BLOCK":
      throw PredicateError(.block, "a rule calls no block", advice: Self.plain, at: start)
    case let keyword where Self.reserved.contains(keyword): throw missingValue()
    default: break
    }
    if RuleKey(rawValue: word) != nil { throw dictionaryKey(word, at: start) }
    let (type, range) = try path(from: word)
    if token.kind == .symbol(.openParenthesis) { throw call(word, at: start) }
    return try add(.root(range), type, from: start)
  }

  /// What to do instead of calculating.
  private static let plain = "compare key paths and counts"

  /// The words that are no values.
  private static let reserved: Set<String> = [
    "AND", "OR", "NOT", "ANY", "SOME", "ALL", "NONE", "BETWEEN", "IN", "BEGINSWITH", "ENDSWITH",
    "CONTAINS", "LIKE", "MATCHES", "UTI-CONFORMS-TO", "UTI-EQUALS", "TRUEPREDICATE",
    "FALSEPREDICATE",
  ]

  /// Says that something is called.
  private func call(_ word: String, at offset: Int) -> PredicateError {
    switch word.uppercased() {
    case "CAST":
      PredicateError(.cast, "a rule casts no values", advice: Self.plain, at: offset)
    case "TERNARY":
      PredicateError(
        .ternary,
        "a rule chooses between no values",
        advice: "write (A AND B) OR (NOT A AND C)",
        at: offset
      )
    default:
      PredicateError(
        .functionCall,
        "a rule calls no functions, and \(Printable.quoted(word)) looks like one",
        advice: Self.plain,
        at: offset
      )
    }
  }

  /// Says that the name of a dictionary's key stands in a predicate.
  func dictionaryKey(_ name: String, at offset: Int) -> PredicateError {
    PredicateError(
      .dictionaryKeyName,
      "\(Printable.quoted(name)) is a key of the dictionary form, not a predicate",
      advice: "make the rule a dictionary: <dict><key>\(Printable.source(name))</key><integer>1"
        + "</integer></dict>",
      at: offset
    )
  }

  /// Reads a constant.
  private mutating func constant(
    _ operand: PredicateTree.Operand,
    _ kind: StaticType.Kind
  ) throws(PredicateError) -> Int {
    let start = token.start
    try advance()
    return try add(operand, StaticType(kind: kind), from: start)
  }

  /// Finds a variable, the innermost of a name first.
  private func slot(of name: String) throws(PredicateError) -> Int {
    if let slot = variables.lastIndex(where: { $0.name == name }) { return slot }
    throw PredicateError(
      .unboundVariable,
      "nothing binds $\(Printable.source(name))",
      advice: "a SUBQUERY binds its variable for its own predicate only",
      at: token.start
    )
  }

  /// Reads a list.
  private mutating func list() throws(PredicateError) -> Int {
    let start = token.start
    try open(at: start)
    try advance()
    var elements: [Int] = []
    if token.kind != .symbol(.closeBrace) {
      repeat { elements.append(try operand()) } while try accept(.comma)
    }
    try expect(.closeBrace, "the list is not closed")
    close()
    let type = StaticType.list(of: elements.map { tree.operandTypes[$0] })
    return try add(.list(append(elements)), type, from: start)
  }

  /// Reads a SUBQUERY.
  private mutating func subquery() throws(PredicateError) -> Int {
    let start = token.start
    try open(at: start)
    try advance()
    try expect(.openParenthesis, "SUBQUERY needs a collection, a variable and a predicate")
    let collection = try operand()
    try expect(.comma, "a variable follows the collection of a SUBQUERY")
    guard case .variable(let name) = token.kind else {
      throw PredicateError(
        .missingValue,
        "the second part of a SUBQUERY is a variable",
        advice: "write one such as $item",
        at: token.start
      )
    }
    try advance()
    try expect(.comma, "a predicate follows the variable of a SUBQUERY")
    var type = tree.operandTypes[collection]
    if !type.isUnknown, !type.isCollection, type.kind != .anything {
      remark(
        .typeMismatch,
        "the first part of a SUBQUERY is \(type.kind.name), not a collection, which makes its "
          + "comparison false",
        advice: "write a key path to a collection, such as extensionItems",
        at: tree.operandRanges[collection].lowerBound
      )
      type = .unknown
    }
    variables.append((name, type.kind))
    let slot = variables.count - 1
    let predicate = try predicate()
    variables.removeLast()
    try expect(.closeParenthesis, "the SUBQUERY is not closed")
    close()
    if !type.isUnknown { type.isCollection = true }
    let (keys, result) = try keys(from: type)
    return try add(
      .subquery(collection: collection, slot: slot, predicate: predicate, keys: keys),
      result,
      from: start
    )
  }

  // MARK: - Key paths

  /// Reads a key path that begins at the root.
  private mutating func path(
    from word: String
  ) throws(PredicateError) -> (StaticType, Range<Int>) {
    let first = tree.keys.count
    var type = StaticType(kind: .root)
    append(key: word, at: token.start, to: &type)
    try advance()
    let (_, result) = try keys(from: type)
    return (result, first..<tree.keys.count)
  }

  /// Reads the keys that follow a value.
  private mutating func keys(
    from type: StaticType
  ) throws(PredicateError) -> (Range<Int>, StaticType) {
    let first = tree.keys.count
    var type = type
    while try accept(.dot) {
      switch token.kind {
      case .word(let word), .string(let word): append(key: word, at: token.start, to: &type)
      case .count: append(key: "@count", at: token.start, to: &type)
      default:
        throw PredicateError(
          .missingKey,
          "a key is missing after the dot",
          advice: "write one such as @count",
          at: token.start
        )
      }
      try advance()
    }
    return (first..<tree.keys.count, type)
  }

  /// Adds a key to a path.
  private mutating func append(key name: String, at offset: Int, to type: inout StaticType) {
    let key: PredicateTree.Key
    switch name {
    case "extensionItems": key = .items
    case "attachments": key = .attachments
    case "registeredTypeIdentifiers": key = .types
    case "@count": key = .count
    default: key = .unknown
    }
    tree.keys.append(key)
    if type.isUnknown { return }
    let owner = type
    let (result, fits) = type.type(of: key)
    type = result
    guard !fits else { return }
    let holder =
      (owner.isCollection ? "the elements of a collection of which each is " : "")
      + owner.kind.name
    remark(
      .unknownKeyPath,
      key == .unknown
        ? "a rule sees nothing under \(Printable.quoted(name)), which makes its comparison false"
        : "\(Printable.quoted(name)) leads to nothing: it follows \(holder)",
      // A path that begins with something unknown is mostly the name of a type.
      advice: (owner.kind == .root && key == .unknown
        ? "text, such as the name of a type, stands in quotes; " : "")
        + "the keys are extensionItems, then attachments, then registeredTypeIdentifiers, and "
        + "@count of each",
      at: offset
    )
  }
}
