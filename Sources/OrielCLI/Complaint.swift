/// Why a command ends early: one line for a person, one code for a script.
struct Complaint: Error {
  /// What the program exits with.
  let code: ExitCode
  /// What went wrong, where, why, and what to do: one line, without a full stop.
  let message: String

  /// A complaint with its exit code.
  init(_ code: ExitCode, _ message: String) {
    self.code = code
    self.message = message
  }

  /// A complaint about the command line that points at the help of a command.
  static func usage(_ message: String, command: String?) -> Complaint {
    let help = command.map { "oriel \($0) --help" } ?? "oriel --help"
    return Complaint(.usage, "\(message); see '\(help)'")
  }
}
