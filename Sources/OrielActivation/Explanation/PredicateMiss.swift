/// Looks for the smallest change with which a predicate holds for a request.
///
/// Each change that is looked at is tried: the predicate is evaluated again with it.
struct PredicateMiss {
  /// A change of one value of the predicate.
  private struct Edit {
    /// The value.
    let operand: Int
    /// What it becomes.
    let new: PredicateTree.Operand
    /// The text of what it becomes.
    let text: String
  }

  /// The predicate.
  private let tree: PredicateTree
  /// Its text.
  private let source: [Unicode.Scalar]
  /// The request.
  private let input: ActivationInput
  /// The strings of the predicate and the types of the request.
  private let strings: [String]
  /// The steps that may still be taken.
  private var steps = 4 * StepBudget.greatestCount
  /// The changes that may still be tried.
  private var remaining = 2000
  /// The characters that may still be read again, of predicates that were changed as text.
  private var characters = Self.greatestCharacterCount

  /// The steps that trying one change may take.
  private static let stepsPerTry = 100_000
  /// How many characters of changed predicates are read: those of eight of the longest ones.
  private static let greatestCharacterCount = 8 * Tokenizer.greatestLength
  /// The most numbers and strings that are changed.
  private static let greatestValueCount = 12

  /// Prepares to change a predicate.
  private init(_ tree: PredicateTree, _ source: [Unicode.Scalar], _ input: ActivationInput) {
    self.tree = tree
    self.source = source
    self.input = input
    strings = tree.strings + input.request.names.prefix(Self.greatestValueCount)
  }

  /// The smallest change that was found.
  static func nearest(
    _ tree: PredicateTree,
    _ source: [Unicode.Scalar],
    _ input: ActivationInput
  ) -> NearestMiss? {
    var miss = PredicateMiss(tree, source, input)
    let numbers = miss.numberEdits
    if let found = miss.first(of: numbers.map { [$0] }) { return found }
    if let found = miss.itemChange(below: 2) { return found }
    if let found = miss.first(of: miss.typeEdits.map { [$0] }) { return found }
    if let found = miss.constantChange() { return found }
    var pairs: [[Edit]] = []
    for (index, first) in numbers.enumerated() {
      for second in numbers[(index + 1)...] where second.operand != first.operand {
        if pairs.count < 1000 { pairs.append([first, second]) }
      }
    }
    if let found = miss.first(of: pairs) { return found }
    return miss.itemChange(below: .max)
  }

  // MARK: - Trying

  /// Whether everything that may be tried was tried.
  private var isExhausted: Bool { remaining <= 0 || steps <= 0 || characters <= 0 }

  /// Whether a changed predicate holds.
  private mutating func holds(_ tree: PredicateTree, _ request: FlatRequest) -> Bool {
    remaining -= 1
    guard !isExhausted else { return false }
    return evaluate(tree, request, atMost: Self.stepsPerTry)
  }

  /// Whether a predicate holds, found out in so many steps; no answer is false.
  private mutating func evaluate(
    _ tree: PredicateTree,
    _ request: FlatRequest,
    atMost limit: Int
  ) -> Bool {
    var evaluator = Evaluator(tree, request)
    evaluator.budget = StepBudget(min(steps, limit))
    let result = evaluator.matches()
    steps -= min(steps, limit) - evaluator.budget.rest
    return result
  }

  /// The first of several changes with which the predicate holds.
  private mutating func first(of changes: [[Edit]]) -> NearestMiss? {
    for edits in changes {
      if isExhausted { return nil }
      var changed = tree
      changed.strings = strings
      for edit in edits { changed.operands[edit.operand] = edit.new }
      if holds(changed, input.request), let miss = result(edits) { return miss }
    }
    return nil
  }

  /// The result of changing values, once more tried as text.
  private mutating func result(_ edits: [Edit]) -> NearestMiss? {
    let edits = edits.sorted {
      tree.operandRanges[$0.operand].lowerBound < tree.operandRanges[$1.operand].lowerBound
    }
    var text = source
    for edit in edits.reversed() {
      text.replaceSubrange(tree.operandRanges[edit.operand], with: Array(edit.text.unicodeScalars))
    }
    guard let change = change(to: text) else { return nil }
    let advice = edits.map { edit in
      let place = RulePlace(of: tree.operandRanges[edit.operand].lowerBound, in: source)
      let old = tree.text(ofOperand: edit.operand, in: source, length: 60)
      return "write \(edit.text) instead of \(old) at line \(place.line), column \(place.column)"
    }
    return NearestMiss(
      sentence: edits.map(sentence).joined(separator: ", and "),
      advice: advice.joined(separator: ", and "),
      change: change
    )
  }

