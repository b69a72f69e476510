internal import OrielHost
internal import OrielManifest

/// `oriel show`: tells what is known about one extension.
enum ShowCommand: Command {
  static let specification = CommandSpecification(
    name: "show",
    summary: "show what is known about an extension",
    operands: "EXTENSION",
    operandCount: 1...1,
    discussion: """
      EXTENSION is an identifier, or the path of a bundle; what holds a '/' or ends in '.appex' is a
      path. Nothing of the extension is run: manifest and library are read as files.
      """,
    options: [.flag("--json", "print JSON")],
    examples: [
      ("oriel show com.example.photoblog", "shows an extension found by its identifier"),
      ("oriel show ./PhotoBlog.appex --json", "shows a bundle as JSON"),
    ]
  )

  static func run(
    _ arguments: ParsedArguments,
    _ console: Console
  ) async throws(Complaint) -> ExitCode {
    let entry = try ExtensionFinder().entry(arguments.operands[0])
    if arguments.has("--json") {
      try console.print(
        .object([
          ("version", .integer(Int64(Version.output))),
          ("extension", EntryJSON.details(entry)),
        ])
      )
    } else {
      try console.print(EntryText.lines(entry, console))
    }
    return if case .usable = entry.state { .completed } else { .extension }
  }
}
