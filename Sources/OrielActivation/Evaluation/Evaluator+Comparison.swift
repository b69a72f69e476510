internal import OrielTypes

extension Evaluator {
  /// Whether a comparison holds.
  mutating func compare(_ comparison: Comparison) -> Bool {
    // What a comparison gathered is forgotten with it.
    let kept = gathered.count
    defer { gathered.removeLast(gathered.count - kept) }
    let left = value(comparison.left)
    if left == .unknown { return false }
    let right = value(comparison.right)
    if right == .unknown { return false }
    guard comparison.quantifier != .single else {
      if case .collection = left { return false }
      return test(left, comparison, right)
    }
    guard case .collection(let elements) = left else {
      return test(left, comparison, right) == (comparison.quantifier != .none)
    }
    for index in 0..<elements.count {
      budget.take()
      if budget.isExhausted { return false }
      let holds = test(element(index, of: elements), comparison, right)
      if holds != (comparison.quantifier == .all) { return comparison.quantifier == .any }
    }
    return comparison.quantifier != .any
  }

  /// Whether one value on the left compares with the right side.
  private mutating func test(_ left: Value, _ comparison: Comparison, _ right: Value) -> Bool {
    switch comparison.relation {
    case .equal: return isEqual(left, right) ?? false
    case .notEqual: return isEqual(left, right).map { !$0 } ?? false
    case .less: return order(left, right) == .less
    case .lessOrEqual: return order(left, right).map { $0 != .greater } ?? false
    case .greater: return order(left, right) == .greater
    case .greaterOrEqual: return order(left, right).map { $0 != .less } ?? false
    case .between:
      guard case .collection(let ends) = right, ends.count == 2 else { return false }
      guard let low = order(left, element(0, of: ends)) else { return false }
      guard let high = order(left, element(1, of: ends)) else { return false }
      return low != .less && high != .greater
    case .in:
      guard case .collection(let elements) = right else { return false }
      for index in 0..<elements.count {
        budget.take()
        if budget.isExhausted { return false }
        if isEqual(left, element(index, of: elements)) == true { return true }
      }
      return false
    case .beginsWith, .endsWith, .contains, .like, .matches:
      guard let mine = text(left), let other = text(right) else { return false }
      return test(mine, comparison, other)
    case .conformsTo: return conforms(left, right)
    case .isType:
      guard let left = foldedText(left), let right = foldedText(right) else { return false }
      return left == right
    }
  }

  // MARK: - Equality and order

  /// Whether two values are the same; nothing when their kinds do not compare.
  private mutating func isEqual(_ left: Value, _ right: Value) -> Bool? {
    switch (left, right) {
    case (.collection, _), (_, .collection), (.incomparable, _), (_, .incomparable),
      (.unknown, _), (_, .unknown):
      return nil
    case (.null, _), (_, .null): return left == right
    case (.number(let left), .number(let right)): return RuleNumber.order(left, right) == .equal
    case (.boolean(let left), .boolean(let right)): return left == right
    case (.root, .root): return true
    case (.item(let left), .item(let right)): return left == right
    case (.attachment(let left), .attachment(let right)): return left == right
    default:
      guard let left = text(left), let right = text(right) else { return nil }
      budget.take(characters: min(left.utf8.count, right.utf8.count))
      // Without modifiers texts are the same when their scalars are.
      return left.utf8.elementsEqual(right.utf8)
    }
  }

  /// The order of two values; nothing when their kinds have none.
  private mutating func order(_ left: Value, _ right: Value) -> Order? {
    if case .number(let left) = left, case .number(let right) = right {
      return RuleNumber.order(left, right)
    }
    guard let left = text(left), let right = text(right) else { return nil }
    budget.take(characters: min(left.utf8.count, right.utf8.count))
    if left.utf8.elementsEqual(right.utf8) { return .equal }
    // The bytes of UTF-8 have the order of the scalars.
    return left.utf8.lexicographicallyPrecedes(right.utf8) ? .less : .greater
  }

  // MARK: - Texts

  /// The text of a value that is one.
  func text(_ value: Value) -> String? {
    switch value {
    case .literal(let string): tree.strings[string]
    case .type(let type): request.names[type]
    default: nil
    }
  }

  /// The text of a value in lower case, as identifiers of types are compared.
  private mutating func foldedText(_ value: Value) -> String? {
    if case .type(let type) = value { return request.foldedNames[type] }
    guard let name = text(value) else { return nil }
    budget.take(characters: name.utf8.count)
    return name.lowercased()
  }

  /// Whether a text compares with another by an operator that is a word.
  private mutating func test(_ text: String, _ comparison: Comparison, _ other: String) -> Bool {
    budget.take(characters: text.utf8.count + other.utf8.count)
    if budget.isExhausted { return false }
    let folding = comparison.folding
    switch comparison.relation {
    case .like, .matches:
      if let index = comparison.pattern {
        return tree.patterns[index].matches(folding.fold(text), &budget)
      }
      // The pattern comes from the request; one that is not run matches nothing.
      budget.take(other.utf8.count)
      guard !budget.isExhausted,
        let pattern = try? TextPattern(other, for: comparison.relation, folding: folding)
      else { return false }
      return pattern.matches(folding.fold(text), &budget)
    case .beginsWith: return folding.fold(text).starts(with: folding.fold(other))
    case .endsWith:
      return folding.fold(text).reversed().starts(with: folding.fold(other).reversed())
    default: return contains(folding.fold(text), folding.fold(other))
    }
  }

  /// Whether a text holds another.
  private mutating func contains(_ text: [Unicode.Scalar], _ part: [Unicode.Scalar]) -> Bool {
    guard let first = part.first else { return true }
    guard part.count <= text.count else { return false }
    for start in 0...(text.count - part.count) where text[start] == first {
      var length = 1
      while length < part.count, text[start + length] == part[length] { length += 1 }
      if length == part.count { return true }
      budget.take(characters: length)
      if budget.isExhausted { return false }
    }
    return false
  }

  // MARK: - Types

  /// Whether a type conforms to another.
  private mutating func conforms(_ left: Value, _ right: Value) -> Bool {
    if case .type(let type) = left, let number = typeNumber(right) {
      return number >= 0 && request.type(type, conformsTo: number)
    }
    // A string of the predicate on the left is a type that the request need not have.
    guard let name = text(left), let left = foldedText(left), let right = foldedText(right) else {
      return false
    }
    if left == right { return true }
    guard let type = TypeIdentifier(name) else { return false }
    let ancestors = request.types.ancestors(of: type)
    budget.take(ancestors.count)
    return ancestors.contains { $0.rawValue.lowercased() == right }
  }

  /// The number by which the request knows a type, or -1; nothing when the value is no text.
  private mutating func typeNumber(_ value: Value) -> Int? {
    switch value {
    case .type(let type): return request.numbers[request.foldedNames[type]] ?? -1
    case .literal(let string):
      if typeNumbers[string] == Self.notLookedUp {
        budget.take(characters: tree.strings[string].utf8.count)
        typeNumbers[string] = request.numbers[tree.strings[string].lowercased()] ?? -1
      }
      return typeNumbers[string]
    default: return nil
    }
  }
}
