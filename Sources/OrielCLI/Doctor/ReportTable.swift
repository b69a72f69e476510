internal import OrielHost

/// How far each layer of the sandbox holds, for people and for scripts.
enum ReportTable {
  /// One line a layer, and below it what to do where it does not hold in full.
  static func lines(_ report: EnforcementReport, _ console: Console) -> [String] {
    var table = TextTable()
    for entry in report.entries {
      table.add(
        TerminalText.line(entry.name),
        entry.state.rawValue,
        entry.weakening != nil ? "weakened" : entry.isRequired ? "required" : "",
        entry.reason.map { TerminalText.line($0) } ?? ""
      )
    }
    var lines: [String] = []
    for (line, entry) in zip(table.lines(indentation: "  "), report.entries) {
      lines.append(console.coloured(line, verdict(entry)))
      if let remedy = entry.remedy { lines.append("    \(TerminalText.line(remedy))") }
    }
    return lines + report.weakenings.map { "Weakened: \(TerminalText.line($0.description))." }
  }

  /// The layers as JSON.
  static func json(_ report: EnforcementReport) -> JSONValue {
    .array(
      report.entries.map { entry in
        .object([
          ("layer", .string(entry.identifier)),
          ("name", .string(entry.name)),
          ("state", .string(entry.state.rawValue)),
          ("required", .bool(entry.isRequired)),
          ("weakening", .optional(entry.weakening?.identifier)),
          ("reason", .optional(entry.reason)),
          ("remedy", .optional(entry.remedy)),
        ])
      }
    )
  }

  /// The state of a layer as a verdict.
  private static func verdict(_ entry: EnforcementReport.Entry) -> Console.Verdict {
    switch entry.state {
    case .full: .good
    case .partial: .middling
    case .none: entry.isRequired ? .bad : .middling
    }
  }
}
