internal import OrielActivation
internal import OrielHost

/// `oriel rule expand`: prints a rule as a predicate.
enum RuleExpandCommand: Command {
  static let specification = CommandSpecification(
    name: "rule expand",
    summary: "print an activation rule as a predicate",
    operands: "RULE|BUNDLE|PLIST|-",
    operandCount: 1...1,
    discussion: """
      \(RuleSource.help)

      The dictionary form is written out as the predicate that is offered for the same input, to
      start from when the dictionary does not say enough. A predicate is printed as it is. What
      'oriel rule check' warns of is not told here.
      """,
    options: [.flag("--json", "print JSON")],
    examples: [
      ("oriel rule expand ./PhotoBlog.appex", "prints the dictionary of a bundle as a predicate"),
      (
        "oriel rule expand Info.plist | oriel rule explain - photo.jpg",
        "tells which part of a dictionary a photo meets"
      ),
    ]
  )

  static func run(
    _ arguments: ParsedArguments,
    _ console: Console
  ) async throws(Complaint) -> ExitCode {
    let source = try RuleSource.read(arguments.operands[0])
    try source.checkReadable()
    if arguments.has("--json") {
      try console.print(
        .object([
          ("version", .integer(Int64(Version.output))), ("source", .string(source.name)),
          ("predicate", .string(source.rule.expanded)),
        ])
      )
    } else {
      try console.print(TerminalText.lines(source.rule.expanded, limit: .max))
    }
    return .completed
  }
}
