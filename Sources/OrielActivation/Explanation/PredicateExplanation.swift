internal import OrielText

/// Says how a predicate comes to its answer.
struct PredicateExplanation {
  /// The predicate.
  private let tree: PredicateTree
  /// Its text.
  private let source: [Unicode.Scalar]
  /// The request.
  private let request: FlatRequest
  /// What evaluates parts of the predicate.
  private var evaluator: Evaluator
  /// The clauses that may still be made.
  private var remaining = 400
  /// Whether the predicate needs more steps than there are.
  let isExhausted: Bool

  /// The most elements of a collection that are explained.
  private static let greatestElementCount = 16
  /// The most scalars of a clause's text.
  private static let greatestLength = 200

  /// Prepares to explain a predicate.
  init(_ tree: PredicateTree, _ source: [Unicode.Scalar], _ request: FlatRequest) {
    self.tree = tree
    self.source = source
    self.request = request
    var plain = Evaluator(tree, request)
    _ = plain.matches()
    isExhausted = plain.budget.isExhausted
    evaluator = Evaluator(tree, request)
    // Each level of nesting is evaluated once more than the one around it.
    evaluator.budget = StepBudget(8 * StepBudget.greatestCount)
  }

  /// The conditions that must all hold.
  mutating func clauses() -> [RuleTrace.Clause] {
    guard case .all(let parts) = tree.nodes[tree.root] else { return [clause(tree.root, nil)] }
    return parts.prefix(remaining).map { clause(tree.lists[$0], nil) }
  }

  /// The explanation of a Boolean expression.
  private mutating func clause(_ node: Int, _ subject: String?) -> RuleTrace.Clause {
    remaining -= 1
    let text = tree.text(ofNode: node, in: source, length: Self.greatestLength)
    let holds = evaluator.evaluate(node)
    switch tree.nodes[node] {
    case .constant: return RuleTrace.Clause(text, holds: holds, subject: subject)
    case .not(let inner): return clause(text, holds, subject, of: [inner])
    case .all(let parts), .any(let parts):
      return clause(text, holds, subject, of: parts.map { tree.lists[$0] })
    case .comparison(let index):
      let comparison = tree.comparisons[index]
      let (detail, attachments) = detail(of: comparison)
      let inner = [comparison.left, comparison.right].flatMap { elements(of: $0) }
      return RuleTrace.Clause(
        text,
        holds: holds,
        detail: detail,
        subject: subject,
        attachments: attachments,
        parts: inner
      )
    }
  }

  /// The explanation of an expression by its parts.
  private mutating func clause(
    _ text: String,
    _ holds: Bool,
    _ subject: String?,
    of nodes: [Int]
  ) -> RuleTrace.Clause {
    var parts: [RuleTrace.Clause] = []
    for node in nodes where remaining > 0 { parts.append(clause(node, nil)) }
    let attachments = Set(parts.flatMap(\.attachments)).sorted {
      ($0.item, $0.attachment) < ($1.item, $1.attachment)
    }
    return RuleTrace.Clause(
      text,
      holds: holds,
      subject: subject,
      attachments: attachments,
      parts: parts
    )
  }

  /// What the predicate of a SUBQUERY says about each element.
  private mutating func elements(of operand: Int) -> [RuleTrace.Clause] {
    guard case .subquery(let collection, let slot, let predicate, _) = tree.operands[operand] else {
      return []
    }
    let kept = evaluator.gathered.count
    let saved = evaluator.variables[slot]
    defer {
      evaluator.gathered.removeLast(evaluator.gathered.count - kept)
      evaluator.variables[slot] = saved
    }
    guard case .collection(let elements) = evaluator.value(collection) else { return [] }
    var clauses: [RuleTrace.Clause] = []
    for index in 0..<min(elements.count, Self.greatestElementCount) where remaining > 0 {
      let element = evaluator.element(index, of: elements)
      evaluator.variables[slot] = element
      clauses.append(clause(predicate, name(of: element)))
    }
    return clauses
  }

