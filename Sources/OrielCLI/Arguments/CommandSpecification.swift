/// What a command is called, takes and says about itself.
struct CommandSpecification: Sendable {
  /// The words that select the command, such as `bench launch`.
  let name: String
  /// What the command does, in one line.
  let summary: String
  /// The arguments that are no options, as a help text shows them.
  let operands: String
  /// How many operands there may be.
  let operandCount: ClosedRange<Int>
  /// What a person has to know beyond the summary; lines are kept.
  let discussion: String
  /// The options, without `--help`.
  let options: [OptionSpecification]
  /// Command lines with what each one does.
  let examples: [(line: String, meaning: String)]

  /// The option with a name.
  func option(named name: String) -> OptionSpecification? {
    allOptions.first { $0.name == name }
  }

  /// The options, with `--help`.
  var allOptions: [OptionSpecification] { options + [.help] }
}
