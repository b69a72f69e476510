/// Decides about the characters of a text, one after another, which of them are shown as they are.
///
/// Refused are controls, line and paragraph separators, everything that changes the direction of text,
/// tags, fillers and other characters without a look, what has no meaning or a private one, and marks
/// that are heaped up. Joiners and the two selectors of emoji are shown where they do something.
package struct PrintableFilter {
  /// The character that was taken last.
  private var last: Unicode.Scalar?
  /// How many marks in a row were taken.
  private var marks = 0

  /// The most marks on one character; no script needs more.
  private static let greatestMarkCount = 6

  /// Creates a filter for the start of a text.
  package init() {}

  /// Whether a character is shown as it is; it then stands before the next one.
  ///
  /// - Parameters:
  ///   - scalar: The character.
  ///   - next: The one after it in the text.
  /// - Returns: Whether it can only be read.
  package mutating func takes(_ scalar: Unicode.Scalar, before next: Unicode.Scalar?) -> Bool {
    if scalar.isASCII {
      guard (0x20..<0x7F).contains(scalar.value) else { return false }
      last = scalar
      marks = 0
      return true
    }
    guard isTaken(scalar, before: next) else { return false }
    last = scalar
    return true
  }

  /// Whether a character that is not ASCII is shown.
  private mutating func isTaken(_ scalar: Unicode.Scalar, before next: Unicode.Scalar?) -> Bool {
    if Self.isJoiner(scalar) {
      guard let last, let next else { return false }
      return Self.joins(last, next, with: scalar)
    }
    let properties = scalar.properties
    if Self.isSelector(scalar) { return last?.properties.isEmoji ?? false }
    // Fillers and the like take no room, so that two names could look the same.
    guard !properties.isDefaultIgnorableCodePoint else { return false }
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned,
      .privateUse:
      return false
    case .nonspacingMark, .enclosingMark:
      marks += 1
      return marks <= Self.greatestMarkCount
    default:
      marks = 0
      return true
    }
  }

  /// Whether a character joins its neighbours or keeps them apart.
  private static func isJoiner(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "\u{200C}" || scalar == "\u{200D}"
  }

  /// Whether a character chooses between the two looks of an emoji.
  private static func isSelector(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "\u{FE0E}" || scalar == "\u{FE0F}"
  }

  /// Whether a joiner has a meaning between two characters: in emoji, and in scripts whose letters have
  /// several forms.
  private static func joins(
    _ last: Unicode.Scalar,
    _ next: Unicode.Scalar,
    with joiner: Unicode.Scalar
  ) -> Bool {
    if joiner == "\u{200D}", isPictorial(last) || isSelector(last) { return isPictorial(next) }
    return hasForms(last) && hasForms(next)
  }

  /// Whether a character is a letter or mark of a script whose letters have several forms.
  private static func hasForms(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0600...0x109F, 0x1780...0x18AF, 0xA840...0xABFF, 0xFB50...0xFDFF, 0xFE70...0xFEFC,
      0x10A00...0x11FFF, 0x1E900...0x1E95F:
      let properties = scalar.properties
      return properties.isAlphabetic || properties.canonicalCombiningClass != .notReordered
    default: return false
    }
  }

  /// Whether a character is a picture, or changes the colour of the one before it.
  private static func isPictorial(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value > 0xFF && (scalar.properties.isEmoji || scalar.properties.isEmojiModifier)
  }
}
