internal import OrielHost
internal import OrielManifest

/// `oriel list`: shows the extensions there are.
enum ListCommand: Command {
  static let specification = CommandSpecification(
    name: "list",
    summary: "list the extensions there are",
    operands: "[PATH…]",
    operandCount: 0...64,
    discussion: """
      Looks in the folders of ORIEL_PATH, of the user and of the system, or only in each PATH: a
      folder of bundles, an application with PlugIns, or one bundle. Lists what can be used; with
      --all every bundle that was found, with its state and the reason, one in a line. States are
      \(states).
      """,
    options: [
      .flag("--all", "what cannot be used, too, with the reason"),
      .flag("--json", "print JSON"),
    ],
    examples: [
      ("oriel list", "lists what can be found without a path"),
      ("oriel list .build/debug/extensions", "lists the extensions of a folder"),
      ("oriel list --all --json | jq '.extensions[].state'", "shows the state of each"),
    ]
  )

  static func run(
    _ arguments: ParsedArguments,
    _ console: Console
  ) async throws(Complaint) -> ExitCode {
    let finder = ExtensionFinder(try RegistryStarter.registry(only: arguments.operands))
    let snapshot = finder.snapshot
    let all = arguments.has("--all")
    let entries = snapshot.entries.filter { all || EntryState($0).isUsable }
    let diagnostics =
      snapshot.diagnostics
      + (all ? snapshot.catalog.containerDiagnostics + snapshot.typeDiagnostics : [])
    let rest = snapshot.entries.count - entries.count
    if arguments.has("--json") {
      try console.print(
        .object([
          ("version", .integer(Int64(Version.output))),
          ("extensions", .array(entries.map(EntryJSON.value))),
          ("notListed", .integer(Int64(rest))),
          ("diagnostics", .array(diagnostics.map(EntryJSON.diagnostic))),
        ])
      )
    } else {
      try console.print(lines(entries, all: all, console))
    }
    for diagnostic in diagnostics { console.say(TerminalText.line(diagnostic.description)) }
    if rest > 0 {
      let what =
        rest == 1 ? "1 bundle that cannot be used is" : "\(rest) bundles that cannot be used are"
      console.say("\(what) not listed; 'oriel list --all' says why")
    } else if entries.isEmpty, snapshot.diagnostics.isEmpty {
      let looked = finder.registry.configuration.searchPath.locations
        .map { TerminalText.line($0.path) }.joined(separator: ", ")
      console.say("no extension found in \(looked); name a folder, or set ORIEL_PATH")
    }
    // A folder that was asked for and cannot be looked at is not an empty one.
    let isMissing =
      !arguments.operands.isEmpty && snapshot.entries.isEmpty && !snapshot.diagnostics.isEmpty
    return isMissing ? .extension : .completed
  }

  /// The states in a sentence.
  private static var states: String { EntryState.allCases.map(\.rawValue).joined(separator: ", ") }

  /// A table with a line for each extension: what there is, or with `all` why it is in its state.
  private static func lines(_ entries: [RegistryEntry], all: Bool, _ console: Console) -> [String] {
    guard !entries.isEmpty else { return [] }
    var table = TextTable()
    table.add(
      all ? ["STATE", "NAME", "IDENTIFIER", "REASON"] : ["NAME", "IDENTIFIER", "POINT", "PATH"]
    )
    for entry in entries {
      let name = TerminalText.line(entry.displayName)
      // What has no identifier is told apart by its path.
      let path = TerminalText.line(entry.path)
      let identifier = entry.identifier ?? path
      let point = entry.manifest.map { TerminalText.line($0.extensionPoint.rawValue) } ?? "–"
      let state = EntryState(entry)
      table.add(
        all
          ? [state.rawValue, name, identifier, state.reason(entry) ?? path]
          : [name, identifier, point, path]
      )
    }
    var rows = table.lines()
    let title = console.bold(rows.removeFirst())
    guard all else { return [title] + rows }
    return [title]
      + zip(rows, entries).map { row, entry in
        let state = EntryState(entry)
        return console.coloured(state.rawValue, state.verdict) + row.dropFirst(state.rawValue.count)
      }
  }
}
