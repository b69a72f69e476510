internal import OrielActivation

/// How a rule came to its answer, as a person reads it.
enum TraceText {
  /// The reason why an extension is or is not offered, as one line.
  static func reason(_ trace: RuleTrace) -> String {
    TerminalText.line(trace.nearestMiss?.sentence ?? trace.summary, limit: 600)
  }

  /// What would have the extension offered, as one line.
  static func advice(_ trace: RuleTrace) -> String? {
    trace.nearestMiss.map { TerminalText.line($0.advice, limit: 600) }
  }

  /// The whole explanation: reason, advice and conditions.
  static func explanation(_ trace: RuleTrace, _ console: Console) -> [String] {
    var lines = ["  \(reason(trace))"]
    if let advice = advice(trace) { lines.append("  advice: \(advice)") }
    return lines + self.lines(trace, console)
  }

  /// How far conditions within others are told; a script gets them all.
  private static let greatestDepth = 3

  /// The conditions of the rule with what was found; of those that do not hold, also the conditions
  /// that they are made of, further in.
  private static func lines(_ trace: RuleTrace, _ console: Console) -> [String] {
    guard !trace.clauses.isEmpty else { return [] }
    var lines = ["  the rule, all of whose conditions must hold:"]
    for clause in trace.clauses { add(clause, depth: 0, to: &lines, console) }
    for lint in trace.lints { lines.append("  \(TerminalText.line(lint.description, limit: 600))") }
    return lines
  }

  /// Adds a condition.
  private static func add(
    _ clause: RuleTrace.Clause,
    depth: Int,
    to lines: inout [String],
    _ console: Console
  ) {
    let indentation = String(repeating: "     ", count: depth)
    let mark = console.coloured(clause.holds ? "yes" : "no ", clause.holds ? .good : .bad)
    let subject = clause.subject.map { "\($0): " } ?? ""
    let detail = clause.detail.map { " (\($0))" } ?? ""
    let text = TerminalText.line(subject + clause.text + detail, limit: 600)
    lines.append("    \(indentation)\(mark)  \(text)")
    // Why a whole condition holds is of no interest; within one that does not hold, all is.
    guard !clause.parts.isEmpty, depth > 0 || !clause.holds else { return }
    guard depth < greatestDepth else {
      return lines.append("    \(indentation)     …  (--json tells all)")
    }
    for part in clause.parts { add(part, depth: depth + 1, to: &lines, console) }
  }
}
