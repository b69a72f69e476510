/// What the benchmark of launches found.
struct LaunchResults: Sendable {
  /// The most private memory of an idle instance, in kilobytes.
  static let memoryLimit = 400

  /// What each measured extension has to reach.
  let bars: [LaunchBar]
  /// `posix_spawn` of `true` with wait.
  private(set) var spawn = Samples()
  /// Fork with wait.
  private(set) var fork = Samples()
  /// The requests, in the order of the bars.
  private(set) var requests: [Samples]
  /// The private memory of idle instances in kilobytes, or why it is not known.
  var memory = IdleMemory.Reading.unknown("not measured")

  /// Nothing measured yet.
  init(bars: [LaunchBar]) {
    self.bars = bars
    requests = bars.map { _ in Samples() }
  }

  /// Begins a round.
  mutating func beginRound() {
    spawn.beginRound()
    fork.beginRound()
    for index in requests.indices { requests[index].beginRound() }
  }

  /// Adds the times of one turn.
  mutating func add(spawn: Duration, fork: Duration, requests: [Duration]) {
    self.spawn.add(spawn)
    self.fork.add(fork)
    for (index, time) in zip(self.requests.indices, requests) { self.requests[index].add(time) }
  }

  /// Whether everything that is known is within its bar.
  var meetsBars: Bool {
    zip(bars, requests).allSatisfy { $1.ratio(to: spawn) <= $0.limit } && memory.meetsBar
  }

  /// The results as a table.
  func lines(_ console: Console) -> [String] {
    var table = TextTable()
    table.add("", "p50 µs", "p95 µs", "p99 µs", "ratio", "bar", "")
    table.add(cells("posix_spawn of true, wait", spawn) + ["1.00"])
    table.add(cells("fork, wait", fork) + [fork.ratio(to: spawn).text(decimals: 2)])
    for (bar, samples) in zip(bars, requests) {
      let ratio = samples.ratio(to: spawn)
      table.add(
        cells(bar.title, samples) + [
          ratio.text(decimals: 2), bar.limit.text(decimals: 1),
          ratio <= bar.limit ? "met" : "missed",
        ]
      )
    }
    var lines = table.lines(alignedRight: [1, 2, 3, 4, 5])
    if let first = lines.first { lines[0] = console.bold(first) }
    lines.append("private memory of an idle instance in C: \(memory.text)")
    return lines
  }

  /// The cells that every row has.
  private func cells(_ title: String, _ samples: Samples) -> [String] {
    [title] + [0.5, 0.95, 0.99].map { samples.percentile($0).text(decimals: 0) }
  }

  /// The results as JSON, times in microseconds.
  var json: JSONValue {
    .object([
      ("version", .integer(Int64(Version.output))),
      ("rounds", .integer(Int64(LaunchBenchmark.rounds))),
      ("posixSpawn", .object(members(spawn))),
      ("fork", .object(members(fork) + [("ratio", .number(fork.ratio(to: spawn)))])),
      (
        "requests",
        .object(
          zip(bars, requests).map { bar, samples in
            let ratio = samples.ratio(to: spawn)
            return (
              bar.key,
              .object(
                members(samples) + [
                  ("ratio", .number(ratio)), ("bar", .number(bar.limit)),
                  ("met", .bool(ratio <= bar.limit)),
                ]
              )
            )
          }
        )
      ),
      ("idleMemory", memory.json),
    ])
  }

  /// The percentiles as members of an object.
  private func members(_ samples: Samples) -> [(String, JSONValue)] {
    [("p50", 0.5), ("p95", 0.95), ("p99", 0.99)].map {
      ($0.0, .number(samples.percentile($0.1).rounded()))
    }
  }
}
