extension ParsedArguments {
  /// The value of an option as a number of seconds, above zero and at most an hour.
  func seconds(_ option: String, for command: CommandSpecification) throws(Complaint) -> Duration? {
    guard let text = values[option] else { return nil }
    guard let seconds = Double(text), seconds > 0, seconds <= 3600 else {
      throw .usage(
        "option '\(option)' needs a number of seconds above 0 and at most 3600, not '\(text)'",
        command: command.name
      )
    }
    return .milliseconds(Int64((seconds * 1000).rounded(.up)))
  }

  /// The value of an option as a whole number in a range.
  func integer(
    _ option: String,
    in range: ClosedRange<Int>,
    for command: CommandSpecification
  ) throws(Complaint) -> Int? {
    guard let text = values[option] else { return nil }
    guard let number = Int(text), range.contains(number) else {
      throw .usage(
        "option '\(option)' needs a whole number from \(range.lowerBound) to \(range.upperBound), "
          + "not '\(text)'",
        command: command.name
      )
    }
    return number
  }
}
