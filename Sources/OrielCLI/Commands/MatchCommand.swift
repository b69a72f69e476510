internal import OrielHost
internal import OrielManifest
internal import OrielTypes

/// `oriel match`: tells which extensions are offered for files and text.
enum MatchCommand: Command {
  static let specification = CommandSpecification(
    name: "match",
    summary: "tell which extensions are offered for files and text",
    operands: "[FILE…]",
    operandCount: 0...256,
    discussion: """
      Lists the extensions that a program would offer for one item with an attachment for each FILE,
      in order. Nothing is run: the rules of the manifests decide. Exits with 1 when none is offered.

      With --why, every extension is listed with the reason why it is or is not offered, and the
      types of the input. The argument behind --why names an EXTENSION of which every condition is
      told, unless a file has that name; --why=EXTENSION is never taken for a file. Then the exit
      code is 0 when this extension is offered.
      """,
    options: RequestInput.options + [
      .value("--point", "POINT", "only extensions of an extension point, such as org.oriel.share"),
      .optionalValue("--why", "EXTENSION", "say why extensions are, or this one is, offered or not")
      {
        $0.hasSuffix(".appex") || !InputFile.isThere($0)
      },
      .flag("--types", "print the types of the input, too"),
      .flag("--json", "print JSON"),
    ],
    examples: [
      ("oriel match photo.jpg --text Puppies", "lists what is offered for a photo with a text"),
      ("oriel match photo.jpg --why", "tells for each extension why it is or is not offered"),
      ("oriel match a.jpg b.jpg --why com.example.photoblog", "tells all about one extension"),
    ]
  )

  static func run(
    _ arguments: ParsedArguments,
    _ console: Console
  ) async throws(Complaint) -> ExitCode {
    let point = try point(arguments)
    let finder = try ExtensionFinder()
    let snapshot = finder.snapshot
    let input = try RequestInput(
      files: arguments.operands,
      arguments,
      types: snapshot.types,
      for: specification
    )
    finder.noteProblems(on: console)
    if let name = arguments.values["--why"] {
      let entry = try finder.entry(name)
      let explanations = snapshot.explanations(for: input.activation, at: point)
      let verdict =
        explanations.first { $0.entry.path == entry.path }.map { Verdict($0) }
        ?? Verdict(entry, input, at: point)
      return try explain(verdict, input, arguments, console)
    }
    let explains = arguments.has("--why")
    let offers = snapshot.offers(for: input.activation, at: point)
    let verdicts =
      explains ? snapshot.explanations(for: input.activation, at: point).map { Verdict($0) } : []
    let others = verdicts.filter { !$0.isOffered }
    if arguments.has("--json") {
      let offered = verdicts.filter(\.isOffered).map { VerdictJSON.verdict($0) }
      try console.print(
        VerdictJSON.value(
          input,
          explains ? offered : offers.map(VerdictJSON.offer),
          explains ? others.map { VerdictJSON.verdict($0) } : nil
        )
      )
    } else {
      if explains || arguments.has("--types") {
        try console.print(input.lines(withGeneral: arguments.has("--types")) + [""])
      }
      try console.print(
        explains ? VerdictText.reasons(verdicts, console) : VerdictText.table(offers, console)
      )
    }
    guard offers.isEmpty else { return .completed }
    let help =
      snapshot.entries.isEmpty
      ? "; 'oriel list' finds none" : explains ? "" : "; add --why to see what each one would need"
    console.say("no extension is offered\(help)")
    return .notCompleted
  }

  /// Tells all about one extension.
  private static func explain(
    _ verdict: Verdict,
    _ input: RequestInput,
    _ arguments: ParsedArguments,
    _ console: Console
  ) throws(Complaint) -> ExitCode {
    if arguments.has("--json") {
      try console.print(
        VerdictJSON.value(
          input,
          verdict.isOffered ? [VerdictJSON.verdict(verdict)] : [],
          verdict.isOffered ? [] : [VerdictJSON.verdict(verdict)]
        )
      )
    } else {
      try console.print(input.lines(withGeneral: true))
      try console.print(VerdictText.explanation(verdict, console))
    }
    return verdict.isOffered ? .completed : .notCompleted
  }

  /// The extension point that is asked about, which must be one that hosts know.
  private static func point(
    _ arguments: ParsedArguments
  ) throws(Complaint) -> ExtensionPointIdentifier? {
    guard let name = arguments.values["--point"] else { return nil }
    let point = ExtensionPointIdentifier(name)
    guard !point.isKnown else { return point }
    let known = ExtensionPointIdentifier.known.map(\.rawValue)
    let near = Suggestion.text(for: name, among: known)
    let list = near.isEmpty ? "; there are \(known.joined(separator: ", "))" : near
    throw .usage(
      "no extension point '\(TerminalText.line(name))' is known\(list)",
      command: specification.name
    )
  }
}
