internal import OrielManifest

/// `oriel bench registry`: measures how long extensions take to be found and chosen.
enum BenchRegistryCommand: Command {
  static let specification = CommandSpecification(
    name: "bench registry",
    summary: "measure finding and choosing among many extensions",
    operands: "",
    operandCount: 0...0,
    discussion: """
      Makes a folder with many bundles, each with a manifest, a rule of its own and a real library,
      and measures in turns: the first search, against reading the same files with one thread; a
      search when nothing has changed, against one fstatat of each manifest and library; and what a
      registry offers for one request of ten attachments: the first time, and then on new snapshots,
      when nothing and when one bundle has changed. The files are in the page cache. Before the
      first search three seconds pass, since times of files are not trusted until then.

      A ratio is the median over the rounds. The exit code is 1 when a bar was missed. Needs the
      fixture extensions of 'Scripts/bundle-extensions --configuration release', and about 20 KB in
      the temporary folder for each bundle.
      """,
    options: [
      .value("--count", "N", "how many bundles are made (10000)"),
      .flag("--json", "print JSON"),
    ],
    examples: [
      ("oriel bench registry", "prints a table"),
      ("oriel bench registry --count 500 --json", "measures less, and prints JSON"),
    ]
  )

  static func run(
    _ arguments: ParsedArguments,
    _ console: Console
  ) async throws(Complaint) -> ExitCode {
    let count = try arguments.integer("--count", in: 1...50_000, for: specification) ?? 10_000
    let library = try ExtensionFinder.withFixtures().usable(RegistryBenchmark.libraryIdentifier)
    let results = try await ProgressLine.during("measuring", on: console) {
      () async throws(Complaint) in
      let folder = try BundleFolder(count: count, library: library)
      try? await ContinuousClock().sleep(for: .seconds(3))
      return try RegistryBenchmark(folder: folder).measure()
    }
    try arguments.has("--json")
      ? console.print(results.json) : console.print(results.lines(console))
    return results.meetsBars ? .completed : .notCompleted
  }
}