  /// The change to another text, if it is a predicate that holds.
  private mutating func change(to text: [Unicode.Scalar]) -> NearestMiss.Change? {
    characters -= text.count
    guard !isExhausted else { return nil }
    var string = String.UnicodeScalarView()
    string.append(contentsOf: text)
    let value = RuleValue.string(String(string))
    guard case .predicate(let tree) = ActivationRule(value).body,
      evaluate(tree, input.request, atMost: StepBudget.greatestCount)
    else { return nil }
    return .rule(value)
  }

  /// What is not met without a change.
  private func sentence(_ edit: Edit) -> String {
    let comparison = tree.comparisons.first { comparison in
      [comparison.left, comparison.right].contains { side in
        if case .list(let parts) = tree.operands[side] {
          return tree.lists[parts].contains(edit.operand)
        }
        return side == edit.operand
      }
    }
    guard let comparison else { return "the rule asks for another value" }
    let other = comparison.left == edit.operand ? comparison.right : comparison.left
    let range =
      tree.operandRanges[comparison.left]
      .lowerBound..<tree.operandRanges[comparison.right].upperBound
    let text = PredicateTree.text(range, in: source, length: 100)
    // What needs no variable has one value for the request.
    if case .root = tree.operands[other], let count = count(other) {
      return "asks for \(text), the request has \(count)"
    }
    if case .subquery(_, let slot, _, _) = tree.operands[other], slot == 0,
      let count = count(other)
    {
      return "asks for \(text), and it is \(count)"
    }
    return "asks for \(text), which would hold with \(edit.text)"
  }

  /// The number that a value is.
  private func count(_ operand: Int) -> Int64? {
    var evaluator = Evaluator(tree, input.request)
    guard case .number(.whole(let number)) = evaluator.value(operand) else { return nil }
    return number
  }

  // MARK: - Changes

  /// The changes of numbers, those to the nearest numbers first.
  private var numberEdits: [Edit] {
    let request = input.request
    let most = Int64(min(max(request.itemCount, request.attachmentCount) + 1, 12))
    var counts = Set(0...most)
    counts.formUnion([Int64(request.itemCount), Int64(request.attachmentCount)])
    var edits: [(distance: UInt64, edit: Edit)] = []
    var numbers = 0
    for (index, operand) in tree.operands.enumerated() {
      guard case .number(.whole(let old)) = operand, numbers < Self.greatestValueCount else {
        continue
      }
      numbers += 1
      for number in counts where number != old {
        let edit = Edit(operand: index, new: .number(.whole(number)), text: "\(number)")
        edits.append((old > number ? (old - number).magnitude : (number &- old).magnitude, edit))
      }
    }
    return edits.sorted { ($0.distance, $0.edit.operand) < ($1.distance, $1.edit.operand) }
      .map(\.edit)
  }

  /// The changes of types that the predicate names to types of the request.
  private var typeEdits: [Edit] {
    var operands: [Int] = []
    for comparison in tree.comparisons
    where comparison.relation == .conformsTo || comparison.relation == .isType {
      if case .string = tree.operands[comparison.right] { operands.append(comparison.right) }
    }
    return operands.prefix(Self.greatestValueCount).flatMap { operand in
      (tree.strings.count..<strings.count).map { index in
        Edit(operand: operand, new: .string(index), text: Self.quoted(strings[index]))
      }
    }
  }

  /// A string as it is written in a predicate.
  private static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      if scalar == "\"" || scalar == "\\" { result += "\\" }
      result.unicodeScalars.append(scalar)
    }
    return result + "\""
  }

  /// TRUEPREDICATE instead of a FALSEPREDICATE.
  private mutating func constantChange() -> NearestMiss? {
    for (node, kind) in tree.nodes.enumerated().prefix(1000) {
      guard case .constant(let value) = kind, !isExhausted else { continue }
      var changed = tree
      changed.nodes[node] = .constant(!value)
      guard holds(changed, input.request) else { continue }
      var text = source
      let word = value ? "FALSEPREDICATE" : "TRUEPREDICATE"
      text.replaceSubrange(tree.nodeRanges[node], with: Array(word.unicodeScalars))
      guard let change = change(to: text) else { continue }
      let place = RulePlace(of: tree.nodeRanges[node].lowerBound, in: source)
      return NearestMiss(
        sentence: "\(value ? "TRUEPREDICATE" : "FALSEPREDICATE") decides, whatever the request has",
        advice: "write \(word) at line \(place.line), column \(place.column), or a condition",
        change: change
      )
    }
    return nil
  }

  /// The fewest attachments to add or leave out.
  private mutating func itemChange(below limit: Int) -> NearestMiss? {
    var types: [String] = []
    for comparison in tree.comparisons {
      guard case .string(let string) = tree.operands[comparison.right] else { continue }
      let type = tree.strings[string]
      if !types.contains(type), types.count < Self.greatestValueCount { types.append(type) }
    }
    var change = ItemChange(input, limit: limit)
    return change.nearest(adding: types.isEmpty ? ["public.data"] : types, upTo: 0) { input in
      holds(tree, input.request)
    }
  }
}
