/// Evaluates a predicate for a request.
///
/// Whatever the predicate is, it comes to an end: it stops when its budget of steps is used up, and it
/// calls itself only as deep as predicates may be nested.
struct Evaluator {
  /// The predicate.
  let tree: PredicateTree
  /// The request.
  let request: FlatRequest
  /// The steps that are left.
  var budget = StepBudget()
  /// The values of the variables.
  var variables = [Value](repeating: .null, count: PredicateTree.greatestNesting + 1)
  /// Values that were put together for the comparisons under way.
  var gathered: [Value] = []
  /// The numbers that the types of the request are known by to it, by string; -1 is none.
  var typeNumbers: [Int]
  /// Stands for a string that was not looked up.
  static let notLookedUp = -2

  /// Prepares to evaluate a predicate.
  init(_ tree: PredicateTree, _ request: FlatRequest) {
    self.tree = tree
    self.request = request
    typeNumbers = [Int](repeating: Self.notLookedUp, count: tree.strings.count)
  }

  /// Whether the predicate holds; false when that needs too many steps.
  mutating func matches() -> Bool {
    let result = evaluate(tree.root)
    return result && !budget.isExhausted
  }

  /// Whether a Boolean expression holds.
  mutating func evaluate(_ node: Int) -> Bool {
    budget.take()
    if budget.isExhausted { return false }
    switch tree.nodes[node] {
    case .constant(let value): return value
    case .not(let inner): return !evaluate(inner)
    case .all(let parts):
      for part in parts where !evaluate(tree.lists[part]) { return false }
      return true
    case .any(let parts):
      for part in parts where evaluate(tree.lists[part]) { return true }
      return false
    case .comparison(let index): return compare(tree.comparisons[index])
    }
  }

  // MARK: - Values

  /// The value of an operand.
  mutating func value(_ operand: Int) -> Value {
    if tree.operandTypes[operand].isUnknown { return .unknown }
    switch tree.operands[operand] {
    case .number(let number): return .number(number)
    case .string(let string): return .literal(string)
    case .boolean(let value): return .boolean(value)
    case .null: return .null
    case .list(let parts): return list(parts)
    case .root(let keys): return follow(keys, from: .root)
    case .variable(let slot, let keys): return follow(keys, from: variables[slot])
    case .subquery(let collection, let slot, let predicate, let keys):
      return subquery(collection, slot, predicate, keys)
    }
  }

  /// The value of a list.
  private mutating func list(_ parts: Range<Int>) -> Value {
    // What an element leaves behind must not lie between the elements.
    var elements: [Value] = []
    elements.reserveCapacity(parts.count)
    for part in parts {
      budget.take()
      if budget.isExhausted { return .unknown }
      let element = value(tree.lists[part])
      if element == .unknown { return .unknown }
      elements.append(element)
    }
    return gather(elements)
  }

  /// Keeps elements until the comparison is over.
  private mutating func gather(_ elements: [Value]) -> Value {
    let start = gathered.count
    gathered += elements
    return .collection(.gathered(start..<gathered.count))
  }

  /// The value of a SUBQUERY.
  private mutating func subquery(
    _ collection: Int,
    _ slot: Int,
    _ predicate: Int,
    _ keys: Range<Int>
  ) -> Value {
    guard case .collection(let elements) = value(collection) else { return .unknown }
    let isCounted = keys.first.map { tree.keys[$0] == .count } ?? false
    let saved = variables[slot]
    defer { variables[slot] = saved }
    var count: Int64 = 0
    let start = gathered.count
    for index in 0..<elements.count {
      budget.take()
      if budget.isExhausted { return .unknown }
      let element = element(index, of: elements)
      variables[slot] = element
      guard evaluate(predicate) else { continue }
      if isCounted { count += 1 } else { gathered.append(element) }
    }
    if isCounted { return follow(keys.dropFirst(), from: .number(.whole(count))) }
    return follow(keys, from: .collection(.gathered(start..<gathered.count)))
  }

  /// An element of a collection.
  func element(_ index: Int, of elements: Value.Elements) -> Value {
    switch elements {
    case .items(let range): .item(range.lowerBound + index)
    case .attachments(let range): .attachment(range.lowerBound + index)
    case .types(let range): .type(request.typeOf[range.lowerBound + index])
    case .gathered(let range): gathered[range.lowerBound + index]
    }
  }

  // MARK: - Key paths

  /// Follows keys from a value.
  private mutating func follow(_ keys: Range<Int>, from start: Value) -> Value {
    var value = start
    for key in keys {
      value = follow(tree.keys[key], from: value)
      if value == .unknown { return value }
    }
    return value
  }

  /// Follows a key; a known key that a value has not leads to an empty collection.
  private mutating func follow(_ key: PredicateTree.Key, from value: Value) -> Value {
    switch (key, value) {
    case (.unknown, _), (_, .unknown): return .unknown
    case (.count, .collection(let elements)): return .number(.whole(Int64(elements.count)))
    case (.count, _): return .incomparable
    case (.items, .root): return .collection(.items(0..<request.itemCount))
    case (.attachments, .item(let item)):
      return .collection(.attachments(request.attachments(ofItem: item)))
    case (.types, .attachment(let attachment)):
      return .collection(.types(request.types(ofAttachment: attachment)))
    case (.attachments, .collection(.items(let items))):
      guard let first = items.first, let last = items.last else { break }
      let start = request.attachments(ofItem: first).lowerBound
      return .collection(.attachments(start..<request.itemEnds[last]))
    case (.types, .collection(.attachments(let attachments))):
      guard let first = attachments.first, let last = attachments.last else { break }
      let start = request.types(ofAttachment: first).lowerBound
      return .collection(.types(start..<request.attachmentEnds[last]))
    case (_, .collection(.gathered(let range))): return flatten(range, key)
    default: break
    }
    return .collection(.gathered(0..<0))
  }

  /// One flat collection of what a key leads to from each of several values.
  private mutating func flatten(_ range: Range<Int>, _ key: PredicateTree.Key) -> Value {
    let start = gathered.count
    for index in range {
      budget.take()
      guard case .collection(let elements) = follow(key, from: gathered[index]) else { continue }
      // What a collection among the elements leads to was put at the end already.
      if case .gathered = elements { continue }
      for inner in 0..<elements.count {
        budget.take()
        if budget.isExhausted { return .unknown }
        gathered.append(element(inner, of: elements))
      }
    }
    return .collection(.gathered(start..<gathered.count))
  }
}
