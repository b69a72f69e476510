/// Many rules that are asked about one request after the other.
///
/// What rules have in common is worked out once for each request: which attachments conform to a type
/// that a rule names, and how attachments fall into categories. The answer for each rule is the one that
/// ``ActivationRule/matches(_:)`` gives.
public struct RuleSet: Sendable {
  /// How a rule is worked out.
  private enum Plan: Sendable {
    /// It is the same for every request.
    case fixed(Bool)
    /// By the dictionary with this index.
    case dictionary(Int)
    /// By these steps; a predicate with so many parts may take no more steps than there are.
    case masks(Range<Int>, tree: Int, parts: Int)
    /// By evaluating the predicate with this index.
    case tree(Int)
  }

  /// How each rule is worked out.
  private var plans: [Plan] = []
  /// The dictionaries.
  private var dictionaries: [PackedDictionary] = []
  /// The limits of the dictionaries, one dictionary after the other.
  private var limits: [Int64] = []
  /// The sets of declared categories that occur, a bit for each.
  private var categorySets: UInt64 = 0
  /// The steps of predicates, one predicate after the other.
  private var code: [MaskInstruction] = []
  /// The predicates.
  private var trees: [PredicateTree] = []
  /// The tests of conformance to a type in lower case.
  private var conformance: [String: Int] = [:]
  /// The tests for a type itself.
  private var identity: [String: Int] = [:]
  /// The number of tests.
  private var testCount = 0

  /// Prepares rules.
  public init(_ rules: [ActivationRule]) {
    plans.reserveCapacity(rules.count)
    for rule in rules { append(rule) }
  }

  /// The number of rules.
  public var count: Int { plans.count }

  /// Whether each rule holds for a request.
  public func matches(_ input: ActivationInput) -> [Bool] {
    let request = input.request
    let table = AssignmentTable(request, sets: categorySets)
    var masks = MaskRequest(
      request,
      conformance: conformance,
      identity: identity,
      testCount: testCount
    )
    let size = 1 + request.itemCount + request.attachmentCount + request.typeOf.count
    var results = [Bool](repeating: false, count: plans.count)
    for index in plans.indices {
      switch plans[index] {
      case .fixed(let value): results[index] = value
      case .dictionary(let number):
        results[index] = table.matches(
          dictionaries[number],
          limits,
          at: number * AttachmentCategory.allCases.count
        )
      case .masks(let range, let tree, let parts):
        // Where evaluating could use up the steps, that must be found out.
        if parts &* 4 &* size <= StepBudget.greatestCount,
          let value = masks?.matches(code, range)
        {
          results[index] = value
        } else {
          results[index] = evaluate(tree, request)
        }
      case .tree(let tree): results[index] = evaluate(tree, request)
      }
    }
    return results
  }

  /// Evaluates a predicate of no common form.
  private func evaluate(_ tree: Int, _ request: FlatRequest) -> Bool {
    var evaluator = Evaluator(trees[tree], request)
    return evaluator.matches()
  }

  /// Prepares one more rule.
  package mutating func append(_ rule: ActivationRule) {
    switch rule.body {
    case .fixed(let value): plans.append(.fixed(value))
    case .dictionary(let rule):
      plans.append(.dictionary(dictionaries.count))
      dictionaries.append(
        PackedDictionary(
          minimum: rule.minimum,
          maximum: rule.maximum,
          declared: rule.declared,
          strictness: rule.strictness
        )
      )
      limits += rule.limits
      categorySets |= 1 << UInt64(rule.declared.rawValue)
    case .predicate(let tree): add(tree)
    }
  }

  /// Prepares a predicate.
  private mutating func add(_ tree: PredicateTree) {
    trees.append(tree)
    var names: [MaskCompiler.Test] = []
    let steps = MaskCompiler.code(of: tree) { test in
      names.append(test)
      return names.count - 1
    }
    guard let steps else { return plans.append(.tree(trees.count - 1)) }
    let numbers = names.map { number(of: $0) }
    let start = code.count
    for step in steps {
      var step = step
      if step.operation == .anyType || step.operation == .everyType {
        step.number = Int64(numbers[Int(step.number)])
      }
      code.append(step)
    }
    plans.append(
      .masks(
        start..<code.count,
        tree: trees.count - 1,
        parts: tree.nodes.count + tree.operands.count
      )
    )
  }

  /// The number of a test.
  private mutating func number(of test: MaskCompiler.Test) -> Int {
    let known = test.isExact ? identity[test.name] : conformance[test.name]
    if let known { return known }
    testCount += 1
    if test.isExact {
      identity[test.name] = testCount - 1
    } else {
      conformance[test.name] = testCount - 1
    }
    return testCount - 1
  }
}
