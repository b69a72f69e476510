internal import OrielHost
internal import OrielInterface

/// `oriel call`: calls a function of a library in the sandbox.
enum CallCommand: Command {
  static let specification = CommandSpecification(
    name: "call",
    summary: "call a function of a library in the sandbox",
    operands: "EXTENSION FUNCTION [ARGUMENT…]",
    operandCount: 2...66,
    discussion: """
      EXTENSION is the identifier of a bundle or its path; its interface describes the functions.
      Lengths and what only comes back are left out. An argument is a number, a name of an
      enumeration, or text. Memory is text, the content of a file as @FILE, for room the number of
      elements, or for an array numbers with commas. 'null' is a null pointer where one may be.

      What comes back is not trusted: it is checked against the interface, and printed so that it
      does nothing to the terminal.
      """,
    options: [
      .value("--timeout", "S", "the seconds until the function must have returned (30)"),
      .flag("--json", "print JSON"),
    ],
    examples: [
      ("oriel call net.zlib crc32 0 @photo.jpg", "prints the checksum of a file"),
      ("oriel call ./Zlib.appex zlibVersion", "asks a library where it lies"),
    ]
  )

  static func run(
    _ arguments: ParsedArguments,
    _ console: Console
  ) async throws(Complaint) -> ExitCode {
    let words = arguments.operands
    let timeout = try arguments.integer("--timeout", in: 1...86_400, for: specification) ?? 30
    let found = try ExtensionFinder.withFixtures().usable(words[0])
    let host = try HostStarter.host()
    let connection: ExtensionConnection
    do {
      connection = try await host.connect(found)
    } catch {
      let code = error.reason.map { RunMessages.exitCode(of: .failed($0)) } ?? .extension
      throw Complaint(code, TerminalText.line(error.description, limit: 4000))
    }
    let description = connection.interface.description
    guard let function = description.functions.first(where: { $0.name == words[1] }) else {
      let names = description.functions.map(\.name).joined(separator: ", ")
      throw Complaint(
        .usage,
        TerminalText.line("there is no function '\(words[1])'; there are: \(names)", limit: 4000)
      )
    }
    let parameters = function.arguments
    guard parameters.count == words.count - 2 else {
      let names = parameters.map(\.name).joined(separator: " ")
      throw Complaint(
        .usage,
        TerminalText.line("'\(function.name)' takes \(parameters.count) arguments: \(names)")
      )
    }
    var values: [InterfaceValue] = []
    for (parameter, text) in zip(parameters, words.dropFirst(2)) {
      values.append(
        try CallArgument(parameter: parameter, text: text, connection: connection).value()
      )
    }
    do throws(CallError) {
      let options = CallOptions(timeout: .seconds(timeout))
      let result = try await connection.call(function.name, values, options: options)
      await connection.closeAndWait()
      try print(result, arguments.has("--json"), console)
    } catch {
      await connection.closeAndWait()
      throw Complaint(.notCompleted, TerminalText.line("\(error)", limit: 4000))
    }
    return .completed
  }

  /// Prints what came back.
  private static func print(
    _ result: CallResult,
    _ asJSON: Bool,
    _ console: Console
  ) throws(CallError) {
    let outputs = result.outputs.sorted { $0.key < $1.key }
    var lines: [String] = []
    if let value = result.result { lines.append("result  \(value.unchecked)") }
    lines += outputs.map { "\($0.key)  \($0.value.unchecked)" }
    do {
      if asJSON {
        let members = outputs.map { ($0.key, $0.value.unchecked.json) }
        try console.print(
          .object([
            ("version", .integer(Int64(Version.output))),
            ("result", result.result?.unchecked.json ?? .null),
            ("outputs", .object(members)),
          ])
        )
      } else {
        try console.print(lines.map { TerminalText.line($0, limit: 4000) })
      }
    } catch {
      throw .noRoom("it could not be written")
    }
  }
}

extension InterfaceValue {
  /// The value for scripts.
  fileprivate var json: JSONValue {
    switch self {
    case .integer(let value): .integer(value)
    case .unsigned(let value): .string("\(value)")
    case .number(let value): .number(value)
    case .bool(let value): .bool(value)
    case .string(let text): .string(text)
    case .bytes(let bytes): .array(bytes.map { .integer(Int64($0)) })
    case .buffer(let buffer): .array(buffer.read(0..<buffer.count).map { .integer(Int64($0)) })
    case .array(let values): .array(values.map(\.json))
    case .structure(let fields):
      .object(fields.sorted { $0.key < $1.key }.map { ($0.key, $0.value.json) })
    case .handle(let handle): .string(handle.type)
    case .offset(let offset): .integer(Int64(offset))
    case .function, .promise, .null: .null
    }
  }
}
