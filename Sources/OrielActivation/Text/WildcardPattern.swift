/// A pattern of LIKE: `*` stands for any characters, `?` for one; all else stands for itself.
struct WildcardPattern: Sendable {
  /// A part of a pattern.
  private enum Part: Sendable, Hashable {
    /// The character itself.
    case scalar(Unicode.Scalar)
    /// Any character.
    case one
    /// Any characters, or none.
    case many
  }

  /// The parts.
  private let parts: [Part]

  /// Reads a pattern.
  init(_ text: String, folding: TextFolding) {
    var parts: [Part] = []
    for scalar in text.unicodeScalars {
      switch scalar {
      case "*": if parts.last != .many { parts.append(.many) }
      case "?": parts.append(.one)
      default: folding.fold(scalar) { parts.append(.scalar($0)) }
      }
    }
    self.parts = parts
  }

  /// Whether a text has the form of the pattern.
  ///
  /// When the characters after a `*` do not fit, only that last `*` takes one more.
  func matches(_ text: [Unicode.Scalar], _ budget: inout StepBudget) -> Bool {
    var part = 0
    var index = 0
    var retry: (part: Int, index: Int)?
    while index < text.count {
      budget.take(characters: 1)
      if budget.isExhausted { return false }
      let fits =
        switch part < parts.count ? parts[part] : nil {
        case .scalar(let scalar): scalar == text[index]
        case .one: true
        case .many, nil: false
        }
      if fits {
        part += 1
        index += 1
      } else if part < parts.count, parts[part] == .many {
        part += 1
        retry = (part, index)
      } else if let last = retry {
        retry = (last.part, last.index + 1)
        part = last.part
        index = last.index + 1
      } else {
        return false
      }
    }
    return parts[part...].allSatisfy { $0 == .many }
  }
}
