extension XMLScanner {
  /// A name from the file as a message may show it: short, in one line, without characters that do
  /// not show, and without heaps of marks.
  static func printable(_ name: String) -> String {
    // Most names are such, and asking for the properties of scalars takes long.
    if name.utf8.count <= 40, name.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return name }
    var result = ""
    var marks = 0
    for scalar in name.unicodeScalars.prefix(40) {
      let properties = scalar.properties
      switch properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned:
        result += "?"
      case .nonspacingMark, .enclosingMark:
        marks += 1
        if marks <= 4, !properties.isDefaultIgnorableCodePoint {
          result.unicodeScalars.append(scalar)
        }
        continue
      default:
        let isShown = !properties.isDefaultIgnorableCodePoint
        result.unicodeScalars.append(isShown ? scalar : "?")
      }
      marks = 0
    }
    return result
  }
}
