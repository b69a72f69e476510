/// Random predicates of the grammar: some of the forms that authors write, some of any form.
struct RandomPredicates {
  /// Where the numbers come from.
  var random: RandomSource

  /// A predicate.
  mutating func next() -> String {
    random.once(in: 3) ? anything(depth: 3, variables: []) : usual()
  }

  // MARK: - Forms that authors write

  /// A predicate over items and attachments.
  private mutating func usual() -> String {
    let parts = (0...random.number(2)).map { _ in usualPart() }
    return parts.joined(separator: random.once(in: 2) ? " AND " : " || ")
  }

  /// A comparison over items and attachments.
  private mutating func usualPart() -> String {
    let not = random.once(in: 6) ? "NOT " : ""
    switch random.number(6) {
    case 0: return "\(not)extensionItems.@count \(order) \(number)"
    case 1:
      return "\(not)\(quantifier) extensionItems.attachments.registeredTypeIdentifiers "
        + "\(uti) \"\(type)\""
    case 2:
      return "\(not)SUBQUERY(extensionItems.attachments, $a, \(ofAttachment())).@count \(order) "
        + "\(random.once(in: 3) ? "extensionItems.attachments.@count" : number)"
    default:
      return "\(not)SUBQUERY(extensionItems, $i, \(ofItem())).@count \(order) "
        + "\(random.once(in: 3) ? "extensionItems.@count" : number)"
    }
  }

  /// A condition on the item $i.
  private mutating func ofItem() -> String {
    switch random.number(6) {
    case 0: return "\(number) \(order) $i.attachments.@count"
    case 1: return "\(quantifier) $i.attachments.registeredTypeIdentifiers \(uti) '\(type)'"
    case 2: return "(\(ofItem())) AND (\(ofItem()))"
    default:
      return "SUBQUERY($i.attachments, $a, \(ofAttachment())).@count \(order) "
        + "\(random.once(in: 2) ? "$i.attachments.@count" : number)"
    }
  }

  /// A condition on the attachment $a.
  private mutating func ofAttachment() -> String {
    switch random.number(6) {
    case 0: return "(\(ofAttachment()) OR \(ofAttachment()))"
    case 1: return "\(ofAttachment()) AND NOT \(ofAttachment())"
    case 2: return random.once(in: 2) ? "TRUEPREDICATE" : "FALSEPREDICATE"
    default: return "\(quantifier) $a.registeredTypeIdentifiers \(uti) \"\(type)\""
    }
  }

  // MARK: - Any form

  /// Any predicate.
  private mutating func anything(depth: Int, variables: [String]) -> String {
    guard depth > 0 else { return comparison(depth: 0, variables: variables) }
    switch random.number(8) {
    case 0: return "NOT \(anything(depth: depth - 1, variables: variables))"
    case 1: return "(\(anything(depth: depth - 1, variables: variables)))"
    case 2, 3:
      return anything(depth: depth - 1, variables: variables)
        + random.one(of: [" AND ", " OR ", " && ", "||"])
        + anything(depth: depth - 1, variables: variables)
    default: return comparison(depth: depth, variables: variables)
    }
  }

  /// Any comparison.
  private mutating func comparison(depth: Int, variables: [String]) -> String {
    let word = random.one(of: ["", "", "ANY ", "ALL ", "NONE ", "some "])
    var relation = random.one(of: [
      "==", "=", "!=", "<>", "<", "<=", "=<", ">", ">=", "=>", "BETWEEN", "IN", "BEGINSWITH",
      "ENDSWITH", "CONTAINS", "LIKE", "MATCHES", "UTI-CONFORMS-TO", "UTI-EQUALS",
    ])
    if relation.first?.isLetter == true, relation != "BETWEEN", relation != "IN" {
      relation += random.one(of: ["", "", "[c]", "[d]", "[cd]"])
    }
    let left = operand(depth: depth, variables: variables)
    return "\(word)\(left) \(relation) \(operand(depth: depth, variables: variables))"
  }

  /// Any value.
  private mutating func operand(depth: Int, variables: [String]) -> String {
    switch random.number(depth > 0 ? 12 : 8) {
    case 0: return number
    case 1: return "\"\(type)\""
    case 2: return random.one(of: ["TRUE", "NO", "NIL", "SELF", "1.5", "-1", "'*image*'", "'p.*'"])
    case 3, 4: return "extensionItems" + keys
    case 5:
      return random.one(of: [
        "attachments.@count", "sourceApplication", "registeredTypeIdentifiers",
      ])
    case 6, 7:
      guard !variables.isEmpty else { return number }
      return "$" + random.one(of: variables) + keys
    case 8:
      let elements = (0..<random.number(4)).map { _ in operand(depth: 0, variables: variables) }
      return "{\(elements.joined(separator: ", "))}"
    default:
      let name = random.one(of: ["a", "i", "t"])
      let collection = operand(depth: depth - 1, variables: variables)
      let predicate = anything(depth: depth - 1, variables: variables + [name])
      return "SUBQUERY(\(collection), $\(name), \(predicate))" + keys
    }
  }

  /// Keys behind a value.
  private var keys: String {
    mutating get {
      random.one(of: [
        "", ".@count", ".attachments", ".attachments.@count",
        ".attachments.registeredTypeIdentifiers",
        ".registeredTypeIdentifiers", ".registeredTypeIdentifiers.@count", ".@count.@count",
        ".name",
        ".name.@count", ".'attachments'",
      ])
    }
  }

  // MARK: - Parts

  /// An operator that compares numbers.
  private var order: String {
    mutating get { random.one(of: ["==", "!=", "<", "<=", ">", ">="]) }
  }
  /// A small number.
  private var number: String {
    mutating get { String(random.number(4)) }
  }
  /// A quantifier.
  private var quantifier: String {
    mutating get { random.one(of: ["ANY", "ANY", "ANY", "ALL", "NONE"]) }
  }
  /// An operator that compares types.
  private var uti: String {
    mutating get { random.one(of: ["UTI-CONFORMS-TO", "UTI-CONFORMS-TO", "UTI-EQUALS"]) }
  }
  /// A type.
  private var type: String {
    mutating get {
      random.once(in: 2)
        ? random.one(of: [
          "public.image", "public.data", "public.item", "public.url", "public.text",
        ])
        : random.one(of: RandomRequests.types)
    }
  }
}
