internal import OrielActivation

/// What is said about a rule, as a script reads it.
enum RuleJSON {
  /// Something that is wrong with a rule, or that its author should know.
  static func diagnostic(_ remark: RuleDiagnostic, _ more: [(String, JSONValue)] = []) -> JSONValue
  {
    .object(
      [
        ("code", .string(remark.code.rawValue)),
        ("message", .string(remark.message)),
        ("advice", .optional(remark.advice)),
        ("key", .optional(remark.key)),
        ("line", remark.line.map { .integer(Int64($0)) } ?? .null),
        ("column", remark.column.map { .integer(Int64($0)) } ?? .null),
        ("excerpt", .optional(remark.excerpt)),
      ] + more
    )
  }
}
