/// Turns a predicate into steps that are worked out for all attachments at once, when it has one of the
/// common forms: conditions on types within SUBQUERYs over items and attachments, and their counts.
struct MaskCompiler {
  /// A test of one type.
  struct Test: Hashable {
    /// The type in lower case.
    let name: String
    /// Whether the type itself is asked for; otherwise also all that conform to it.
    let isExact: Bool
  }

  /// The steps.
  private(set) var code: [MaskInstruction] = []
  /// The predicate.
  private let tree: PredicateTree
  /// Gives the number of a test.
  private let number: (Test) -> Int
  /// The values on the stack.
  private var depth = 0

  /// The most values on the stack.
  static let greatestDepth = 32

  /// Where a part of a predicate stands.
  private enum Context {
    /// Outside of SUBQUERYs.
    case request
    /// In one over items, by its variable.
    case item(Int)
    /// In one over attachments, by its variable.
    case attachment(Int)

    /// What the bits of a value stand for here.
    var lanes: MaskInstruction.Lanes {
      switch self {
      case .request: .request
      case .item: .items
      case .attachment: .attachments
      }
    }
  }

  /// Prepares to turn a predicate into steps.
  private init(_ tree: PredicateTree, _ number: @escaping (Test) -> Int) {
    self.tree = tree
    self.number = number
  }

  /// The steps of a predicate, or nothing when it has another form.
  static func code(
    of tree: PredicateTree,
    number: @escaping (Test) -> Int
  ) -> [MaskInstruction]? {
    var compiler = MaskCompiler(tree, number)
    return compiler.compile(tree.root, .request) ? compiler.code : nil
  }

  /// Adds a step that pushes a value.
  private mutating func push(_ instruction: MaskInstruction) -> Bool {
    code.append(instruction)
    depth += 1
    return depth <= Self.greatestDepth
  }

  // MARK: - Boolean expressions

  /// Adds the steps of an expression; false when there are none for it.
  private mutating func compile(_ node: Int, _ context: Context) -> Bool {
    switch tree.nodes[node] {
    case .constant(let value):
      return push(MaskInstruction(operation: value ? .every : .none, lanes: context.lanes))
    case .not(let inner):
      guard compile(inner, context) else { return false }
      code.append(MaskInstruction(operation: .not, lanes: context.lanes))
      return true
    case .all(let parts): return compile(parts, .and, context)
    case .any(let parts): return compile(parts, .or, context)
    case .comparison(let index): return compile(tree.comparisons[index], context)
    }
  }

  /// Adds the steps of expressions and of what puts them together.
  private mutating func compile(
    _ parts: Range<Int>,
    _ operation: MaskInstruction.Operation,
    _ context: Context
  ) -> Bool {
    for (index, part) in parts.enumerated() {
      guard compile(tree.lists[part], context) else { return false }
      if index > 0 {
        code.append(MaskInstruction(operation: operation))
        depth -= 1
      }
    }
    return true
  }

  /// Adds the steps of a comparison.
  private mutating func compile(_ comparison: Comparison, _ context: Context) -> Bool {
    switch comparison.relation {
    case .conformsTo, .isType: return compileTest(comparison, context)
    case .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual:
      guard comparison.quantifier == .single else { return false }
      if let number = comparedNumber(comparison.right, context, with: comparison.left) {
        return compileCount(comparison.left, comparison.relation, number, context)
      }
      if let number = comparedNumber(comparison.left, context, with: comparison.right) {
        return compileCount(comparison.right, comparison.relation.reversed, number, context)
      }
      return false
    default: return false
    }
  }

  // MARK: - Types

  /// Adds the steps of a comparison of types with a string.
  private mutating func compileTest(_ comparison: Comparison, _ context: Context) -> Bool {
    guard comparison.quantifier != .single,
      case .string(let string) = tree.operands[comparison.right],
      let source = keys(of: comparison.left, context)
    else { return false }
    let isDeep: Bool
    switch (context, source) {
    case (.attachment, [.types]): isDeep = false
    case (.item, [.attachments, .types]), (.request, [.items, .attachments, .types]): isDeep = true
    default: return false
    }
    let test = Test(
      name: tree.strings[string].lowercased(),
      isExact: comparison.relation == .isType
    )
    let isOfAll = comparison.quantifier == .all
    let pushed = push(
      MaskInstruction(
        operation: isOfAll ? .everyType : .anyType,
        lanes: .attachments,
        number: Int64(number(test))
      )
    )
    guard pushed else { return false }
    if isDeep {
      // One attachment with one type for ANY, none for NONE; for ALL every attachment.
      let relation: Comparison.Relation = comparison.quantifier == .any ? .greater : .equal
      addCount(relation, isOfAll ? MaskInstruction.every : 0, context, of: .attachments)
    } else if comparison.quantifier == .none {
      code.append(MaskInstruction(operation: .not, lanes: .attachments))
    }
    return true
  }

