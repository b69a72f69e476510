/// A pattern for whole texts, of which the places stand for one character or for any number of them.
///
/// Matching takes time in proportion to the length of the pattern times that of the text.
package struct Glob: Sendable {
  /// What one place of a pattern stands for.
  package enum Part: Sendable {
    /// Any number of characters.
    case many
    /// One character, whichever.
    case one
    /// This character.
    case exactly(Unicode.Scalar)
    /// A character in, or not in, one of these ranges.
    case among([ClosedRange<Unicode.Scalar>], isNegated: Bool)

    /// Whether a character fits here.
    func accepts(_ scalar: Unicode.Scalar) -> Bool {
      switch self {
      case .many, .one: true
      case .exactly(let own): own == scalar
      case .among(let ranges, let isNegated):
        ranges.contains { $0.contains(scalar) } != isNegated
      }
    }
  }

  /// The pattern.
  private let parts: [Part]

  /// A pattern of such places.
  package init(parts: [Part]) {
    var kept: [Part] = []
    kept.reserveCapacity(parts.count)
    for part in parts {
      // Any number of characters twice is no more than once.
      if case .many = part, case .many? = kept.last { continue }
      kept.append(part)
    }
    self.parts = kept
  }

  /// Reads a pattern for file names, as `fnmatch` takes it.
  ///
  /// `*` is any characters, `?` is one, `[a-z]` one of these, `[!a-z]` or `[^a-z]` one that is none of
  /// these, and `\` takes the next character as it is.
  init(_ pattern: some StringProtocol) {
    let scalars = Array(pattern.unicodeScalars)
    var parts: [Part] = []
    var index = 0
    while index < scalars.count {
      let scalar = scalars[index]
      index += 1
      switch scalar {
      case "*": parts.append(.many)
      case "?": parts.append(.one)
      case "\\" where index < scalars.count:
        parts.append(.exactly(scalars[index]))
        index += 1
      case "[":
        if let (part, next) = Self.set(scalars, from: index) {
          parts.append(part)
          index = next
        } else {
          parts.append(.exactly(scalar))
        }
      default: parts.append(.exactly(scalar))
      }
    }
    self.init(parts: parts)
  }

  /// Reads what follows an opening bracket; nil when no bracket closes it.
  private static func set(
    _ scalars: [Unicode.Scalar],
    from start: Int
  ) -> (part: Part, next: Int)? {
    var index = start
    var isNegated = false
    if index < scalars.count, scalars[index] == "!" || scalars[index] == "^" {
      isNegated = true
      index += 1
    }
    var ranges: [ClosedRange<Unicode.Scalar>] = []
    let first = index
    // A closing bracket in the first place is one of the characters.
    while index < scalars.count, scalars[index] != "]" || index == first {
      let low = scalars[index]
      if index + 2 < scalars.count, scalars[index + 1] == "-", scalars[index + 2] != "]" {
        let high = scalars[index + 2]
        if low <= high { ranges.append(low...high) }
        index += 3
      } else {
        ranges.append(low...low)
        index += 1
      }
    }
    guard index < scalars.count else { return nil }
    return (.among(ranges, isNegated: isNegated), index + 1)
  }

  /// Whether a whole text fits.
  ///
  /// - Parameters:
  ///   - name: The text.
  ///   - mayGoOn: Asked before each character is looked at; when it may not be, nothing fits.
  /// - Returns: Whether it fits.
  package func matches(
    _ name: [Unicode.Scalar],
    while mayGoOn: () -> Bool = { true }
  ) -> Bool {
    var part = 0
    var place = 0
    // Only the last star needs another try: an earlier one could not do better.
    var retry: (part: Int, place: Int)?
    while place < name.count {
      guard mayGoOn() else { return false }
      if part < parts.count, case .many = parts[part] {
        part += 1
        retry = (part, place)
      } else if part < parts.count, parts[part].accepts(name[place]) {
        part += 1
        place += 1
      } else if let last = retry {
        retry = (last.part, last.place + 1)
        part = last.part
        place = last.place + 1
      } else {
        return false
      }
    }
    while part < parts.count, case .many = parts[part] { part += 1 }
    return part == parts.count
  }
}
