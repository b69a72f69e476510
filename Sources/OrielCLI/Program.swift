/// Finds the command that a command line names, and runs it.
enum Program {
  /// The commands in the order of the help text.
  static let commands: [any Command.Type] = [
    ListCommand.self,
    ShowCommand.self,
    MatchCommand.self,
    RunCommand.self,
    CallCommand.self,
    InstallCommand.self,
    AdoptCommand.self,
    UninstallCommand.self,
    EnableCommand.self,
    DisableCommand.self,
    ApproveCommand.self,
    ForgetCommand.self,
    RuleCheckCommand.self,
    RuleExplainCommand.self,
    RuleExpandCommand.self,
    InterfaceCheckCommand.self,
    ContainerClearCommand.self,
    DoctorCommand.self,
    BenchLaunchCommand.self,
    BenchSandboxCommand.self,
    BenchRegistryCommand.self,
    BenchCallCommand.self,
    VersionCommand.self,
  ]

  /// Runs a command line, without the program's name; complaints become one line each.
  ///
  /// An argument at the place `malformed`, the program's name being 0, is not UTF-8.
  static func run(
    _ arguments: [String],
    malformed: Int? = nil,
    on console: Console
  ) async -> ExitCode {
    do throws(Complaint) {
      if let malformed {
        throw Complaint(
          .usage,
          "argument \(malformed) is not UTF-8; rename the file, or convert the text"
        )
      }
      return try await select(arguments, console)
    } catch {
      console.say(error.message)
      return error.code
    }
  }

  /// Runs what the first words name.
  private static func select(
    _ arguments: [String],
    _ console: Console
  ) async throws(Complaint) -> ExitCode {
    guard let first = arguments.first else {
      throw .usage("no command given", command: nil)
    }
    switch first {
    case "-h", "--help", "help":
      return try help(for: Array(arguments.dropFirst()), console)
    case "--version":
      return try await VersionCommand.run(
        ParsedArguments([], for: VersionCommand.specification),
        console
      )
    default:
      break
    }
    if arguments.count == 2, ["-h", "--help"].contains(arguments[1]) {
      return try help(for: [first], console)
    }
    guard let (command, rest) = command(in: arguments) else { throw unknown(arguments) }
    let parsed = try ParsedArguments(rest, for: command.specification)
    guard !parsed.has(OptionSpecification.help.name) else {
      try console.print(HelpText.command(command.specification))
      return .completed
    }
    return try await command.run(parsed, console)
  }

  /// The command that the first words name, and the arguments after them.
  private static func command(
    in arguments: [String]
  ) -> (command: any Command.Type, rest: [String])? {
    for command in commands {
      let words = command.specification.name.split(separator: " ").map(String.init)
      if arguments.starts(with: words) {
        return (command, Array(arguments.dropFirst(words.count)))
      }
    }
    return nil
  }

  /// Prints the help of a command, or of the program when none is named.
  private static func help(
    for words: [String],
    _ console: Console
  ) throws(Complaint) -> ExitCode {
    guard !words.isEmpty else {
      try console.print(HelpText.program(commands))
      return .completed
    }
    // `bench` alone asks for the help of its only command.
    let named =
      command(in: words)?.command
      ?? commands.first { $0.specification.name.hasPrefix("\(words[0]) ") }
    guard let named else { throw unknown(words) }
    try console.print(HelpText.command(named.specification))
    return .completed
  }

  /// The complaint about words that name no command.
  private static func unknown(_ words: [String]) -> Complaint {
    let first = words.first ?? ""
    // `bench` alone is the beginning of a command rather than a wrong one.
    let names = commands.map { $0.specification.name }
    let continuations = names.filter { $0.hasPrefix("\(first) ") }
    guard continuations.isEmpty else {
      return .usage(
        "'\(TerminalText.line(first))' needs another word: "
          + continuations.map { "'oriel \($0)'" }.joined(separator: " or "),
        command: nil
      )
    }
    if first.hasPrefix("-") {
      return .usage("unknown option '\(TerminalText.line(first))'", command: nil)
    }
    return .usage(
      "unknown command '\(TerminalText.line(first))'" + Suggestion.text(for: first, among: names),
      command: nil
    )
  }
}