  /// The keys of a path that begins at what the context is about.
  private func keys(of operand: Int, _ context: Context) -> ArraySlice<PredicateTree.Key>? {
    switch (tree.operands[operand], context) {
    case (.root(let range), .request): tree.keys[range]
    case (.variable(let slot, let range), .item(let own)),
      (.variable(let slot, let range), .attachment(let own)):
      slot == own ? tree.keys[range] : nil
    default: nil
    }
  }

  // MARK: - Counts

  /// The number on one side of a comparison: a whole one, or that of all that are counted on the other.
  private func comparedNumber(_ operand: Int, _ context: Context, with other: Int) -> Int64? {
    if case .number(.whole(let number)) = tree.operands[operand] {
      // What stands for all is no number of its own; no count is below 0 anyway.
      return number >= 0 ? number : nil
    }
    guard let keys = keys(of: operand, context), let counted = counted(other, context) else {
      return nil
    }
    let all: MaskInstruction.Lanes?
    switch (context, keys) {
    case (.request, [.items, .count]): all = .items
    case (.request, [.items, .attachments, .count]), (.item, [.attachments, .count]):
      all = .attachments
    default: all = nil
    }
    return all == counted ? MaskInstruction.every : nil
  }

  /// What a value counts, when it is a number of items or attachments of the context.
  private func counted(_ operand: Int, _ context: Context) -> MaskInstruction.Lanes? {
    if case .subquery(let collection, _, _, let keys) = tree.operands[operand] {
      guard tree.keys[keys] == [.count] else { return nil }
      return lanes(of: self.keys(of: collection, context), context)
    }
    guard let keys = keys(of: operand, context), keys.last == .count else { return nil }
    return lanes(of: keys.dropLast(), context)
  }

  /// What a key path of the context leads to.
  private func lanes(
    of keys: ArraySlice<PredicateTree.Key>?,
    _ context: Context
  ) -> MaskInstruction.Lanes? {
    switch (context, keys) {
    case (.request, [.items]): .items
    case (.request, [.items, .attachments]), (.item, [.attachments]): .attachments
    default: nil
    }
  }

  /// Adds the steps that compare a count with a number.
  private mutating func compileCount(
    _ operand: Int,
    _ relation: Comparison.Relation,
    _ number: Int64,
    _ context: Context
  ) -> Bool {
    guard let lanes = counted(operand, context) else { return false }
    if case .subquery(_, let slot, let predicate, _) = tree.operands[operand] {
      let inner: Context = lanes == .items ? .item(slot) : .attachment(slot)
      guard compile(predicate, inner) else { return false }
    } else {
      guard push(MaskInstruction(operation: .every, lanes: lanes)) else { return false }
    }
    addCount(relation, number, context, of: lanes)
    return true
  }

  /// Adds the step that counts bits.
  private mutating func addCount(
    _ relation: Comparison.Relation,
    _ number: Int64,
    _ context: Context,
    of lanes: MaskInstruction.Lanes
  ) {
    let operation: MaskInstruction.Operation =
      if case .item = context { .countInItems } else { .count }
    code.append(
      MaskInstruction(operation: operation, lanes: lanes, relation: relation, number: number)
    )
  }
}

extension Comparison.Relation {
  /// The same relation with the sides exchanged.
  var reversed: Comparison.Relation {
    switch self {
    case .less: .greater
    case .lessOrEqual: .greaterOrEqual
    case .greater: .less
    case .greaterOrEqual: .lessOrEqual
    default: self
    }
  }

  /// Whether a number compares so with another.
  func holds(_ left: Int64, _ right: Int64) -> Bool {
    switch self {
    case .equal: left == right
    case .notEqual: left != right
    case .less: left < right
    case .lessOrEqual: left <= right
    case .greater: left > right
    case .greaterOrEqual: left >= right
    default: false
    }
  }
}
