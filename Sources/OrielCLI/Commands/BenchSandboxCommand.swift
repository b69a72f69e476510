internal import OrielHost

/// `oriel bench sandbox`: measures what each layer of the sandbox adds to a launch.
enum BenchSandboxCommand: Command {
  static let specification = CommandSpecification(
    name: "bench sandbox",
    summary: "measure what each layer of the sandbox costs",
    operands: "",
    operandCount: 0...0,
    discussion: """
      Starts an extension in C again and again in the full sandbox, and prints how long each step of
      each launch took: those that put up a layer, with the layer, and the others. The yardsticks
      posix_spawn and fork, each with wait, are measured in turns with the launches. A share is the
      median of a step over the median of the time from the call to the outcome.

      No switch leaves a layer out, here or elsewhere, so the price of one is what its step takes:
      what it makes other steps cost is not in it. What filter and file rules cost later, with each
      call, is measured with two calls inside and outside of the sandbox.

      Needs the fixture extensions of 'Scripts/bundle-extensions --configuration release', found
      beside the program or through ORIEL_PATH.
      """,
    options: [
      .value("--runs", "N", "how many launches are measured (200)"),
      .flag("--json", "print JSON"),
    ],
    examples: [
      ("oriel bench sandbox", "prints a table"),
      ("oriel bench sandbox --runs 20 --json", "measures less, and prints JSON"),
    ]
  )

  static func run(
    _ arguments: ParsedArguments,
    _ console: Console
  ) async throws(Complaint) -> ExitCode {
    let runs =
      try arguments.integer("--runs", in: 1...100_000, for: specification)
      ?? SandboxBenchmark.usualRuns
    let finder = try ExtensionFinder.withFixtures()
    let benchmark = SandboxBenchmark(
      subject: try finder.usable(SandboxBenchmark.subjectIdentifier),
      priceSubject: try finder.usable(SandboxBenchmark.priceIdentifier),
      host: try HostStarter.host(),
      runs: runs,
      console: console
    )
    let results = try await ProgressLine.during("measuring", on: console) {
      () async throws(Complaint) in try await benchmark.measure()
    }
    await benchmark.host.shutdownAndWait()
    try arguments.has("--json")
      ? console.print(results.json) : console.print(results.lines(console))
    return .completed
  }
}
