/// Times that were measured for one thing, in rounds.
struct Samples: Sendable {
  /// The times of each round, in microseconds.
  private(set) var rounds: [[Double]] = []

  /// Begins a round.
  mutating func beginRound() { rounds.append([]) }

  /// Adds a time to the round that goes on.
  mutating func add(_ time: Duration) {
    guard !rounds.isEmpty else { return }
    rounds[rounds.count - 1].append(time / .microseconds(1))
  }

  /// Adds nanoseconds to the round that goes on.
  mutating func add(_ times: [UInt64]) {
    guard !rounds.isEmpty else { return }
    rounds[rounds.count - 1] += times.map { Double($0) / 1000 }
  }

  /// The time that a share of all measurements stays at or below, by the nearest rank.
  func percentile(_ share: Double) -> Double { Self.percentile(share, of: rounds.flatMap { $0 }) }

  /// The median over the rounds of how many times the other's median this one's median is.
  func ratio(to other: Samples) -> Double {
    let ratios = zip(rounds, other.rounds).map { own, other in
      Self.percentile(0.5, of: own) / Self.percentile(0.5, of: other)
    }
    return Self.percentile(0.5, of: ratios)
  }

  /// The value that a share of the values stays at or below; not a number when there are none.
  static func percentile(_ share: Double, of values: [Double]) -> Double {
    guard !values.isEmpty else { return .nan }
    let rank = Int((share * Double(values.count)).rounded(.up))
    return values.sorted()[min(max(rank, 1), values.count) - 1]
  }
}
