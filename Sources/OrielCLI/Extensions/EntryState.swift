internal import OrielHost
internal import OrielManifest
internal import OrielTypes

/// What can be done with a bundle that was found, in a word that scripts may rely on.
enum EntryState: String, CaseIterable {
  /// It can be started and is offered.
  case usable
  /// It can be started, but no host knows its extension point.
  case unknownPoint = "unknown-point"
  /// Another bundle with its identifier is used instead.
  case hidden
  /// It was built for another system.
  case incompatible
  /// It cannot be started.
  case broken

  /// The state of an entry; of several, the one that has to be dealt with first.
  init(_ entry: CatalogEntry) {
    switch entry.state {
    case _ where entry.hiddenBy != nil: self = .hidden
    case .incompatible: self = .incompatible
    case .broken: self = .broken
    case .usable:
      self = entry.manifest?.extensionPoint.isKnown == false ? .unknownPoint : .usable
    }
  }

  /// Whether the extension may be offered and started by its identifier.
  var isUsable: Bool { self == .usable }

  /// How good the state is.
  var verdict: Console.Verdict {
    switch self {
    case .usable: .good
    case .unknownPoint, .hidden, .incompatible: .middling
    case .broken: .bad
    }
  }

  /// Why an entry is in this state, and what to do, as one line; of a usable one what is odd.
  func reason(_ entry: CatalogEntry) -> String? {
    switch (self, entry.state) {
    case (.usable, _): oddity(entry)
    case (.hidden, _):
      "\(TerminalText.line(entry.hiddenBy ?? "")) has the same identifier and is used instead; "
        + "remove one of the two"
    case (_, .incompatible(let needs, let has)):
      TerminalText.line("needs \(needs), but this system has \(has); build it for this system")
    case (.unknownPoint, _):
      TerminalText.line(
        "no host knows the extension point '\(entry.manifest?.extensionPoint.rawValue ?? "")'; "
          + "'oriel show' tells which may be meant"
      )
    case (_, .broken(let diagnostics)):
      TerminalText.line(
        (diagnostics.first.map(Self.text) ?? "it is broken")
          + (diagnostics.count > 1 ? " (and \(diagnostics.count - 1) more: 'oriel show')" : "")
      )
    case (_, .usable): oddity(entry)
    }
  }

  /// The first thing that is odd about a bundle that can be used.
  private func oddity(_ entry: CatalogEntry) -> String? {
    entry.diagnostics.first.map { TerminalText.line($0.description) }
  }

  /// A diagnostic without its severity.
  private static func text(_ diagnostic: Diagnostic) -> String {
    String(diagnostic.description.dropFirst("\(diagnostic.severity): ".count))
  }
}
