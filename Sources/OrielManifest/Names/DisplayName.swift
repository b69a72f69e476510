internal import OrielText

/// Makes a name for people out of text that nobody has checked.
enum DisplayName {
  /// What was changed, for a diagnostic.
  struct Problem {
    /// What is wrong, as the end of a sentence about the name.
    let message: String
    /// What to do about it.
    let advice: String?
  }

  /// The most characters.
  static let greatestLength = 64
  /// The most scalars: a few characters may hide thousands of combining marks.
  private static let greatestScalarCount = 8 * greatestLength

  /// A name in one line that cannot move the cursor or turn text round; empty when nothing is left.
  static func clean(_ text: String) -> (name: String, problems: [Problem]) {
    if let setting = BuildSetting.first(in: text) {
      let message =
        "holds the build setting '\(Printable.text(setting))', which no build tool has filled in"
      return ("", [Problem(message: message, advice: "write the name itself")])
    }
    var problems: [Problem] = []
    var name = Printable.name(text)
    if name != text {
      problems.append(
        Problem(
          message:
            "holds characters that do not show or change the direction of text; they are left out",
          advice: "write a plain name in one line"
        )
      )
    }
    if name.count > greatestLength {
      problems.append(
        Problem(message: "has \(name.count) characters; \(greatestLength) are shown", advice: nil)
      )
      name = Printable.name(String(name.prefix(greatestLength)))
    }
    if name.unicodeScalars.count > greatestScalarCount {
      problems.append(Problem(message: "has more marks than can be shown", advice: nil))
      name = Printable.name(String(name.unicodeScalars.prefix(greatestScalarCount)))
    }
    return (name, problems)
  }
}
