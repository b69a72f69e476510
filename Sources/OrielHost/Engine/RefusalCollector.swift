internal import OrielWire

/// Keeps the first refusals of a request.
struct RefusalCollector {
  /// The most that are kept; an instance tells no more than these one by one.
  static let limit = 256

  private var kept: [Refusal] = []
  private var known: Set<Refusal> = []
  private var total: UInt64 = 0

  /// Takes what an instance told.
  mutating func add(_ refused: Refused) {
    if let told = refused.refusal, kept.count < Self.limit {
      let refusal = Refusal(told)
      // An instance compares numbers only; some of them are leftovers that mean nothing.
      if known.insert(refusal).inserted { kept.append(refusal) }
    }
    // Threads may overtake each other.
    total = max(total, refused.total, UInt64(kept.count))
  }

  /// What is known.
  var refusals: Refusals { .counted(kept, total: total) }
}
