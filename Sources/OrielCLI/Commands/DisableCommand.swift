internal import OrielHost
internal import OrielManifest

/// `oriel disable`: keeps an extension from being offered.
enum DisableCommand: Command {
  static let specification = CommandSpecification(
    name: "disable",
    summary: "keep an extension from being offered and run",
    operands: "EXTENSION",
    operandCount: 1...1,
    discussion: """
      A disabled extension is listed, but no program offers or runs it, until 'oriel enable'.

      \(DecisionReport.help)
      """,
    options: [DecisionReport.reasonOption, .flag("--json", "print JSON")],
    examples: [
      (
        "oriel disable com.example.photoblog --reason 'posts twice'",
        "keeps it from being offered, and tells why whenever somebody asks"
      )
    ]
  )

  static func run(
    _ arguments: ParsedArguments,
    _ console: Console
  ) async throws(Complaint) -> ExitCode {
    try DecisionReport.run(
      arguments,
      for: specification,
      console
    ) { (registry, entry, identifier, reason) throws(RegistryError) in
      try registry.disable(identifier, reason: reason)
    }
  }
}
