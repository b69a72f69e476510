/// `oriel version`: prints the versions.
enum VersionCommand: Command {
  static let specification = CommandSpecification(
    name: "version",
    summary: "print the version of oriel and of its interface for extensions",
    operands: "",
    operandCount: 0...0,
    discussion: """
      The interface version is the one that extensions are compiled against. An extension with
      another one is not loaded.
      """,
    options: [.flag("--json", "print JSON")],
    examples: [("oriel version", "prints both versions")]
  )

  static func run(
    _ arguments: ParsedArguments,
    _ console: Console
  ) async throws(Complaint) -> ExitCode {
    if arguments.has("--json") {
      try console.print(
        .object([
          ("version", .integer(Int64(Version.output))),
          ("oriel", .string(Version.package)),
          ("interface", .integer(Int64(Version.interface))),
        ])
      )
    } else {
      try console.print(["oriel \(Version.package), extension interface \(Version.interface)"])
    }
    return .completed
  }
}
