internal import OrielHost
internal import OrielManifest

/// What can be done with a bundle that was found, in a word that scripts may rely on.
enum EntryState: String, CaseIterable {
  /// It can be started and is offered.
  case usable
  /// It was disabled.
  case disabled
  /// It has to be approved first.
  case unapproved
  /// It is not what was approved.
  case changed
  /// It failed again and again.
  case quarantined
  /// Nobody knows what was decided about it, or whether it failed again and again.
  case undecided
  /// Others than the user and root can change it, and this program is root.
  case unsafe
  /// No host knows its extension point.
  case unknownPoint = "unknown-point"
  /// Another bundle with its identifier is used instead.
  case hidden
  /// It was built for another system.
  case incompatible
  /// It cannot be started.
  case broken

  /// The state of an entry; of several, the one that has to be dealt with first.
  init(_ entry: RegistryEntry) {
    switch entry.obstacle {
    case .broken: self = .broken
    case .incompatible: self = .incompatible
    case .hidden: self = .hidden
    case .exposed: self = .unsafe
    case .unknownDecision, .unknownQuarantine: self = .undecided
    case .disabled: self = .disabled
    case .unapproved: self = .unapproved
    case .changed: self = .changed
    case .quarantined: self = .quarantined
    case nil: self = entry.manifest?.extensionPoint.isKnown == false ? .unknownPoint : .usable
    }
  }

  /// Whether the extension may be offered.
  var isUsable: Bool { self == .usable }

  /// How good the state is.
  var verdict: Console.Verdict {
    switch self {
    case .usable: .good
    case .broken, .quarantined, .changed, .unsafe: .bad
    case .disabled, .unapproved, .undecided, .unknownPoint, .hidden, .incompatible: .middling
    }
  }

  /// Why an entry is in this state, and what to do, as one line; of a usable one what is odd.
  func reason(_ entry: RegistryEntry) -> String? {
    if let obstacle = entry.obstacle { return TerminalText.line("\(obstacle)", limit: 600) }
    if self == .unknownPoint {
      return TerminalText.line(
        "no host knows the extension point '\(entry.manifest?.extensionPoint.rawValue ?? "")'; "
          + "'oriel show' tells which may be meant"
      )
    }
    return entry.diagnostics.first.map { TerminalText.line($0.description) }
  }
}
