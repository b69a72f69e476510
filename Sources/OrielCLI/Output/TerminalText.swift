internal import OrielManifest
internal import OrielText

/// Makes text of unknown origin fit to be shown: on a terminal it can only be read.
enum TerminalText {
  /// The text on one line: control characters, line ends and characters that change how others
  /// are shown become visible escapes, and what is longer than the limit is cut.
  static func line(_ text: String, limit: Int = 400) -> String {
    var shown = String.UnicodeScalarView()
    var filter = PrintableFilter()
    var rest = text.unicodeScalars[...]
    for _ in 0..<limit {
      guard let scalar = rest.popFirst() else { break }
      if filter.takes(scalar, before: rest.first) {
        shown.append(scalar)
      } else {
        shown.append(contentsOf: escape(scalar).unicodeScalars)
      }
    }
    if !rest.isEmpty { shown.append("…") }
    return String(shown)
  }

  /// The text on its own lines, each made harmless; a line end at the end of the text is dropped.
  static func lines(_ text: String, limit: Int = 200) -> [String] {
    let parts = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
    var lines = parts.prefix(limit).map { line(String(String.UnicodeScalarView($0)), limit: 4000) }
    if lines.last == "" { lines.removeLast() }
    if parts.count > limit { lines.append("… \(parts.count - limit) more lines") }
    return lines
  }

  /// A visible stand-in for a scalar that must not reach a terminal.
  private static func escape(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\n": "\\n"
    case "\r": "\\r"
    case "\t": "\\t"
    default: "\\u{\(String(scalar.value, radix: 16))}"
    }
  }
}
