/// Writes a rule in the dictionary form as a predicate that holds for the same requests.
struct Expansion {
  /// The rule.
  private let rule: DictionaryRule
  /// The declared categories, the most specific first.
  private let declared: [AttachmentCategory]

  /// All attachments of a request.
  private static let attachments = "extensionItems.attachments"

  /// Prepares to write a rule.
  private init(_ rule: DictionaryRule) {
    self.rule = rule
    declared = rule.declared.all
  }

  /// The predicate.
  static func text(of rule: DictionaryRule) -> String {
    Expansion(rule).text
  }

  /// The conditions, one in a line.
  private var text: String {
    guard !declared.isEmpty || rule.isBounded else { return "FALSEPREDICATE" }
    var clauses: [String] = []
    let least = max(rule.minimum, declared.isEmpty ? 1 : 0)
    if least > 0 { clauses.append("\(Self.attachments).@count >= \(least)") }
    if rule.maximum > 0 { clauses.append("\(Self.attachments).@count <= \(rule.maximum)") }
    guard !declared.isEmpty else { return clauses.joined(separator: "\nAND ") }
    for (index, category) in declared.enumerated() {
      let limit = rule.limits[category.rawValue]
      guard limit != DictionaryRule.unbounded else { continue }
      let others = declared[..<index].map { "NOT (\(belongs($0)))" }
      let all = ["(\(belongs(category)))"] + others
      clauses.append("\(counted(all.joined(separator: " AND "))) <= \(limit)")
    }
    let matched = declared.map { "(\(belongs($0)))" }.joined(separator: " OR ")
    clauses.append("\(counted(matched)) >= 1")
    switch rule.strictness {
    case .everyType: clauses.append("\(counted(leavesTypeOut)) == 0")
    case .everyAttachment: clauses.append("\(counted("NOT (\(matched))")) == 0")
    case .lenient: break
    }
    return clauses.joined(separator: "\nAND ")
  }

  /// The number of attachments for which a condition holds.
  private func counted(_ condition: String) -> String {
    "SUBQUERY(\(Self.attachments), $a, \(condition)).@count"
  }

  /// The number of types of the attachment for which a condition holds.
  private func countedTypes(_ variable: String, _ condition: String) -> String {
    "SUBQUERY($a.registeredTypeIdentifiers, \(variable), \(condition)).@count"
  }

  /// Whether a type of the attachment conforms to one of some types.
  private func any(_ types: [String]) -> String {
    types.map { "ANY $a.registeredTypeIdentifiers UTI-CONFORMS-TO \"\($0)\"" }
      .joined(separator: " OR ")
  }

  /// Whether a variable conforms to one of some types.
  private func conforms(_ variable: String, _ types: [String]) -> String {
    types.map { "\(variable) UTI-CONFORMS-TO \"\($0)\"" }.joined(separator: " OR ")
  }

  /// Whether the attachment is a file at all.
  private var isFile: String {
    "ANY $a.registeredTypeIdentifiers UTI-EQUALS \"\(CategoryTypes.fileURL)\" OR "
      + any(CategoryTypes.gate)
  }

  /// Whether the attachment belongs to a category.
  private func belongs(_ category: AttachmentCategory) -> String {
    switch category {
    case .image: any([CategoryTypes.image])
    case .movie: any([CategoryTypes.movie])
    case .webPage: any(CategoryTypes.webPage)
    case .webURL, .text: "\(countedTypes("$t", type("$t", belongsTo: category))) > 0"
    case .file: "(\(any(CategoryTypes.file))) AND (\(isFile))"
    }
  }

  /// Whether one type of the attachment belongs to a category.
  private func type(_ variable: String, belongsTo category: AttachmentCategory) -> String {
    switch category {
    case .image: conforms(variable, [CategoryTypes.image])
    case .movie: conforms(variable, [CategoryTypes.movie])
    case .webPage: conforms(variable, CategoryTypes.webPage)
    case .webURL:
      "\(conforms(variable, [CategoryTypes.url])) AND "
        + "NOT \(conforms(variable, [CategoryTypes.fileURL]))"
    case .text:
      "\(conforms(variable, [CategoryTypes.text])) AND "
        + "NOT \(conforms(variable, [CategoryTypes.html]))"
    case .file: "(\(conforms(variable, CategoryTypes.file))) AND (\(isFile))"
    }
  }

  /// Whether a type of the attachment belongs to no declared category.
  private var leavesTypeOut: String {
    let isFileURL = "UTI-EQUALS \"\(CategoryTypes.fileURL)\""
    func isTaken(_ variable: String) -> String {
      declared.map { "(\(type(variable, belongsTo: $0)))" }.joined(separator: " OR ")
    }
    // With files declared the address of a file belongs to them and needs nothing beside it.
    let isLeftOut = "NOT (\(isTaken("$t")))"
    guard !declared.contains(.file) else { return "\(countedTypes("$t", isLeftOut)) > 0" }
    let other = countedTypes("$o", "(\(isTaken("$o"))) AND NOT $o \(isFileURL)")
    return "\(countedTypes("$t", "\(isLeftOut) AND NOT ($t \(isFileURL) AND \(other) > 0)")) > 0"
  }
}
