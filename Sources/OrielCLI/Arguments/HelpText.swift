/// The help texts, made from what the commands say about themselves.
enum HelpText {
  /// The help of the program as a whole.
  static func program(_ commands: [any Command.Type]) -> [String] {
    var lines = [
      "Finds app extensions and runs them in a sandbox.",
      "",
      "Usage: oriel COMMAND [ARGUMENT…]",
      "",
      "Commands:",
    ]
    var table = TextTable()
    for command in commands {
      table.add(command.specification.name, command.specification.summary)
    }
    lines += table.lines(indentation: "  ")
    lines += ["", "'oriel COMMAND --help' tells more about a command.", ""]
    lines += environment + [""] + exitCodes
    return lines
  }

  /// The help of one command.
  static func command(_ specification: CommandSpecification) -> [String] {
    let operands = specification.operands.isEmpty ? "" : " \(specification.operands)"
    var lines = [
      sentence(specification.summary),
      "",
      "Usage: oriel \(specification.name)\(operands) [OPTION…]",
      "",
    ]
    let discussion = specification.discussion.split(
      separator: "\n",
      omittingEmptySubsequences: false
    )
    lines += discussion.map(String.init)
    lines += ["", "Options:"]
    var options = TextTable()
    for option in specification.allOptions { options.add(option.synopsis, option.summary) }
    lines += options.lines(indentation: "  ")
    lines += ["", "Examples:"]
    for example in specification.examples {
      lines += ["  \(example.line)", "      \(example.meaning)"]
    }
    return lines + [""] + exitCodes
  }

  /// A summary as a sentence.
  private static func sentence(_ summary: String) -> String {
    summary.prefix(1).uppercased() + summary.dropFirst() + "."
  }

  /// What the environment changes.
  private static var environment: [String] {
    var table = TextTable()
    table.add("ORIEL_PATH", "folders of extensions, separated by ':', searched first")
    table.add(
      "ORIEL_APPROVAL",
      "which extensions may run: none (all), required, pinned; see 'approve'"
    )
    table.add("ORIEL_RUNNER", "the program 'oriel-runner', when it is not beside 'oriel'")
    table.add("NO_COLOR", "when not empty, no colours on a terminal")
    return ["Environment:"] + table.lines(indentation: "  ")
  }

  /// The exit codes with their meanings.
  private static var exitCodes: [String] {
    var table = TextTable()
    for (code, meaning) in ExitCode.table { table.add(String(code.number), meaning) }
    return ["Exit codes:"] + table.lines(indentation: "  ", alignedRight: [0])
  }
}
