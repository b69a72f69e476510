internal import OrielHost

/// What is said on standard error about a request that ended.
enum RunMessages {
  /// The most lines of the extension's own output that are shown unasked.
  private static let mostLines = 20

  /// Says how the request ended, unless it completed, and what the extension itself said: all of
  /// it when asked, the last lines when the extension failed.
  static func show(
    _ result: RequestResult,
    of name: String,
    verbose: Bool,
    _ console: Console
  ) {
    var failed = false
    switch result.outcome {
    case .completed(_, let itemErrors):
      showItemErrors(itemErrors, name, console)
    case .cancelled(let failure, let itemErrors, .extension):
      console.say("\(name) cancelled the request: \(sentence(failure))")
      showItemErrors(itemErrors, name, console)
    case .cancelled:
      console.say("the request to \(name) was cancelled")
    case .failed(let reason):
      failed = true
      console.say(TerminalText.line(reason.description, limit: 2000))
    }
    if verbose {
      showTimes(result.timings, console)
      for line in RefusalText.lines(result.refusals) { console.note(line) }
    }
    if verbose || failed { showOutput(of: result, all: verbose, console) }
  }

  /// The exit code that goes with an outcome.
  static func exitCode(of outcome: Outcome) -> ExitCode {
    switch outcome {
    case .completed: .completed
    case .cancelled: .notCompleted
    case .failed(.setup): .sandbox
    case .failed(.incompatible), .failed(.load), .failed(.notOffered): .extension
    case .failed: .notCompleted
    }
  }

  /// An error of an extension with what identifies it.
  private static func sentence(_ failure: ExtensionFailure) -> String {
    "\(TerminalText.line(failure.text)) (\(TerminalText.line(failure.domain)) \(failure.code))"
  }

  /// Says what the extension found wrong with single items.
  private static func showItemErrors(
    _ errors: [ItemFailure],
    _ name: String,
    _ console: Console
  ) {
    for error in errors {
      console.say("\(name) about item \(error.itemIndex + 1): \(sentence(error.failure))")
    }
  }

  /// Shows how long after the request each thing happened.
  private static func showTimes(_ timings: RequestTimings, _ console: Console) {
    let steps: [(String, Duration?)] = [
      ("launched", timings.launched), ("sandbox reported", timings.reported),
      ("library loaded", timings.loaded), ("begin returned", timings.began),
      ("outcome known", timings.finished),
    ]
    for case (let step, let time?) in steps {
      console.note("  \(step) after \(RunText.milliseconds(time))")
    }
  }

  /// Shows log lines, standard output and standard error of the extension.
  private static func showOutput(of result: RequestResult, all: Bool, _ console: Console) {
    for entry in all ? result.log[...] : result.log.suffix(mostLines) {
      console.note(
        "  log \(entry.level.rawValue): \(TerminalText.line(entry.message, limit: 4096))"
      )
    }
    if result.droppedLogBytes > 0 {
      console.note("  \(RunText.bytes(UInt64(clamping: result.droppedLogBytes))) of log dropped")
    }
    for (label, bytes) in [("out", result.standardOutput), ("err", result.standardError)] {
      let lines = TerminalText.lines(
        String(decoding: bytes, as: UTF8.self),
        limit: all ? .max : 10_000
      )
      for line in all ? lines[...] : lines.suffix(mostLines) { console.note("  \(label): \(line)") }
    }
  }
}
