internal import OrielInterface
internal import OrielManifest

/// `oriel interface check`: says what is wrong with the description of an interface.
enum InterfaceCheckCommand: Command {
  static let specification = CommandSpecification(
    name: "interface check",
    summary: "say what is wrong with the description of a C interface",
    operands: "FILE|-",
    operandCount: 1...1,
    discussion: """
      Reads a description of functions and types of C, as connections use it, and says what is wrong
      with it: each with its place, the line with a caret, and what to do. For a description that is
      fine it prints the sizes of its structures.

      With --library, also looks whether the library exports the functions; nothing of it is loaded
      or run. Types of parameters are not in a library, so they are not compared.

      Exits with 0 when everything is fine, with 4 when the description is not, and with 1 when a
      library lacks a function.
      """,
    options: [
      .values("--library", "LIB.so", "look for the functions in this library; repeatable"),
      .flag("--json", "print JSON"),
    ],
    examples: [
      ("oriel interface check zlib.interface", "checks a description"),
      (
        "oriel interface check zlib.interface --library /usr/lib/x86_64-linux-gnu/libz.so.1",
        "also looks for its functions"
      ),
    ]
  )

  static func run(
    _ arguments: ParsedArguments,
    _ console: Console
  ) async throws(Complaint) -> ExitCode {
    let path = arguments.operands[0]
    let name = path == "-" ? "standard input" : TerminalText.line(path)
    let bytes = try InterfaceFile.content(of: path)
    let checked: CheckedInterface
    do {
      checked = try InterfaceParser.parse(bytes)
    } catch {
      try arguments.has("--json")
        ? console.print(json(name, nil, error.problems, []))
        : console.print(lines(name, error.problems, console))
      return .extension
    }
    var libraries: [LibraryReport] = []
    for library in arguments.lists["--library"] ?? [] {
      libraries.append(try LibraryReport(library, for: checked.description))
    }
    if arguments.has("--json") {
      try console.print(json(name, checked, [], libraries))
    } else {
      try console.print(summary(name, checked) + libraries.flatMap(\.lines))
    }
    return libraries.allSatisfy(\.wrong.isEmpty) ? .completed : .notCompleted
  }

  /// Problems as compilers print theirs.
  private static func lines(
    _ name: String,
    _ problems: [InterfaceProblem],
    _ console: Console
  ) -> [String] {
    var lines: [String] = []
    for problem in problems {
      let place = problem.place.map { ":\($0.line):\($0.column)" } ?? ""
      let severity = console.coloured("error", .bad)
      let message = TerminalText.line(problem.message, limit: 600)
      lines.append("\(name)\(place): \(severity): \(message)")
      lines += TerminalText.lines(problem.place?.excerpt ?? "").map { "    \($0)" }
      if let advice = problem.advice {
        lines.append("  advice: \(TerminalText.line(advice, limit: 600))")
      }
    }
    let count = problems.count
    return lines + ["\(name): \(count) mistake\(count == 1 ? "" : "s")"]
  }

  /// What a description holds.
  private static func summary(_ name: String, _ checked: CheckedInterface) -> [String] {
    let description = checked.description
    var table = TextTable()
    for structure in description.structures.map(\.name) + description.tables.map(\.name) {
      guard let layout = checked.layouts[structure] else { continue }
      table.add("  \(structure)", "\(layout.size) bytes", "aligned to \(layout.alignment)")
    }
    let count = description.functions.count + description.tables.flatMap(\.functions).count
    let functions = "\(count) function\(count == 1 ? "" : "s")"
    return table.lines() + [
      "\(name): \(description.name) \(description.version) is fine: \(functions)"
    ]
  }

  /// Everything for a script.
  private static func json(
    _ name: String,
    _ checked: CheckedInterface?,
    _ problems: [InterfaceProblem],
    _ libraries: [LibraryReport]
  ) -> JSONValue {
    .object([
      ("version", .integer(Int64(Version.output))),
      ("source", .string(name)),
      ("state", .string(checked == nil ? "unreadable" : "fine")),
      ("interface", checked.map(InterfaceJSON.description) ?? .null),
      ("diagnostics", .array(problems.map(InterfaceJSON.problem))),
      ("libraries", .array(libraries.map(\.json))),
    ])
  }
}
