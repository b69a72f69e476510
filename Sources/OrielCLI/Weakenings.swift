internal import OrielHost

/// The option `--without` of commands that start the sandbox.
enum Weakenings {
  /// The option.
  static let option = OptionSpecification.values(
    "--without",
    "LAYER",
    "start extensions also where a layer is missing; repeatable"
  )

  /// The layers that may be named, with what going without each of them costs.
  static let help: String = {
    var table = TextTable()
    for layer in SandboxLayer.weakenable { table.add(layer.identifier, layer.cost) }
    return "--without names a layer that may be missing, and says so in all output:\n"
      + table.lines(indentation: "  ").joined(separator: "\n")
  }()

  /// The weakenings that a command line asks for.
  static func read(
    _ arguments: ParsedArguments,
    for command: CommandSpecification
  ) throws(Complaint) -> [SandboxWeakening] {
    var weakenings: [SandboxWeakening] = []
    for name in arguments.lists[option.name] ?? [] {
      guard let layer = SandboxLayer(identifier: name) else {
        let names = SandboxLayer.allCases.map(\.identifier)
        throw .usage(
          "there is no layer '\(TerminalText.line(name))'"
            + Suggestion.text(for: name, among: names),
          command: command.name
        )
      }
      do throws(SandboxWeakeningRefusal) {
        weakenings.append(try .startsWithout(layer))
      } catch {
        throw Complaint(.usage, TerminalText.line(error.description, limit: 2000))
      }
    }
    return weakenings
  }

  /// Weakenings as JSON.
  static func json(_ weakenings: [SandboxWeakening]) -> JSONValue {
    .array(
      weakenings.map {
        .object([
          ("weakening", .string($0.identifier)),
          ("description", .string($0.description)),
        ])
      }
    )
  }
}
