internal import OrielHost
internal import OrielManifest
internal import OrielSystem

/// `oriel bench call`: measures how long calls of a library's functions take.
enum BenchCallCommand: Command {
  static let specification = CommandSpecification(
    name: "bench call",
    summary: "measure calls of functions in the sandbox",
    operands: "",
    operandCount: 0...0,
    discussion: """
      Measures calls of functions of a library in the full sandbox, from a thread and from a task,
      with arguments that are copied and with shared buffers, and calls back. The yardsticks are
      measured in turns with them and on the same processors: the way to another process and back
      through shared memory, both sides spinning, and with packets. A ratio is the median of five
      rounds. Frames of video go through three filters in the sandbox and in this process.

      Needs the libraries of 'Scripts/bundle-extensions --configuration release', found beside the
      program or through ORIEL_PATH, and 1 GiB of free memory. Exits with 1 when a bar is missed.
      """,
    options: [
      .value("--runs", "N", "how often each is measured in a round (2000)"),
      .flag("--json", "print JSON"),
    ],
    examples: [
      ("oriel bench call", "prints a table"),
      ("oriel bench call --runs 200 --json", "measures less, and prints JSON"),
    ]
  )

  static func run(
    _ arguments: ParsedArguments,
    _ console: Console
  ) async throws(Complaint) -> ExitCode {
    let runs =
      try arguments.integer("--runs", in: 1...1_000_000, for: specification)
      ?? CallBenchmark.usualRuns
    let subject = try ExtensionFinder.withFixtures().usable(CallBenchmark.identifier)
    let processors = CallYardsticks.processors
    let pinnedHost = try host(on: processors.count > 1 ? processors[1] : nil)
    let freeHost = try host(on: nil)
    var options = ConnectionOptions()
    let pinned = try await connect(pinnedHost, subject, options)
    let free = try await connect(freeHost, subject, options)
    options.spins = false
    let asleep = try await connect(pinnedHost, subject, options)
    let benchmark = CallBenchmark(
      pinned: pinned,
      asleep: asleep,
      free: free,
      processors: processors,
      runs: runs
    )
    let results = try await ProgressLine.during("measuring", on: console) {
      () async throws(Complaint) in try await benchmark.measure()
    }
    let frames = try await frames(pinnedHost, processors, console)
    await pinnedHost.shutdownAndWait()
    await freeHost.shutdownAndWait()
    try arguments.has("--json")
      ? console.print(results.json(with: frames))
      : console.print(results.lines(console) + [""] + FrameResults.lines(frames, console))
    return results.meetsBars && frames.allSatisfy(\.meetsBar) ? .completed : .notCompleted
  }

  /// Measures frames through the filters that are there.
  private static func frames(
    _ host: ExtensionHost,
    _ processors: [Int32],
    _ console: Console
  ) async throws(Complaint) -> [FrameResults] {
    var results: [FrameResults] = []
    for identifier in FrameBenchmark.identifiers {
      guard let filter = try? ExtensionFinder.withFixtures().usable(identifier) else { continue }
      let connection = try await connect(host, filter, ConnectionOptions())
      let benchmark = FrameBenchmark(
        filter: filter,
        connection: connection,
        processors: processors
      )
      let result = await ProgressLine.during("filtering frames", on: console) {
        await CallBenchmark.onThread { () -> Result<FrameResults, Complaint> in
          Result { () throws(Complaint) in try benchmark.measure() }
        }
      }
      results.append(try result.get())
      await connection.closeAndWait()
    }
    return results
  }

  /// A host whose runner and instances run on a processor alone, if one is named.
  private static func host(on processor: Int32?) throws(Complaint) -> ExtensionHost {
    // Its thread, and so the runner, inherits where this thread may run.
    try? CallYardsticks.run(on: processor)
    defer { try? CallYardsticks.run(on: nil) }
    var configuration = HostConfiguration()
    configuration.limits.addressSpace = 8 << 30
    return try HostStarter.host(configuration)
  }

  private static func connect(
    _ host: ExtensionHost,
    _ subject: InstalledExtension,
    _ options: ConnectionOptions
  ) async throws(Complaint) -> ExtensionConnection {
    do {
      return try await host.connect(subject, options: options)
    } catch {
      throw Complaint(.notCompleted, TerminalText.line(error.description, limit: 2000))
    }
  }
}
