/// Rows of text in aligned columns.
struct TextTable {
  /// The rows, each with as many cells as it needs.
  private var rows: [[String]] = []

  /// Adds a row, whose cells must already be harmless to a terminal.
  mutating func add(_ cells: String...) { rows.append(cells) }

  /// Adds a row, whose cells must already be harmless to a terminal.
  mutating func add(_ cells: [String]) { rows.append(cells) }

  /// The rows as lines, the columns two spaces apart, without spaces at line ends.
  func lines(indentation: String = "", alignedRight: Set<Int> = []) -> [String] {
    var widths: [Int] = []
    for row in rows {
      for (column, cell) in row.enumerated() {
        if column == widths.count { widths.append(0) }
        widths[column] = max(widths[column], cell.count)
      }
    }
    return rows.map { row in
      var line = indentation
      for (column, cell) in row.enumerated() {
        let padding = String(repeating: " ", count: widths[column] - cell.count)
        line += alignedRight.contains(column) ? padding + cell : cell + padding
        line += "  "
      }
      while line.last == " " { line.removeLast() }
      return line
    }
  }
}
