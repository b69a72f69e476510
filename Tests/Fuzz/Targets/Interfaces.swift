import OrielInterface

/// Descriptions of interfaces.
enum Interfaces {
  /// Reads a description, and prints it if it is accepted; what was printed must be read back.
  static func run(_ bytes: [UInt8]) throws(Finding) -> Bool {
    let checked: CheckedInterface
    do {
      checked = try InterfaceParser.parse(bytes)
    } catch {
      try check(error, bytes)
      return false
    }
    let printed = checked.description.text
    // Printing may add spaces and line ends, but not so many that it could not be read.
    guard printed.utf8.count <= InterfaceLimits.textLength else { return true }
    do {
      let again = try InterfaceParser.parse(printed)
      try Finding.unless(again == checked, "what was printed is another description: \(printed)")
    } catch let error as InterfaceProblems {
      throw Finding(description: "what was printed is refused: \(error)")
    } catch {
      throw Finding(description: "\(error)")
    }
    for layout in checked.layouts.values {
      try Finding.unless(
        layout.size > 0 && layout.size <= InterfaceLimits.structureSize
          && layout.size % layout.alignment == 0 && layout.offsets.allSatisfy { $0 < layout.size },
        "a layout is impossible: \(layout)"
      )
    }
    return true
  }

  /// Checks that problems can be shown and are in the text.
  private static func check(_ error: InterfaceProblems, _ bytes: [UInt8]) throws(Finding) {
    try Finding.unless((1...InterfaceLimits.problems).contains(error.problems.count), "no problem")
    for problem in error.problems {
      try Finding.unlessPrintable(problem.description)
      guard let place = problem.place else { continue }
      try Finding.unless(
        place.line >= 1 && place.column >= 1 && place.line + place.column <= bytes.count + 2,
        "line \(place.line), column \(place.column) is outside"
      )
      let lines = place.excerpt.split(separator: "\n", omittingEmptySubsequences: false)
      try Finding.unless(lines.count == 2 && lines[1].last == "^", "an excerpt has no caret")
      for line in lines { try Finding.unlessPrintable(String(line)) }
    }
  }
}
