internal import OrielActivation

/// How a rule came to its answer, as a script reads it.
enum TraceJSON {
  /// The members that tell about a trace.
  static func members(_ trace: RuleTrace) -> [(String, JSONValue)] {
    [
      ("summary", .string(trace.summary)),
      ("nearestMiss", trace.nearestMiss.map(miss) ?? .null),
      ("clauses", .array(trace.clauses.map(clause))),
      ("lints", .array(trace.lints.map { RuleJSON.diagnostic($0) })),
    ]
  }

  /// What would have the extension offered.
  private static func miss(_ miss: NearestMiss) -> JSONValue {
    let changes: String =
      switch miss.change {
      case .rule: "rule"
      case .items: "input"
      }
    return .object([
      ("sentence", .string(miss.sentence)), ("advice", .string(miss.advice)),
      ("changes", .string(changes)),
    ])
  }

  /// A condition; a rule's nesting is bounded by its parser.
  private static func clause(_ clause: RuleTrace.Clause) -> JSONValue {
    .object([
      ("text", .string(clause.text)),
      ("holds", .bool(clause.holds)),
      ("detail", .optional(clause.detail)),
      ("subject", .optional(clause.subject)),
      ("attachments", .array(clause.attachments.map { .integer(Int64($0.attachment)) })),
      ("parts", .array(clause.parts.map(Self.clause))),
    ])
  }
}