  // MARK: - Values

  /// What was compared, and which attachments it is about.
  private mutating func detail(
    of comparison: Comparison
  ) -> (text: String?, attachments: [AttachmentPlace]) {
    let kept = evaluator.gathered.count
    defer { evaluator.gathered.removeLast(evaluator.gathered.count - kept) }
    var details: [String] = []
    var attachments: Set<Int> = []
    for operand in [comparison.left, comparison.right] {
      switch tree.operands[operand] {
      case .number, .string, .boolean, .null, .list: continue
      case .variable(let slot, _):
        attachments.formUnion(self.attachments(evaluator.variables[slot]))
      case .subquery(let collection, _, _, _):
        let elements = evaluator.value(collection)
        attachments.formUnion(self.attachments(elements))
      case .root(let keys):
        if tree.keys[keys].contains(.attachments) {
          attachments.formUnion(0..<request.attachmentCount)
        }
      }
      let value = evaluator.value(operand)
      attachments.formUnion(self.attachments(value))
      let text = tree.text(ofOperand: operand, in: source, length: 40)
      details.append("\(text) is \(name(of: value))")
    }
    return (
      details.isEmpty ? nil : details.joined(separator: ", "),
      attachments.sorted().map(request.place)
    )
  }

  /// The attachments that a value is about.
  private func attachments(_ value: Value) -> [Int] {
    switch value {
    case .attachment(let attachment): return [attachment]
    case .item(let item): return Array(request.attachments(ofItem: item))
    case .collection(let elements):
      if case .types(let range) = elements {
        return (0..<request.attachmentCount).filter {
          request.types(ofAttachment: $0).overlaps(range)
        }
      }
      return (0..<min(elements.count, 256)).flatMap { index -> [Int] in
        let element = evaluator.element(index, of: elements)
        if case .collection = element { return [] }
        return attachments(element)
      }
    default: return []
    }
  }

  /// A value in words.
  private func name(of value: Value) -> String {
    switch value {
    case .number(.whole(let number)): "\(number)"
    case .number(.real(let number)): "\(number)"
    case .literal(let string): "\"\(Printable.source(tree.strings[string]))\""
    case .type(let type): "\"\(Printable.source(request.names[type]))\""
    case .boolean(let value): value ? "TRUE" : "FALSE"
    case .null: "NIL"
    case .root: "the root object"
    case .item(let item): "item \(item + 1)"
    case .attachment(let attachment): request.name(ofAttachment: attachment)
    case .collection(let elements): name(of: elements)
    case .incomparable: "no number, for want of a collection"
    case .unknown: "nothing that a rule sees"
    }
  }

  /// A collection in words.
  private func name(of elements: Value.Elements) -> String {
    let names = (0..<min(elements.count, 4)).map { index -> String in
      let element = evaluator.element(index, of: elements)
      if case .collection = element { return "a list" }
      return name(of: element)
    }
    let more = elements.count > names.count ? ", …" : ""
    return names.isEmpty ? "empty" : "{\(names.joined(separator: ", "))\(more)}"
  }
}

extension PredicateTree {
  /// The text of a Boolean expression on one line.
  func text(ofNode node: Int, in source: [Unicode.Scalar], length: Int) -> String {
    Self.text(nodeRanges[node], in: source, length: length)
  }

  /// The text of a value on one line.
  func text(ofOperand operand: Int, in source: [Unicode.Scalar], length: Int) -> String {
    Self.text(operandRanges[operand], in: source, length: length)
  }

  /// A part of the text on one line.
  static func text(
    _ range: Range<Int>,
    in source: [Unicode.Scalar],
    length: Int
  ) -> String {
    var text = String.UnicodeScalarView()
    var isSpace = false
    for scalar in source[range].prefix(4 * length) {
      let isNext = scalar.properties.isWhitespace
      if !(isNext && isSpace) { text.append(isNext ? " " : scalar) }
      isSpace = isNext
    }
    return Printable.source(String(text), limit: length)
  }
}
