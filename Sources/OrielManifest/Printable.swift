/// Makes text from files safe to show: it cannot move the cursor, turn the line round or fill it.
package enum Printable {
  /// Text for a message: characters that do not show are replaced, what is over a limit is cut off.
  package static func text(_ text: String, limit: Int = 128) -> String {
    var result = ""
    for scalar in text.unicodeScalars.prefix(limit) {
      if isHarmless(scalar) {
        result.unicodeScalars.append(scalar)
      } else {
        result.unicodeScalars.append("\u{FFFD}")
      }
    }
    return text.unicodeScalars.count > limit ? result + "…" : result
  }

  /// A name for people: without characters that do not show, in one line, without space around.
  package static func name(_ text: String) -> String {
    // Most names are such, and asking for the properties of scalars takes long.
    let isPlain = text.utf8.allSatisfy { (0x21..<0x7F).contains($0) }
    if isPlain { return text }
    var scalars = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if scalar.properties.isWhitespace {
        if scalars.last != " " { scalars.append(" ") }
      } else if isHarmless(scalar) {
        scalars.append(scalar)
      }
    }
    while scalars.first == " " { scalars.removeFirst() }
    while scalars.last == " " { scalars.removeLast() }
    return String(scalars)
  }

  /// Whether a character only shows itself.
  package static func isHarmless(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return (0x20..<0x7F).contains(scalar.value) }
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned, .privateUse:
      return false
    // Joiners are part of words and emoji; all other format characters are refused, those that
    // change the direction of text among them.
    case .format: return scalar == "\u{200C}" || scalar == "\u{200D}"
    default: return true
    }
  }
}
