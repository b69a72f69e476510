internal import OrielHost
internal import OrielManifest

/// `oriel run`: shares files and text through an extension.
enum RunCommand: Command {
  static let specification = CommandSpecification(
    name: "run",
    summary: "share files and text through an extension",
    operands: "EXTENSION [FILE…]",
    operandCount: 1...257,
    discussion: """
      Gives one item with the text and an attachment for each FILE to an extension in the sandbox,
      and prints what comes back. EXTENSION is an identifier, or the path of a bundle; what holds a
      '/' or ends in '.appex' is a path. Ctrl-C cancels the request.

      With --verbose the instance runs in the author's debug mode: each call and each file that the
      sandbox refuses is told with its callers and with what would help. Results are the same.

      With --output, returned attachments are written to DIR: all of them or none, and never in
      place of a file that is there. Without it they are only described.

      What was disabled, needs approval or failed again and again is refused, see 'oriel enable'; a
      path is taken however often its bundle failed. What would not be offered for the FILEs is noted
      and run all the same.

      'oriel show EXTENSION' tells what an extension asks for beyond the sandbox. It gets what
      --grant names: an entitlement, or a kind such as 'network-client' for all of that kind, which
      leaves out this machine and its networks: name those. With user-selected-files:read-write it
      may change each FILE. What it asks of you is shown, and answered as the options say.

      A video filter of frei0r, adopted as a library, takes one JPEG FILE; --param sets what it can be
      told. The photograph is decoded and encoded by an instance of another library, TurboJPEG.

      \(Weakenings.help)
      """,
    options: [
      ItemArguments.text,
      .value("--title", "TITLE", "the title of the item"),
      ItemArguments.url,
      .value("--output", "DIR", "write returned attachments to a folder that exists"),
      .values("--param", "NAME=VALUE", "set a parameter of a video filter; repeatable"),
      .values("--grant", "ENTITLEMENT", "let the extension have what it asks for; repeatable"),
      .value("--choose", "FILE", "the file that is chosen when the extension asks for one"),
      .value("--open-urls", "print", "print links that the extension opens; else it may open none"),
      Weakenings.option,
      .value("--timeout", "SECONDS", "how long the request may take (30)"),
      .flag("--json", "print JSON"),
      .flag("--verbose", "print times, log, output and refusals of the sandbox to standard error"),
      .flag("--report", "print which layers of the sandbox held"),
    ],
    examples: [
      (
        "oriel run com.example.photoblog photo.jpg --text Puppies --output .",
        "shares a photo and writes what comes back to this folder"
      ),
      ("oriel run ./Shout.appex --text 'good morning'", "runs an extension that is not installed"),
      (
        "oriel run com.example.shout --text hi --json | jq -r '.outcome.items[0].text'",
        "prints the text that comes back"
      ),
    ]
  )

  static func run(
    _ arguments: ParsedArguments,
    _ console: Console
  ) async throws(Complaint) -> ExitCode {
    let timeout = try arguments.seconds("--timeout", for: specification)
    // Everything that can be wrong on this side is found before an extension is started.
    let finder = try ExtensionFinder()
    let `extension` = try finder.usable(arguments.operands[0])
    if `extension`.extensionPoint == .library {
      return try await FilterRun.run(`extension`, finder, arguments, console)
    }
    guard arguments.lists["--param"] == nil else {
      throw Complaint(
        .usage,
        "--param is for video filters, and "
          + "'\(TerminalText.line(`extension`.identifier))' is none; see 'oriel run --help'"
      )
    }
    let grants = try Grants.read(arguments.lists["--grant"] ?? [], for: `extension`)
    let answers = try UserAnswers(arguments, for: specification)
    let weakenings = try Weakenings.read(arguments, for: specification)
    let files = Array(arguments.operands.dropFirst())
    let item = try ItemArguments.item(
      of: files,
      arguments,
      types: finder.snapshot.types,
      for: specification
    )
    var folder: OutputFolder?
    if let path = arguments.values["--output"] { folder = try OutputFolder(path: path) }

    OfferNote.show(`extension`, item, types: finder.snapshot.types, console)
    let host = try HostStarter.host(
      HostStarter.configuration(weakenings, console, registry: finder.registry)
    )
    var options = RequestOptions()
    options.entitlements = grants
    if let timeout { options.requestTimeout = timeout }
    // An extension may go on working after it completed, which this program must not cut short.
    options.waitsForExit = true
    options.reportsRefusals = arguments.has("--verbose")
    let name = TerminalText.line(`extension`.displayName)
    answers.give(in: &options, for: name, on: console)
    let result = await ProgressLine.during("waiting for \(name)", on: console) {
      let result = await host.perform(`extension`, items: [item], options: options)
      await host.shutdownAndWait()
      return result
    }

    var written = ReturnedFiles()
    if case .completed(let items, _) = result.outcome, let folder {
      written = try ReturnedFiles(of: items, to: folder)
    }
    Grants.noteRefused(result.entitlements.refused, name, console)
    RunMessages.show(result, of: name, verbose: arguments.has("--verbose"), console)
    if arguments.has("--json") {
      try console.print(
        RunJSON.value(result, of: `extension`, written, withReport: arguments.has("--report"))
      )
    } else {
      if case .completed(let items, _) = result.outcome {
        let title = "\(name) (\(TerminalText.line(`extension`.identifier)))"
        try console.print(
          RunText.completed(items, by: title, after: result.timings.finished, written)
        )
      }
      if arguments.has("--report"), let report = result.report {
        try console.print(ReportTable.lines(report, console))
      }
    }
    return RunMessages.exitCode(of: result.outcome)
  }
}
