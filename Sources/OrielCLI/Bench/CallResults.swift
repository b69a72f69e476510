/// What the benchmark of calls found.
struct CallResults: Sendable {
  /// The times of everything that is measured.
  var samples = [Samples](repeating: Samples(), count: CallBar.allCases.count)
  /// What mapping each buffer for the first time took, in microseconds.
  var mappings: [(bar: CallBar, microseconds: Double)] = []
  /// Whether both sides had a processor of their own.
  var hasOwnProcessors = true

  /// Begins a round.
  mutating func beginRound() {
    for index in samples.indices { samples[index].beginRound() }
  }

  /// The times of something.
  subscript(bar: CallBar) -> Samples {
    get { samples[bar.rawValue] }
    set { samples[bar.rawValue] = newValue }
  }

  /// How many times as long something takes as what it is compared with.
  func ratio(_ bar: CallBar) -> Double? {
    bar.limit.map { self[bar].ratio(to: self[$0.other]) }
  }

  /// Whether everything is within its bar.
  var meetsBars: Bool {
    CallBar.allCases.allSatisfy { bar in
      guard let limit = bar.limit, let ratio = ratio(bar) else { return true }
      return ratio <= limit.times
    }
  }

  /// The results as a table.
  func lines(_ console: Console) -> [String] {
    var table = TextTable()
    table.add("", "p50 µs", "p95 µs", "ratio", "bar", "of", "")
    for bar in CallBar.allCases {
      let times = [0.5, 0.95].map { self[bar].percentile($0).text(decimals: 2) }
      guard let limit = bar.limit, let ratio = ratio(bar) else {
        table.add([bar.title] + times)
        continue
      }
      table.add(
        [bar.title] + times + [
          ratio.text(decimals: 2), limit.times.text(decimals: 2), limit.other.title,
          ratio <= limit.times ? "met" : "missed",
        ]
      )
    }
    var lines = table.lines(alignedRight: [1, 2, 3, 4])
    if let first = lines.first { lines[0] = console.bold(first) }
    for mapping in mappings {
      lines.append(
        "making, mapping and filling \(mapping.bar.title.dropFirst(6)): "
          + "\(mapping.microseconds.text(decimals: 0)) µs"
      )
    }
    if !hasOwnProcessors {
      lines.append("there is one processor only: both sides share it, and nothing spins")
    }
    return lines
  }

  /// The results as JSON, times in microseconds.
  func json(with frames: [FrameResults]) -> JSONValue {
    .object([
      ("version", .integer(Int64(Version.output))),
      ("ownProcessors", .bool(hasOwnProcessors)),
      (
        "calls",
        .object(
          CallBar.allCases.map { bar in
            var members: [(String, JSONValue)] = [("p50", 0.5), ("p95", 0.95)].map {
              ($0.0, .number((self[bar].percentile($0.1) * 1000).rounded() / 1000))
            }
            if let limit = bar.limit, let ratio = ratio(bar) {
              members += [
                ("ratio", .number(ratio)), ("bar", .number(limit.times)),
                ("of", .string(limit.other.key)), ("met", .bool(ratio <= limit.times)),
              ]
            }
            return (bar.key, .object(members))
          }
        )
      ),
      (
        "mapping",
        .object(mappings.map { ($0.bar.key, .number($0.microseconds.rounded())) })
      ),
      ("frames", FrameResults.json(frames)),
    ])
  }
}
