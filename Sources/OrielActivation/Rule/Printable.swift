/// Makes text from a manifest fit for a terminal.
enum Printable {
  /// The most scalars of a text that a message shows.
  private static let greatestLength = 60

  /// The scalar itself, or a mark where it has no look of its own or could change that of others.
  static func scalar(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    if scalar.isASCII { return scalar.value < 0x20 || scalar.value == 0x7F ? " " : scalar }
    switch scalar.properties.generalCategory {
    case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator,
      .paragraphSeparator:
      return "\u{FFFD}"
    default: return scalar
    }
  }

  /// A text in quotes, on one line and not too long.
  static func quoted(_ text: String) -> String {
    "'\(plain(text))'"
  }

  /// A text on one line and not too long.
  static func plain(_ text: String, length: Int = greatestLength) -> String {
    var result = String.UnicodeScalarView()
    var count = 0
    for scalar in text.unicodeScalars {
      guard count < length else {
        result.append("…")
        break
      }
      result.append(Self.scalar(scalar))
      count += 1
    }
    return String(result)
  }
}
