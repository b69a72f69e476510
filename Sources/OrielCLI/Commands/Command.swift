/// A command of `oriel`.
protocol Command: SendableMetatype {
  /// What the command is called, takes and says about itself.
  static var specification: CommandSpecification { get }

  /// Does the work.
  static func run(
    _ arguments: ParsedArguments,
    _ console: Console
  ) async throws(Complaint) -> ExitCode
}
