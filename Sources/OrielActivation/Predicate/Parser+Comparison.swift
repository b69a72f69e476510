internal import OrielText

extension Parser {
  /// Reads two values with an operator between them.
  mutating func comparison() throws(PredicateError) -> Int {
    let start = token.start
    let quantifier = try quantifier()
    let left = try operand()
    let operatorOffset = token.start
    let relation = try relation(after: left)
    let folding = try modifiers(of: relation, at: operatorOffset)
    let right = try operand()
    let pattern = try pattern(for: relation, folding: folding, right: right)
    let comparison = Comparison(
      quantifier: quantifier,
      left: left,
      relation: relation,
      folding: folding,
      right: right,
      pattern: pattern,
      operatorOffset: operatorOffset
    )
    tree.comparisons.append(comparison)
    remark(on: comparison)
    return try add(.comparison(tree.comparisons.count - 1), from: start)
  }

  /// Reads ANY, SOME, ALL or NONE if one is there.
  private mutating func quantifier() throws(PredicateError) -> Comparison.Quantifier {
    guard case .word(let word) = token.kind else { return .single }
    let quantifier: Comparison.Quantifier
    switch word.uppercased() {
    case "ANY", "SOME": quantifier = .any
    case "ALL": quantifier = .all
    case "NONE": quantifier = .none
    default: return .single
    }
    try advance()
    return quantifier
  }

  /// Reads an operator.
  private mutating func relation(after left: Int) throws(PredicateError) -> Comparison.Relation {
    let relation: Comparison.Relation?
    switch token.kind {
    case .symbol(let symbol):
      relation =
        switch symbol {
        case .equal, .alsoEqual: .equal
        case .notEqual, .alsoNotEqual: .notEqual
        case .less: .less
        case .lessOrEqual, .alsoLessOrEqual: .lessOrEqual
        case .greater: .greater
        case .greaterOrEqual, .alsoGreaterOrEqual: .greaterOrEqual
        default: nil
        }
    case .word(let word): relation = Self.relations[word.uppercased()]
    case .end, .variable, .string, .number, .count, .foreign: relation = nil
    }
    guard let relation else { throw missingOperator(after: left) }
    try advance()
    return relation
  }

  /// The operators that are words.
  private static let relations: [String: Comparison.Relation] = [
    "BETWEEN": .between, "IN": .in, "BEGINSWITH": .beginsWith, "ENDSWITH": .endsWith,
    "CONTAINS": .contains, "LIKE": .like, "MATCHES": .matches, "UTI-CONFORMS-TO": .conformsTo,
    "UTI-EQUALS": .isType,
  ]

  /// Says that no operator follows a value.
  private func missingOperator(after left: Int) -> PredicateError {
    let range = tree.operandRanges[left]
    if case .root = tree.operands[left],
      let name = firstName(in: range), name.hasPrefix(RuleKey.prefix)
    {
      return dictionaryKey(name, at: range.lowerBound)
    }
    if token.kind == .foreign { return foreign(as: .missingOperator) }
    if token.kind == .symbol(.openBracket) {
      return PredicateError(
        .missingOperator,
        "a rule sends no messages and counts no elements",
        advice: "compare with ANY, ALL or a SUBQUERY",
        at: token.start
      )
    }
    if token.kind == .symbol(.dot) {
      return PredicateError(
        .missingOperator,
        "no key follows such a value",
        advice: "keys follow variables, SUBQUERYs and the key path 'extensionItems'",
        at: token.start
      )
    }
    let what = token.kind == .end ? "the end" : Printable.quoted(text(of: token))
    return PredicateError(
      .missingOperator,
      "an operator is missing before \(what)",
      advice: "write one such as ==, > or UTI-CONFORMS-TO, and a value behind it",
      at: token.start
    )
  }

  /// The first name of a key path.
  private func firstName(in range: Range<Int>) -> String? {
    let all = text(of: Token(kind: .end, start: range.lowerBound, end: range.upperBound))
    return all.split { $0 == "." || $0.isWhitespace }.first.map(String.init)
  }

  /// Reads `[c]`, `[d]` or `[cd]` if it is there.
  private mutating func modifiers(
    of relation: Comparison.Relation,
    at operatorOffset: Int
  ) throws(PredicateError) -> TextFolding {
    let start = token.start
    guard try accept(.openBracket) else { return [] }
    guard relation.isOfTexts else {
      throw PredicateError(
        .badModifier,
        "this operator takes no modifier",
        advice: "[c], [d] and [cd] follow BEGINSWITH, ENDSWITH, CONTAINS, LIKE, MATCHES and UTI- "
          + "operators",
        at: start
      )
    }
    let folding: TextFolding?
    switch token.isKeyword("C") ? 1 : token.isKeyword("D") ? 2 : token.isKeyword("CD") ? 3 : 0 {
    case 1: folding = .ofCase
    case 2: folding = .ofDiacritics
    case 3: folding = [.ofCase, .ofDiacritics]
    default: folding = nil
    }
    guard let folding else {
      throw PredicateError(
        .badModifier,
        "there is no modifier \(Printable.quoted(text(of: token)))",
        advice: "write [c], [d] or [cd]",
        at: token.start
      )
    }
    try advance()
    try expect(.closeBracket, "the modifier is not closed")
    return folding
  }

  /// Reads the pattern of LIKE or MATCHES when the right side is a string.
  private mutating func pattern(
    for relation: Comparison.Relation,
    folding: TextFolding,
    right: Int
  ) throws(PredicateError) -> Int? {
    guard relation == .like || relation == .matches, case .string(let string) = tree.operands[right]
    else { return nil }
    do throws(PatternError) {
      let pattern = try TextPattern(tree.strings[string], for: relation, folding: folding)
      tree.patterns.append(pattern)
    } catch {
      throw PredicateError(
        .badPattern,
        error.message,
        advice: error.advice,
        at: tree.operandRanges[right].lowerBound
      )
    }
    return tree.patterns.count - 1
  }

  // MARK: - Remarks

  /// Says what makes a comparison false whatever the request is.
  private mutating func remark(on comparison: Comparison) {
    let left = tree.operandTypes[comparison.left]
    if left.isUnknown || tree.operandTypes[comparison.right].isUnknown { return }
    let offset = tree.operandRanges[comparison.left].lowerBound
    if comparison.quantifier == .single, left.isCollection {
      remark(
        .toManyWithoutQuantifier,
        "a collection is compared without ANY, ALL or NONE, which is false",
        advice: "write ANY before it, or compare its @count",
        at: offset
      )
      return
    }
    if comparison.quantifier != .single, !left.isCollection, left.kind != .anything {
      remark(
        .quantifierWithoutCollection,
        "ANY, ALL or NONE stands before a single value, which counts as a collection of one",
        advice: "leave the word out",
        at: offset
      )
    }
    guard let mismatch = tree.mismatch(of: comparison) else { return }
    remark(
      .typeMismatch,
      mismatch,
      advice: "compare texts with texts and numbers with numbers",
      at: comparison.operatorOffset
    )
  }
}
