internal import OrielHost
internal import OrielManifest

/// A command that decides about one extension, for a reason that may be given.
protocol DecisionCommand: Command {
  /// Decides about an extension.
  ///
  /// - Parameters:
  ///   - registry: What keeps the decision.
  ///   - entry: The extension as it is now.
  ///   - identifier: Its identifier.
  ///   - reason: Why, for people.
  /// - Throws: Why that cannot be kept.
  static func decide(
    _ registry: ExtensionRegistry,
    _ entry: RegistryEntry,
    _ identifier: String,
    reason: String?
  ) throws(RegistryError)
}

extension DecisionCommand {
  static func run(
    _ arguments: ParsedArguments,
    _ console: Console
  ) async throws(Complaint) -> ExitCode {
    try DecisionReport.run(arguments, for: specification, console, decide)
  }
}
