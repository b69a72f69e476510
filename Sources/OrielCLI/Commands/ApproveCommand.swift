internal import OrielHost
internal import OrielManifest

/// `oriel approve`: approves an extension as it is now.
enum ApproveCommand: DecisionCommand {
  static let specification = CommandSpecification(
    name: "approve",
    summary: "approve an extension as it is now",
    operands: "EXTENSION",
    operandCount: 1...1,
    discussion: """
      Where a program requires approval, it offers and runs approved extensions only; where it pins them,
      only as long as no file of the bundle changes. 'oriel' itself does so as ORIEL_APPROVAL says: none
      (when it is not set), required or pinned. A disabled extension stays disabled.

      \(DecisionReport.help)
      """,
    options: DecisionReport.options,
    examples: [
      (
        "oriel approve com.example.photoblog --reason 'read its source'",
        "approves what is installed now"
      )
    ]
  )

  static func decide(
    _ registry: ExtensionRegistry,
    _ entry: RegistryEntry,
    _ identifier: String,
    reason: String?
  ) throws(RegistryError) {
    try registry.approve(entry.path, reason: reason)
  }
}
