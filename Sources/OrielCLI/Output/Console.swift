internal import OrielSystem

/// Where a command's data and messages go: data to standard output, messages to standard error.
struct Console: Sendable {
  /// Whether data may be emphasised.
  let styled: Bool
  /// Whether a line that changes in place may be shown.
  let showsProgress: Bool

  /// The console of this process.
  ///
  /// - Parameter environment: looks up environment variables
  init(environment: (String) -> String?) {
    let plain = !(environment("NO_COLOR") ?? "").isEmpty || environment("TERM") == "dumb"
    styled = !plain && StandardStream.output.isTerminal
    showsProgress = environment("TERM") != "dumb" && StandardStream.error.isTerminal
  }

  /// Prints lines of data.
  func print(_ lines: [String]) throws(Complaint) {
    guard !lines.isEmpty else { return }
    try write(lines.joined(separator: "\n") + "\n")
  }

  /// Prints a JSON value.
  func print(_ value: JSONValue) throws(Complaint) {
    try write(value.text)
  }

  /// Writes data as it is.
  private func write(_ text: String) throws(Complaint) {
    do {
      try StandardStream.output.write(Array(text.utf8))
    } catch {
      // A reader that has seen enough, such as `head`, is not an error.
      if error.errno == .brokenPipe { return }
      throw Complaint(
        .output,
        "cannot write to standard output: \(error.errno.message); make room, or send it elsewhere"
      )
    }
  }

  /// Prints a message, led by the program's name.
  func say(_ message: String) {
    note("oriel: \(message)")
  }

  /// Prints a line to standard error as it is; when nobody takes it, there is nobody to tell.
  func note(_ line: String) {
    try? StandardStream.error.write(Array((line + "\n").utf8))
  }

  /// The text in bold on a terminal.
  func bold(_ text: String) -> String { styled ? "\u{1b}[1m\(text)\u{1b}[0m" : text }

  /// The text in the colour of a verdict on a terminal.
  func coloured(_ text: String, _ verdict: Verdict) -> String {
    styled ? "\u{1b}[\(verdict.rawValue)m\(text)\u{1b}[0m" : text
  }

  /// How good something is, with the terminal's number for its colour.
  enum Verdict: Int {
    case good = 32
    case middling = 33
    case bad = 31
  }
}
