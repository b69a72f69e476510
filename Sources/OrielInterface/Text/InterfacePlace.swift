import OrielText

/// A place in the text of a description.
public struct InterfacePlace: Sendable, Hashable {
  /// The line, from 1; lines end with LF, CR or CR LF.
  public let line: Int
  /// The column, from 1, in Unicode scalars.
  public let column: Int
  /// The line of the place, and below it a caret; a long line is cut around the place.
  public let excerpt: String

  /// The bytes before and after the place that an excerpt shows.
  private static let reach = 72

  /// Finds the place of a byte in UTF-8 text.
  init(of offset: Int, in text: [UInt8]) {
    let offset = min(max(offset, 0), text.count)
    var line = 1
    var start = 0
    for index in 0..<offset where Self.endsLine(index, in: text) {
      line += 1
      start = index + 1
    }
    self.line = line
    column = Self.scalarCount(text[start..<offset]) + 1
    let end = text[offset...].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? text.count
    let from = Self.boundary(max(start, offset - Self.reach), in: text)
    let to = max(from, Self.boundary(min(end, offset + Self.reach), in: text))
    let before = from > start ? "…" : ""
    let margin = before.unicodeScalars.count + Self.scalarCount(text[from..<max(from, offset)])
    let shown = String(decoding: text[from..<to], as: UTF8.self).unicodeScalars.map { scalar in
      // A tab would move the text from above the caret.
      scalar == "\t" ? " " : Printable.scalar(scalar)
    }
    var excerpt = String.UnicodeScalarView(before.unicodeScalars)
    excerpt.append(contentsOf: shown)
    excerpt.append(contentsOf: (to < end ? "…\n" : "\n").unicodeScalars)
    self.excerpt = String(excerpt) + String(repeating: " ", count: margin) + "^"
  }

  /// Whether a line ends with a byte.
  private static func endsLine(_ index: Int, in text: [UInt8]) -> Bool {
    text[index] == 0x0A
      || (text[index] == 0x0D && !(index + 1 < text.count && text[index + 1] == 0x0A))
  }

  /// The number of scalars in UTF-8.
  private static func scalarCount(_ bytes: ArraySlice<UInt8>) -> Int {
    bytes.count { $0 & 0xC0 != 0x80 }
  }

  /// The start of the scalar that a byte belongs to.
  private static func boundary(_ offset: Int, in text: [UInt8]) -> Int {
    var offset = offset
    while offset > 0, offset < text.count, text[offset] & 0xC0 == 0x80 { offset -= 1 }
    return offset
  }
}
