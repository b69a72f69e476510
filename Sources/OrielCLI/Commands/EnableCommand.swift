internal import OrielHost
internal import OrielManifest

/// `oriel enable`: lets an extension be offered again.
enum EnableCommand: DecisionCommand {
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
    options: DecisionReport.options,
    examples: [
      ("oriel enable com.example.photoblog", "lets it be offered again")
    ]
  )

  static func decide(
    _ registry: ExtensionRegistry,
    _ entry: RegistryEntry,
    _ identifier: String,
    reason: String?
  ) throws(RegistryError) {
    try registry.enable(identifier, reason: reason)
  }
}
