/// What the benchmark of searches found.
struct RegistryResults: Sendable {
  /// How many times as long as reading the same files the first search may take.
  static let firstLimit = 4.0
  /// How many times as long as asking for the status of each file another search may take.
  static let againLimit = 2.0
  /// How long asking all rules may take, in microseconds.
  static let matchingLimit = 5000.0

  /// The number of bundles.
  let count: Int
  /// Reading all files.
  private(set) var reading = Samples()
  /// The first search.
  private(set) var first = Samples()
  /// Asking for the status of all files.
  private(set) var status = Samples()
  /// A search when nothing has changed.
  private(set) var again = Samples()
  /// Asking all rules.
  private(set) var matching = Samples()
  /// How many extensions were offered.
  private(set) var offered = 0

  /// Nothing measured yet.
  init(count: Int) {
    self.count = count
  }

  /// Begins a round.
  mutating func beginRound() {
    reading.beginRound()
    first.beginRound()
    status.beginRound()
    again.beginRound()
    matching.beginRound()
  }

  /// Adds the times of a round.
  mutating func add(
    reading: Duration,
    first: Duration,
    status: Duration,
    again: Duration,
    matching: Duration,
    offered: Int
  ) {
    self.reading.add(reading)
    self.first.add(first)
    self.status.add(status)
    self.again.add(again)
    self.matching.add(matching)
    self.offered = offered
  }

  /// Whether everything is within its bar.
  var meetsBars: Bool {
    first.ratio(to: reading) <= Self.firstLimit && again.ratio(to: status) <= Self.againLimit
      && matching.percentile(0.5) < Self.matchingLimit
  }

  /// The results as a table.
  func lines(_ console: Console) -> [String] {
    var table = TextTable()
    table.add("\(count) bundles", "p50 ms", "ratio", "bar", "")
    func row(_ title: String, _ samples: Samples, _ rest: [String]) {
      table.add([title, (samples.percentile(0.5) / 1000).text(decimals: 1)] + rest)
    }
    /// The cells of a ratio.
    func cells(_ samples: Samples, _ other: Samples, _ limit: Double) -> [String] {
      let ratio = samples.ratio(to: other)
      return [
        ratio.text(decimals: 2), limit.text(decimals: 1), ratio <= limit ? "met" : "missed",
      ]
    }
    row("reading the same files", reading, ["1.00"])
    row("first search", first, cells(first, reading, Self.firstLimit))
    row("status of each file", status, ["1.00"])
    row("search, nothing changed", again, cells(again, status, Self.againLimit))
    let isMet = matching.percentile(0.5) < Self.matchingLimit
    row(
      "asking all rules about \(RegistryBenchmark.attachmentCount) attachments",
      matching,
      ["", "5 ms", isMet ? "met" : "missed"]
    )
    var lines = table.lines(alignedRight: [1, 2, 3])
    if let first = lines.first { lines[0] = console.bold(first) }
    lines.append("\(offered) of them were offered")
    return lines
  }

  /// The results as JSON, times in microseconds.
  var json: JSONValue {
    func object(_ samples: Samples, ratio: (Samples, Double)? = nil) -> JSONValue {
      var members: [(String, JSONValue)] = [("p50", .number(samples.percentile(0.5).rounded()))]
      if let (other, limit) = ratio {
        let value = samples.ratio(to: other)
        members += [
          ("ratio", .number(value)), ("bar", .number(limit)), ("met", .bool(value <= limit)),
        ]
      }
      return .object(members)
    }
    return .object([
      ("version", .integer(Int64(Version.output))),
      ("bundles", .integer(Int64(count))),
      ("rounds", .integer(Int64(RegistryBenchmark.rounds))),
      ("reading", object(reading)),
      ("firstSearch", object(first, ratio: (reading, Self.firstLimit))),
      ("status", object(status)),
      ("searchAgain", object(again, ratio: (status, Self.againLimit))),
      (
        "matching",
        .object([
          ("p50", .number(matching.percentile(0.5).rounded())),
          ("bar", .number(Self.matchingLimit)),
          ("met", .bool(matching.percentile(0.5) < Self.matchingLimit)),
          ("offered", .integer(Int64(offered))),
        ])
      ),
    ])
  }
}
