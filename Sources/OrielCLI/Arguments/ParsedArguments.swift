/// A command line taken apart, each option known to its command.
struct ParsedArguments: Equatable, Sendable {
  /// The flags that were there.
  private(set) var flags: Set<String> = []
  /// The values that were given, by option.
  private(set) var values: [String: String] = [:]
  /// The values of options that may be given more than once, in order.
  private(set) var lists: [String: [String]] = [:]
  /// The arguments that are no options, in order.
  private(set) var operands: [String] = []

  /// Whether a flag was there.
  func has(_ flag: String) -> Bool { flags.contains(flag) }

  /// Takes a command's arguments apart.
  ///
  /// Options and operands may be mixed; `--` ends the options. A value follows its option as the
  /// next argument or after `=`. An option may be given once, unless it says otherwise.
  init(_ arguments: [String], for command: CommandSpecification) throws(Complaint) {
    var rest = arguments[...]
    var optionsEnded = false
    while let argument = rest.popFirst() {
      if optionsEnded || !argument.hasPrefix("-") || argument == "-" {
        operands.append(argument)
      } else if argument == "--" {
        optionsEnded = true
      } else {
        try take(argument, &rest, command)
      }
    }
    if has(OptionSpecification.help.name) { return }
    try checkOperands(command)
  }

  /// Takes one option, and its value from what follows when it needs one.
  private mutating func take(
    _ argument: String,
    _ rest: inout ArraySlice<String>,
    _ command: CommandSpecification
  ) throws(Complaint) {
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = argument == "-h" ? OptionSpecification.help.name : parts.first.map(String.init) ?? ""
    guard let option = command.option(named: name) else {
      throw .usage(
        "unknown option '\(name)'"
          + Suggestion.text(for: name, among: command.allOptions.map(\.name)),
        command: command.name
      )
    }
    let attached = parts.count == 2 ? String(parts[1]) : nil
    guard let placeholder = option.value else {
      guard attached == nil else {
        throw .usage("option '\(name)' takes no value", command: command.name)
      }
      flags.insert(name)
      return
    }
    guard option.isRepeatable || values[name] == nil else {
      throw .usage("option '\(name)' is given twice", command: command.name)
    }
    if let takesNext = option.takesNext, attached == nil {
      guard let next = rest.first, !next.hasPrefix("-"), takesNext(next) else {
        flags.insert(name)
        return
      }
    }
    guard let value = attached ?? rest.popFirst() else {
      throw .usage("option '\(name)' needs a value \(placeholder)", command: command.name)
    }
    if option.isRepeatable {
      lists[name, default: []].append(value)
    } else {
      values[name] = value
    }
  }

  /// Refuses too few and too many operands.
  private func checkOperands(_ command: CommandSpecification) throws(Complaint) {
    if operands.count < command.operandCount.lowerBound {
      throw .usage("'\(command.name)' needs \(command.operands)", command: command.name)
    }
    if operands.count > command.operandCount.upperBound {
      let surplus = operands[command.operandCount.upperBound]
      throw .usage("unexpected argument '\(surplus)'", command: command.name)
    }
  }
}
