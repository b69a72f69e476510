/// How long questions about offers took in a round.
struct OfferTimes: Sendable {
  /// The first question to a registry, which reads all rules.
  let first: Duration
  /// A question to a new snapshot when nothing has changed.
  let unchanged: Duration
  /// A question to a new snapshot when one bundle has changed.
  let changed: Duration
  /// How many extensions were offered.
  let offered: Int
}

/// What the benchmark of searches found.
struct RegistryResults: Sendable {
  /// How many times as long as reading the same files the first search may take.
  static let firstLimit = 4.0
  /// How many times as long as asking for the status of each file another search may take.
  static let againLimit = 2.0
  /// How long a question may take when the registry was asked before, in microseconds.
  static let offersLimit = 5000.0

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
  /// The first question to a registry, which reads all rules.
  private(set) var firstOffers = Samples()
  /// A question to a new snapshot when nothing has changed.
  private(set) var unchangedOffers = Samples()
  /// A question to a new snapshot when one bundle has changed.
  private(set) var changedOffers = Samples()
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
    firstOffers.beginRound()
    unchangedOffers.beginRound()
    changedOffers.beginRound()
  }

  /// Adds the times of the searches of a round.
  mutating func add(
    reading: Duration,
    first: Duration,
    status: Duration,
    again: Duration
  ) {
    self.reading.add(reading)
    self.first.add(first)
    self.status.add(status)
    self.again.add(again)
  }

  /// Adds the times of the questions of a round.
  mutating func add(_ offers: OfferTimes) {
    firstOffers.add(offers.first)
    unchangedOffers.add(offers.unchanged)
    changedOffers.add(offers.changed)
    offered = offers.offered
  }

  /// Whether everything is within its bar.
  var meetsBars: Bool {
    first.ratio(to: reading) <= Self.firstLimit && again.ratio(to: status) <= Self.againLimit
      && Self.isFast(unchangedOffers) && Self.isFast(changedOffers)
  }

  /// Whether questions are within their bar.
  private static func isFast(_ offers: Samples) -> Bool { offers.percentile(0.5) < offersLimit }

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
    row("offers, the first time", firstOffers, [])
    for (title, samples) in [
      ("offers, nothing changed", unchangedOffers), ("offers, one bundle changed", changedOffers),
    ] {
      row(title, samples, ["", "5 ms", Self.isFast(samples) ? "met" : "missed"])
    }
    var lines = table.lines(alignedRight: [1, 2, 3])
    if let first = lines.first { lines[0] = console.bold(first) }
    lines.append(
      "\(offered) of them were offered for \(RegistryBenchmark.attachmentCount) attachments"
    )
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
    /// The members of a question with a bar.
    func offers(_ samples: Samples) -> JSONValue {
      .object([
        ("p50", .number(samples.percentile(0.5).rounded())),
        ("bar", .number(Self.offersLimit)),
        ("met", .bool(Self.isFast(samples))),
      ])
    }
    return .object([
      ("version", .integer(Int64(Version.output))),
      ("bundles", .integer(Int64(count))),
      ("rounds", .integer(Int64(RegistryBenchmark.rounds))),
      ("reading", object(reading)),
      ("firstSearch", object(first, ratio: (reading, Self.firstLimit))),
      ("status", object(status)),
      ("searchAgain", object(again, ratio: (status, Self.againLimit))),
      ("firstOffers", object(firstOffers)),
      ("unchangedOffers", offers(unchangedOffers)),
      ("changedOffers", offers(changedOffers)),
      ("offered", .integer(Int64(offered))),
    ])
  }
}
