/// The steps that evaluating one rule for one request may take.
struct StepBudget: Sendable {
  /// The most steps.
  static let greatestCount = 1_000_000
  /// How many comparisons of characters are one step.
  private static let charactersPerStep = 8

  /// The steps that are left, in comparisons of characters.
  private var remaining: Int

  /// Gives out steps.
  init(_ count: Int = greatestCount) {
    remaining = count * Self.charactersPerStep
  }

  /// The steps that are left.
  var rest: Int { remaining / Self.charactersPerStep }

  /// Whether more steps were needed than there were.
  var isExhausted: Bool { remaining < 0 }

  /// Takes steps: one for each Boolean expression that is evaluated, each element of a collection that
  /// is looked at, and each value in a list.
  mutating func take(_ count: Int = 1) {
    remaining -= min(count, Self.greatestCount + 1) * Self.charactersPerStep
    if remaining < 0 { remaining = -1 }
  }

  /// Takes what comparing characters costs.
  mutating func take(characters count: Int) {
    remaining -= min(count, (Self.greatestCount + 1) * Self.charactersPerStep)
    if remaining < 0 { remaining = -1 }
  }
}
