internal import OrielActivation
internal import OrielHost
internal import OrielManifest
internal import OrielPropertyList

/// `oriel rule check`: says what is wrong with an activation rule.
enum RuleCheckCommand: Command {
  static let specification = CommandSpecification(
    name: "rule check",
    summary: "say what is wrong with an activation rule",
    operands: "RULE|BUNDLE|PLIST|-",
    operandCount: 1...1,
    discussion: """
      \(RuleSource.help)

      Each finding has its place, the line of the predicate with a caret, and what to do. Exits with
      0 when the rule can be read, with 4 when it cannot; with --strict, with 1 when it can be read
      but there is something that its author should know.
      """,
    options: [
      .flag("--strict", "exit with 1 for warnings, too"),
      .flag("--json", "print JSON"),
    ],
    examples: [
      ("oriel rule check 'extensionItems.@count = 1'", "checks a predicate"),
      ("oriel rule check ./PhotoBlog.appex --strict", "checks a bundle before it is shipped"),
      (
        "plutil -convert xml1 -o - Info.plist | oriel rule check -",
        "checks what another program made"
      ),
    ]
  )

  static func run(
    _ arguments: ParsedArguments,
    _ console: Console
  ) async throws(Complaint) -> ExitCode {
    let source = try RuleSource.read(arguments.operands[0])
    if arguments.has("--json") {
      try console.print(json(source))
    } else {
      try console.print(source.findings.flatMap { lines($0, of: source, console) })
      try console.print([summary(source)])
    }
    if source.rule.problem != nil { return .extension }
    return arguments.has("--strict") && !source.findings.isEmpty ? .notCompleted : .completed
  }

  /// A finding as compilers print theirs.
  private static func lines(
    _ finding: RuleSource.Finding,
    of source: RuleSource,
    _ console: Console
  ) -> [String] {
    let remark = finding.remark
    let isError = remark == source.rule.problem
    let severity = console.coloured(
      isError ? "error" : "warning",
      isError ? .bad : .middling
    )
    var place = source.name
    switch finding.diagnostic?.position {
    case .text(let line, let column): place += ":\(line):\(column)"
    case .byte(let offset): place += ":byte \(offset)"
    case nil:
      if finding.diagnostic == nil, let line = remark.line, let column = remark.column {
        place += ":\(line):\(column)"
      }
    }
    let message = TerminalText.line(remark.message, limit: 600)
    var lines = ["\(place): \(severity): \(message) [\(remark.code.rawValue)]"]
    if let path = finding.diagnostic?.keyPath {
      let inner = remark.place.map { ", line \($0.line), column \($0.column) of the predicate" }
      lines.append("  at \(TerminalText.line(path))\(inner ?? "")")
    }
    lines += TerminalText.lines(remark.excerpt ?? "").map { "    \($0)" }
    if let advice = remark.advice {
      lines.append("  advice: \(TerminalText.line(advice, limit: 600))")
    }
    return lines
  }

  /// What the findings come to.
  private static func summary(_ source: RuleSource) -> String {
    let lints = source.findings.count - (source.rule.problem == nil ? 0 : 1)
    let warnings = "\(lints) warning\(lints == 1 ? "" : "s")"
    if source.rule.problem != nil {
      return "\(source.name): the rule cannot be read, so the extension is never offered"
        + (lints == 0 ? "" : " (and \(warnings))")
    }
    return lints == 0 ? "\(source.name): the rule is fine" : "\(source.name): \(warnings)"
  }

  /// The findings for a script.
  private static func json(_ source: RuleSource) -> JSONValue {
    let isReadable = source.rule.problem == nil
    return .object([
      ("version", .integer(Int64(Version.output))),
      ("source", .string(source.name)),
      ("extensionPoint", .optional(source.point?.rawValue)),
      (
        "state", .string(!isReadable ? "unreadable" : source.findings.isEmpty ? "fine" : "warnings")
      ),
      (
        "diagnostics",
        .array(
          source.findings.map { finding in
            let severity = finding.remark == source.rule.problem ? "error" : "warning"
            return RuleJSON.diagnostic(
              finding.remark,
              [
                ("severity", .string(severity)),
                ("keyPath", .optional(finding.diagnostic?.keyPath)),
                ("position", finding.diagnostic?.position.map(EntryJSON.position) ?? .null),
              ]
            )
          }
        )
      ),
    ])
  }
}
