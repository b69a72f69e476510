/// Makes text from outside safe to show: on a terminal and in a window it can only be read.
///
/// What it gives cannot move the cursor, turn the line round, hide in it or fill it. Every message
/// and every name that holds text of a file, of an extension or of another program goes through here.
package enum Printable {
  /// What stands for a character that is not shown.
  private static let mark: Unicode.Scalar = "\u{FFFD}"

  /// Text for a message: characters that do not show are replaced, what is over a limit is cut off.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - limit: The most scalars that are shown.
  /// - Returns: The text in one line.
  package static func text(_ text: String, limit: Int = 128) -> String {
    shown(text, limit: limit) { _ in mark }
  }

  /// Text of something that people write, as a predicate: as ``text(_:limit:)``, but a line end or tab
  /// is a space.
  package static func source(_ text: String, limit: Int = 60) -> String {
    shown(text, limit: limit) { $0.properties.isWhitespace ? " " : mark }
  }

  /// Such text in quotes.
  package static func quoted(_ text: String, limit: Int = 60) -> String {
    "'\(source(text, limit: limit))'"
  }

  /// One character for an excerpt in which each has its column.
  package static func scalar(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    var filter = PrintableFilter()
    if filter.takes(scalar, before: nil) { return scalar }
    return scalar.properties.isWhitespace ? " " : mark
  }

  /// Text with characters that do not show replaced.
  private static func shown(
    _ text: String,
    limit: Int,
    _ replacement: (Unicode.Scalar) -> Unicode.Scalar
  ) -> String {
    // Most text is such, and asking for the properties of scalars takes long.
    if text.utf8.count <= limit, isPlain(text) { return text }
    var result = String.UnicodeScalarView()
    var filter = PrintableFilter()
    var rest = text.unicodeScalars[...]
    for _ in 0..<max(limit, 0) {
      guard let scalar = rest.popFirst() else { break }
      result.append(filter.takes(scalar, before: rest.first) ? scalar : replacement(scalar))
    }
    if !rest.isEmpty { result.append("…") }
    return String(result)
  }

  /// A name for people: without characters that do not show, in one line, without space around.
  package static func name(_ text: String) -> String {
    if isPlain(text), text.first != " ", text.last != " ", !text.contains("  ") { return text }
    var scalars = String.UnicodeScalarView()
    var filter = PrintableFilter()
    var rest = text.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      if isBlank(scalar) {
        if let last = scalars.last, last != " " { scalars.append(" ") }
        filter = PrintableFilter()
      } else if filter.takes(scalar, before: rest.first) {
        scalars.append(scalar)
      }
    }
    if scalars.last == " " { scalars.removeLast() }
    return String(scalars)
  }

  /// Whether a text holds nothing but ASCII that shows.
  private static func isPlain(_ text: String) -> Bool {
    text.utf8.allSatisfy { (0x20..<0x7F).contains($0) }
  }

  /// Whether a character is seen as a gap; a name of such characters alone would be none.
  private static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isWhitespace || scalar == "\u{2800}"
  }
}
