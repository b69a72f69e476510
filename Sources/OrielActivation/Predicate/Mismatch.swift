extension PredicateTree {
  /// Why the kinds of two values do not compare, which makes every comparison of them false.
  ///
  /// - Returns: A sentence, or nothing when they do or when it depends on the request.
  func mismatch(of comparison: Comparison) -> String? {
    let left = operandTypes[comparison.left]
    let right = operandTypes[comparison.right]
    if left.kind == .anything || left.kind == .nothing { return nil }
    if right.kind == .anything && !right.isCollection { return nil }
    switch comparison.relation {
    case .in:
      guard right.isCollection else { return "IN needs a collection on its right" }
      return compares(left.kind, right.kind) ? nil : refusal(left.kind, right.kind)
    case .between:
      guard right.isCollection else { return "BETWEEN needs a list of two values on its right" }
      if case .list(let elements) = operands[comparison.right], elements.count != 2 {
        return "BETWEEN needs a list of two values, and this one has \(elements.count)"
      }
      return orders(left.kind, right.kind) ? nil : refusal(left.kind, right.kind)
    case .equal, .notEqual:
      if right.isCollection { return "a value is compared with a collection, which is false" }
      return compares(left.kind, right.kind) ? nil : refusal(left.kind, right.kind)
    case .less, .lessOrEqual, .greater, .greaterOrEqual:
      if right.isCollection { return "a value is compared with a collection, which is false" }
      return orders(left.kind, right.kind) ? nil : refusal(left.kind, right.kind)
    case .beginsWith, .endsWith, .contains, .like, .matches, .conformsTo, .isType:
      if right.isCollection { return "text is compared with a collection, which is false" }
      guard left.kind == .text, right.kind == .text else { return refusal(left.kind, right.kind) }
      return nil
    }
  }

  /// Whether values of two kinds can be equal.
  private func compares(_ left: StaticType.Kind, _ right: StaticType.Kind) -> Bool {
    left == right || left == .null || right == .null || right == .anything || right == .nothing
  }

  /// Whether values of two kinds have an order.
  private func orders(_ left: StaticType.Kind, _ right: StaticType.Kind) -> Bool {
    switch left {
    case .number, .text: right == left || right == .anything || right == .nothing
    default: false
    }
  }

  /// A sentence about two kinds.
  private func refusal(_ left: StaticType.Kind, _ right: StaticType.Kind) -> String {
    "\(left.name) and \(right.name) do not compare so, which is false"
  }
}
