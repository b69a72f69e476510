internal import OrielHost
internal import OrielManifest

/// `oriel enable`: lets an extension be offered again.
enum EnableCommand: Command {
  static let specification = CommandSpecification(
    name: "enable",
    summary: "let an extension be offered again",
    operands: "EXTENSION",
    operandCount: 1...1,
    discussion: """
      Undoes 'oriel disable', and releases an extension that failed again and again from quarantine. One
      that has to be approved still has to be.

      \(DecisionReport.help)
      """,
    options: [DecisionReport.reasonOption, .flag("--json", "print JSON")],
    examples: [
      ("oriel enable com.example.photoblog", "lets it be offered again")
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
      try registry.enable(identifier, reason: reason)
    }
  }
}
