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
      folder of bundles, an application with PlugIns, or one bundle. What cannot be used is listed
      too, with the first reason.
      """,
    options: [
      .flag("--all", "every reason, and extensions hidden by others with their identifier"),
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
    let places =
      arguments.operands.isEmpty
      ? SearchPath.current()
      : SearchPath(arguments.operands.map { SearchPath.Location($0, .explicit) })
    let catalog = ExtensionCatalog.search(places)
    for diagnostic in catalog.diagnostics {
      console.say(TerminalText.line(diagnostic.description))
    }
    let all = arguments.has("--all")
    let entries = catalog.entries.filter { all || $0.hiddenBy == nil }
    if arguments.has("--json") {
      try console.print(
        .object([
          ("version", .integer(Int64(Version.output))),
          ("extensions", .array(entries.map(EntryJSON.value))),
          ("diagnostics", .array(catalog.diagnostics.map(EntryJSON.diagnostic))),
        ])
      )
    } else {
      try console.print(lines(entries, all: all, console))
    }
    if entries.isEmpty {
      let looked = places.locations.map { TerminalText.line($0.path) }.joined(separator: ", ")
      console.say("no extension found in \(looked); name a folder, or set ORIEL_PATH")
    }
    // A folder that was asked for and cannot be looked at is not an empty one.
    let isMissing = !arguments.operands.isEmpty && entries.isEmpty && !catalog.diagnostics.isEmpty
    return isMissing ? .extension : .completed
  }

  /// A table with a line for each extension, and what is wrong below it.
  private static func lines(_ entries: [CatalogEntry], all: Bool, _ console: Console) -> [String] {
    guard !entries.isEmpty else { return [] }
    var table = TextTable()
    table.add("NAME", "IDENTIFIER", "POINT", "STATE", "PATH")
    for entry in entries {
      table.add(
        TerminalText.line(entry.displayName),
        entry.identifier ?? "–",
        entry.manifest.map { TerminalText.line($0.extensionPoint.rawValue) } ?? "–",
        EntryText.state(entry),
        TerminalText.line(entry.path)
      )
    }
    var rows = table.lines()
    var lines = [console.bold(rows.removeFirst())]
    for (row, entry) in zip(rows, entries) {
      lines.append(row)
      let reasons = EntryText.reasons(entry)
      let shown =
        all ? reasons[...] : EntryText.state(entry) == "usable" ? [] : reasons.prefix(1)
      lines += shown.map { console.coloured("    \($0)", EntryText.verdict(entry)) }
    }
    return lines
  }
}
