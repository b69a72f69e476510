internal import OrielTypes

/// A pattern of LIKE: `*` stands for any characters, `?` for one; all else stands for itself.
struct WildcardPattern: Sendable {
  /// The pattern.
  private let glob: Glob

  /// Reads a pattern.
  init(_ text: String, folding: TextFolding) {
    var parts: [Glob.Part] = []
    for scalar in text.unicodeScalars {
      switch scalar {
      case "*": parts.append(.many)
      case "?": parts.append(.one)
      default: folding.fold(scalar) { parts.append(.exactly($0)) }
      }
    }
    glob = Glob(parts: parts)
  }

  /// Whether a text has the form of the pattern.
  func matches(_ text: [Unicode.Scalar], _ budget: inout StepBudget) -> Bool {
    glob.matches(text) {
      budget.take(characters: 1)
      return !budget.isExhausted
    }
  }
}
