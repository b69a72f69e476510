internal import OrielActivation
internal import OrielHost
internal import OrielManifest

/// `oriel rule explain`: tells how a rule comes to its answer for some input.
enum RuleExplainCommand: Command {
  static let specification = CommandSpecification(
    name: "rule explain",
    summary: "tell how an activation rule comes to its answer",
    operands: "RULE|BUNDLE|PLIST|- [FILE…]",
    operandCount: 1...257,
    discussion: """
      \(RuleSource.help)

      The input is an attachment for each FILE, a text, a link, and attachments made up of types,
      for which no file is needed. Every condition is printed with its answer, and the smallest
      change with which the extension would be offered. Exits with 0 when it is offered, else 1.
      """,
    options: RequestInput.options + [.flag("--json", "print JSON")],
    examples: [
      ("oriel rule explain ./PhotoBlog.appex a.jpg b.jpg", "tells why two photos are too many"),
      (
        "oriel rule explain Info.plist --type public.jpeg,public.file-url --type public.mpeg-4",
        "asks about a photo and a film that need not be there"
      ),
    ]
  )

  static func run(
    _ arguments: ParsedArguments,
    _ console: Console
  ) async throws(Complaint) -> ExitCode {
    let source = try RuleSource.read(arguments.operands[0])
    try source.checkReadable()
    let input = try RequestInput(
      files: Array(arguments.operands.dropFirst()),
      arguments,
      types: source.types(with: try ExtensionFinder().snapshot),
      for: specification
    )
    let trace = source.rule.explain(input.activation)
    if arguments.has("--json") {
      try console.print(
        .object(
          [
            ("version", .integer(Int64(Version.output))),
            ("source", .string(source.name)),
            ("input", input.json),
            ("offered", .bool(trace.isOffered)),
          ] + TraceJSON.members(trace)
        )
      )
    } else {
      let verdict =
        trace.isOffered
        ? console.coloured("offered", .good) : console.coloured("not offered", .bad)
      var lines = input.lines(withGeneral: true)
      lines.append("\(console.bold(source.name)): \(verdict)")
      lines += TraceText.explanation(trace, console)
      try console.print(lines)
    }
    return trace.isOffered ? .completed : .notCompleted
  }
}
