internal import OrielText

/// A place in the text of a predicate.
public struct RulePlace: Sendable, Hashable {
  /// The line, from 1; lines end with LF, CR or CR LF.
  public let line: Int
  /// The column, from 1, in Unicode scalars.
  public let column: Int
  /// The line of the place, and below it a caret; a long line is cut around the place.
  public let excerpt: String

  /// The scalars before and after the place that an excerpt shows.
  private static let reach = 60

  /// Finds the place of a scalar.
  init(of offset: Int, in source: [Unicode.Scalar]) {
    let offset = min(max(offset, 0), source.count)
    var line = 1
    var start = 0
    for index in 0..<offset {
      let endsLine =
        source[index] == "\n"
        || (source[index] == "\r" && !(index + 1 < source.count && source[index + 1] == "\n"))
      guard endsLine else { continue }
      line += 1
      start = index + 1
    }
    let end = source[offset...].firstIndex { $0 == "\n" || $0 == "\r" } ?? source.count
    self.line = line
    column = offset - start + 1
    let from = max(start, offset - Self.reach)
    let to = max(from, min(end, offset + Self.reach))
    var text = from > start ? "…" : ""
    let margin = String(repeating: " ", count: text.unicodeScalars.count + max(offset - from, 0))
    for scalar in source[from..<to] { text.unicodeScalars.append(Printable.scalar(scalar)) }
    if to < end { text += "…" }
    excerpt = "\(text)\n\(margin)^"
  }
}
