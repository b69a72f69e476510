internal import OrielHost
internal import OrielManifest

/// What a decision about an extension changed.
struct DecisionReport {
  /// The option that gives the reason.
  static let reasonOption = OptionSpecification.value(
    "--reason",
    "TEXT",
    "why, which is kept and shown with the decision"
  )
  /// The options of commands that decide.
  static let options = [reasonOption, .flag("--json", "print JSON")]
  /// How the operand of these commands is explained.
  static let help = """
    EXTENSION is an identifier, or the path of a bundle; what is decided is kept for this user and the
    identifier, not for one copy.
    """
  /// The longest reason, in bytes.
  private static let longestReason = 1024

  /// What was known before.
  let before: RegistryEntry
  /// What is known now.
  let after: RegistryEntry

  /// Decides about the extension that a command names, and prints what changed and from what.
  ///
  /// - Parameters:
  ///   - arguments: what the command was given
  ///   - command: the command
  ///   - console: where the report goes
  ///   - decide: decides about the extension with an identifier, for a reason
  /// - Returns: how the command ends
  /// - Throws: that there is no such extension, or why the decision cannot be kept
  static func run(
    _ arguments: ParsedArguments,
    for command: CommandSpecification,
    _ console: Console,
    _ decide: (ExtensionRegistry, RegistryEntry, String, String?) throws(RegistryError) -> Void
  ) throws(Complaint) -> ExitCode {
    let name = arguments.operands[0]
    let reason = arguments.values[reasonOption.name]
    guard (reason ?? "").utf8.count <= longestReason else {
      throw .usage("option '--reason' takes at most \(longestReason) bytes", command: command.name)
    }
    let finder = try ExtensionFinder()
    finder.noteProblems(on: console)
    let before = try finder.entry(name)
    guard let identifier = before.identifier else {
      throw Complaint(
        .extension,
        "\(TerminalText.line(name)) has no valid identifier, so nothing can be kept about it: "
          + (EntryState(before).reason(before) ?? "it is broken")
      )
    }
    do throws(RegistryError) {
      try decide(finder.registry, before, identifier, reason)
    } catch {
      throw Complaint(
        error.code == .extension ? .extension : .output,
        TerminalText.line(error.description, limit: 2000)
      )
    }
    let report = DecisionReport(before: before, after: try ExtensionFinder().entry(name))
    if arguments.has("--json") {
      try console.print(report.json)
    } else {
      try console.print(report.lines(console))
    }
    return .completed
  }

  /// The states in words.
  private func lines(_ console: Console) -> [String] {
    let old = EntryState(before)
    let new = EntryState(after)
    let name = console.bold(TerminalText.line(after.displayName))
    let verdict = console.coloured(new.rawValue, new.verdict)
    let change = old == new ? "is \(verdict), as it was" : "was \(old.rawValue), is \(verdict) now"
    var lines = ["\(name) (\(after.identifier ?? "")): \(change)"]
    // What is left to do, or what was told with the decision.
    if !new.isUsable, let reason = new.reason(after) { lines.append("  \(reason)") }
    return lines
  }

  /// The states for a script.
  private var json: JSONValue {
    .object([
      ("version", .integer(Int64(Version.output))),
      ("identifier", .optional(after.identifier)),
      ("before", .object(EntryJSON.standing(before))),
      ("after", .object(EntryJSON.standing(after))),
    ])
  }
}
