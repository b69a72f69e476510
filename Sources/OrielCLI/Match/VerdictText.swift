internal import OrielHost
internal import OrielManifest

/// What is and is not offered, as a person reads it.
enum VerdictText {
  /// A table of the extensions that are offered.
  static func table(_ offers: [Offer], _ console: Console) -> [String] {
    guard !offers.isEmpty else { return [] }
    var table = TextTable()
    table.add("NAME", "IDENTIFIER", "POINT")
    for offer in offers {
      table.add(
        TerminalText.line(offer.displayName),
        offer.extension.identifier,
        TerminalText.line(offer.extension.extensionPoint.rawValue)
      )
    }
    var lines = table.lines()
    lines[0] = console.bold(lines[0])
    return lines
  }

  /// A line for each extension: whether it is offered, and why.
  static func reasons(_ verdicts: [Verdict], _ console: Console) -> [String] {
    var table = TextTable()
    for verdict in verdicts {
      table.add(
        verdict.isOffered ? "offered" : "not offered",
        TerminalText.line(verdict.entry.displayName),
        // What has no identifier is told apart by its path.
        verdict.entry.identifier ?? TerminalText.line(verdict.entry.path),
        verdict.reason
      )
    }
    return zip(table.lines(), verdicts).map { line, verdict in
      let word = verdict.isOffered ? "offered" : "not offered"
      let rest = line.dropFirst(word.count)
      return console.coloured(word, verdict.isOffered ? .good : .middling) + rest
    }
  }

  /// All about one extension.
  static func explanation(_ verdict: Verdict, _ console: Console) -> [String] {
    let name = console.bold(TerminalText.line(verdict.entry.displayName))
    let identifier = verdict.entry.identifier ?? TerminalText.line(verdict.entry.path)
    let word = console.coloured(
      verdict.isOffered ? "offered" : "not offered",
      verdict.isOffered ? .good : .middling
    )
    var lines = ["\(name) (\(identifier)) at \(point(of: verdict)): \(word)"]
    if let obstacle = verdict.obstacle { lines.append("  \(obstacle)") }
    if let trace = verdict.trace { lines += TraceText.explanation(trace, console) }
    return lines
  }

  /// The extension point, when there is one.
  private static func point(of verdict: Verdict) -> String {
    verdict.entry.manifest.map { TerminalText.line($0.extensionPoint.rawValue) } ?? "–"
  }
}
