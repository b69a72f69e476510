/// A pattern of LIKE or MATCHES, ready to be compared with texts.
enum TextPattern: Sendable {
  /// A pattern of LIKE.
  case wildcards(WildcardPattern)
  /// A pattern of MATCHES.
  case regular(RegularProgram)

  /// Reads a pattern.
  init(
    _ text: String,
    for relation: Comparison.Relation,
    folding: TextFolding
  ) throws(PatternError) {
    if relation == .like {
      self = .wildcards(WildcardPattern(text, folding: folding))
    } else {
      self = .regular(try RegularParser.parse(text, folding: folding))
    }
  }

  /// Whether a text that is folded like the pattern has its form, from end to end.
  func matches(_ text: [Unicode.Scalar], _ budget: inout StepBudget) -> Bool {
    switch self {
    case .wildcards(let pattern): pattern.matches(text, &budget)
    case .regular(let program): program.matches(text, &budget)
    }
  }
}

/// Why a text is no pattern that is run.
struct PatternError: Error {
  /// What is wrong, for people.
  let message: String
  /// What to do about it.
  let advice: String?

  /// Creates an error.
  init(_ message: String, advice: String? = nil) {
    self.message = message
    self.advice = advice
  }
}
