internal import OrielTypes

extension PredicateTree {
  /// A remark when the predicate holds for every request.
  var lintIfAlwaysTrue: RuleDiagnostic? {
    var folding = ConstantFolding(self)
    guard folding.value(of: root) == true else { return nil }
    return RuleDiagnostic(
      .offeredForEverything,
      "the rule always holds: the extension is offered for everything, whatever it can do with it",
      advice: "name the types that the extension takes"
    )
  }
}

/// Works out what parts of a predicate are the same for every request.
private struct ConstantFolding {
  /// The predicate.
  private let tree: PredicateTree
  /// The most steps: a rule is read far more often than one is so long.
  private static let greatestStepCount = 50_000

  /// Evaluates comparisons of constants, all within one budget.
  private var evaluator: Evaluator

  /// Prepares to fold a predicate.
  init(_ tree: PredicateTree) {
    self.tree = tree
    evaluator = Evaluator(tree, FlatRequest(items: [], types: .builtIn))
    evaluator.budget = StepBudget(Self.greatestStepCount)
  }

  /// The value of a Boolean expression, or nothing when it depends on the request.
  mutating func value(of node: Int) -> Bool? {
    switch tree.nodes[node] {
    case .constant(let value): return value
    case .not(let inner): return value(of: inner).map { !$0 }
    case .all(let parts): return value(of: parts, stopsAt: false)
    case .any(let parts): return value(of: parts, stopsAt: true)
    case .comparison(let index): return value(of: tree.comparisons[index])
    }
  }

  /// The value of expressions of which one decides when it has a value.
  private mutating func value(of parts: Range<Int>, stopsAt value: Bool) -> Bool? {
    var isKnown = true
    for part in parts {
      switch self.value(of: tree.lists[part]) {
      case value: return value
      case nil: isKnown = false
      default: break
      }
    }
    return isKnown ? !value : nil
  }

  /// The value of a comparison.
  private mutating func value(of comparison: Comparison) -> Bool? {
    let left = tree.operandTypes[comparison.left]
    if left.isUnknown || tree.operandTypes[comparison.right].isUnknown { return false }
    if comparison.quantifier == .single {
      if left.isCollection || tree.mismatch(of: comparison) != nil { return false }
    }
    if comparison.quantifier != .single, case .list(let parts) = tree.operands[comparison.left],
      parts.isEmpty
    {
      // Of nothing, all and none are as they should be, whatever they are compared with.
      return comparison.quantifier != .any
    }
    guard isConstant(comparison.left), isConstant(comparison.right) else { return nil }
    let value = evaluator.compare(comparison)
    if evaluator.budget.isExhausted { return nil }
    // What conforms by the built-in table does so by every table; what does not may by another.
    if comparison.relation == .conformsTo {
      return value == (comparison.quantifier != .none) ? value : nil
    }
    return value
  }

  /// Whether a value is the same for every request.
  private func isConstant(_ operand: Int) -> Bool {
    switch tree.operands[operand] {
    case .number, .string, .boolean, .null: true
    case .list(let parts): parts.allSatisfy { isConstant(tree.lists[$0]) }
    // The root object itself is always there.
    case .root(let keys): keys.isEmpty
    case .variable, .subquery: false
    }
  }
}
