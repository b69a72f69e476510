internal import OrielHost

/// `oriel bench launch`: measures how long a request to a new instance takes.
enum BenchLaunchCommand: Command {
  static let specification = CommandSpecification(
    name: "bench launch",
    summary: "measure how long a cold request takes",
    operands: "",
    operandCount: 0...0,
    discussion: """
      Measures requests in the full sandbox, each to a new instance, from the call to the outcome:
      to an extension in C, one in Swift, and one that uses Foundation. The yardsticks are measured
      in turns with them: posix_spawn of 'true' with wait, and fork with wait. A ratio is the median
      of five rounds. Also measures the private memory of an idle instance in C.

      Needs the fixture extensions of 'Scripts/bundle-extensions --configuration release', found
      beside the program or through ORIEL_PATH. Exits with 1 when a bar is missed.
      """,
    options: [
      .value("--runs", "N", "how often each is measured in a round (100)"),
      .flag("--json", "print JSON"),
    ],
    examples: [
      ("oriel bench launch", "prints a table"),
      ("oriel bench launch --runs 20 --json", "measures less, and prints JSON"),
    ]
  )

  static func run(
    _ arguments: ParsedArguments,
    _ console: Console
  ) async throws(Complaint) -> ExitCode {
    let runs =
      try arguments.integer("--runs", in: 1...100_000, for: specification)
      ?? LaunchBenchmark.usualRuns
    let finder = try ExtensionFinder.withFixtures()
    var subjects: [LaunchBenchmark.Subject] = []
    for bar in LaunchBar.all {
      subjects.append(.init(bar: bar, extension: try finder.usable(bar.identifier)))
    }
    let idle = try finder.usable(LaunchBenchmark.idleIdentifier)
    let host = try HostStarter.host()
    let benchmark = LaunchBenchmark(host: host, subjects: subjects, runs: runs, console: console)
    var results = try await ProgressLine.during("measuring", on: console) {
      () async throws(Complaint) in try await benchmark.measure()
    }
    results.memory = await IdleMemory.measure(host, idle)
    await host.shutdownAndWait()
    try arguments.has("--json")
      ? console.print(results.json) : console.print(results.lines(console))
    return results.meetsBars ? .completed : .notCompleted
  }
}
