internal import OrielHost
internal import OrielManifest

/// `oriel forget`: forgets what was decided about an extension.
enum ForgetCommand: Command {
  static let specification = CommandSpecification(
    name: "forget",
    summary: "forget what was decided about an extension",
    operands: "[EXTENSION]",
    operandCount: 0...1,
    discussion: """
      Forgets that an extension was enabled or disabled, its approval, and how it failed, as if it had just
      been installed. What it keeps in its container stays, see 'oriel container clear'.

      \(DecisionReport.help)
      """,
    options: [
      .flag("--all", "forget all decisions, also that earlier ones were lost"),
      .flag("--json", "print JSON"),
    ],
    examples: [
      ("oriel forget com.example.photoblog", "makes it as it was when it was installed"),
      ("oriel forget --all", "starts over when the file with the decisions is damaged"),
    ]
  )

  static func run(
    _ arguments: ParsedArguments,
    _ console: Console
  ) async throws(Complaint) -> ExitCode {
    guard arguments.operands.isEmpty == arguments.has("--all") else {
      throw .usage("'forget' needs either EXTENSION or '--all'", command: specification.name)
    }
    if arguments.has("--all") { return try forgetAll(arguments, console) }
    if let forgotten = try forgetRemoved(arguments, console) { return forgotten }
    return try DecisionReport.run(
      arguments,
      for: specification,
      console
    ) { (registry, entry, identifier, reason) throws(RegistryError) in
      try registry.forget(identifier)
      try registry.release(identifier)
    }
  }

  /// Forgets what was decided about all extensions.
  private static func forgetAll(
    _ arguments: ParsedArguments,
    _ console: Console
  ) throws(Complaint) -> ExitCode {
    let registry = try RegistryStarter.registry()
    do throws(RegistryError) {
      try registry.forgetAll()
    } catch {
      throw Complaint(.output, TerminalText.line(error.description, limit: 2000))
    }
    if arguments.has("--json") {
      try console.print(.object([("version", .integer(Int64(Version.output)))]))
    } else {
      try console.print(["all decisions are forgotten"])
    }
    return .completed
  }

  /// Forgets what was decided about an extension that is not installed any more.
  ///
  /// - Returns: nothing when it is installed, or nothing was decided about it
  private static func forgetRemoved(
    _ arguments: ParsedArguments,
    _ console: Console
  ) throws(Complaint) -> ExitCode? {
    let name = arguments.operands[0]
    let finder = try ExtensionFinder()
    guard (try? finder.entry(name)) == nil, finder.registry.isKnown(name) else { return nil }
    do throws(RegistryError) {
      try finder.registry.forget(name)
      try finder.registry.release(name)
    } catch {
      throw Complaint(.output, TerminalText.line(error.description, limit: 2000))
    }
    if arguments.has("--json") {
      try console.print(
        .object([
          ("version", .integer(Int64(Version.output))), ("identifier", .string(name)),
          ("before", .null), ("after", .null),
        ])
      )
    } else {
      try console.print([
        "\(TerminalText.line(name)) is not installed; what was decided about it is forgotten"
      ])
    }
    return .completed
  }
}
