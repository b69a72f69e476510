internal import OrielHost
internal import OrielManifest

/// `oriel disable`: keeps an extension from being offered.
enum DisableCommand: DecisionCommand {
  static let specification = CommandSpecification(
    name: "disable",
    summary: "keep an extension from being offered and run",
    operands: "EXTENSION",
    operandCount: 1...1,
    discussion: """
      A disabled extension is listed, but no program offers or runs it, until 'oriel enable'.

      \(DecisionReport.help)
      """,
    options: DecisionReport.options,
    examples: [
      (
        "oriel disable com.example.photoblog --reason 'posts twice'",
        "keeps it from being offered, and tells why whenever somebody asks"
      )
    ]
  )

  static func decide(
    _ registry: ExtensionRegistry,
    _ entry: RegistryEntry,
    _ identifier: String,
    reason: String?
  ) throws(RegistryError) {
    try registry.disable(identifier, reason: reason)
  }
}
