/// How `oriel` ends: what scripts can tell apart.
struct ExitCode: Hashable, Sendable {
  /// The number that the program exits with.
  let number: Int32

  /// The command did what it was asked to; for `run`, the extension completed.
  static let completed = ExitCode(number: 0)
  /// The extension cancelled the request, or failed; what was asked about is not so.
  static let notCompleted = ExitCode(number: 1)
  /// The command line cannot be understood.
  static let usage = ExitCode(number: 2)
  /// A file that was to be shared, or the folder for results, cannot be used.
  static let input = ExitCode(number: 3)
  /// There is no such extension, it is broken, or it does not fit this system.
  static let `extension` = ExitCode(number: 4)
  /// The sandbox cannot be set up here, so nothing was run.
  static let sandbox = ExitCode(number: 5)
  /// The extension completed, but what it returned could not be written.
  static let output = ExitCode(number: 6)
  /// A signal interrupted the command.
  static let interrupted = ExitCode(number: 130)

  /// Every code with its meaning, in the order of help texts.
  static let table: [(code: ExitCode, meaning: String)] = [
    (completed, "done; for 'run', the extension completed the request"),
    (notCompleted, "the extension cancelled, failed or is not offered; a check or bar was missed"),
    (usage, "the command line cannot be understood"),
    (input, "a file to share or to read, or the folder for results, cannot be used"),
    (
      `extension`,
      "the extension is not there, broken, not allowed, or of another system; no readable rule"
    ),
    (sandbox, "the sandbox is not available here; nothing was run"),
    (output, "what came back could not be written"),
    (interrupted, "interrupted by Ctrl-C, 128 + n by signal n; a request was cancelled"),
  ]
}
