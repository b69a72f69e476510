internal import OrielActivation
internal import OrielHost
internal import OrielManifest

/// Whether an extension is offered for some input, and why.
struct Verdict {
  /// What is known about the extension.
  let entry: RegistryEntry
  /// Whether it is offered.
  let isOffered: Bool
  /// Why it is not offered whatever the input is; safe to show.
  let obstacle: String?
  /// What its rule says; nothing when it has none that counts.
  let trace: RuleTrace?

  /// Tells what the registry found out about an extension.
  init(_ explanation: OfferExplanation) {
    entry = explanation.entry
    isOffered = explanation.isOffered
    trace =
      entry.manifest?.activationRule.usesRules == true || explanation.trace?.isOffered == false
      ? explanation.trace : nil
    switch explanation.reason {
    case nil, .rule: obstacle = nil
    case let reason?: obstacle = TerminalText.line("\(reason)", limit: 600)
    }
  }

  /// Finds out about a bundle that is named by its path, as if it were installed.
  init(_ entry: RegistryEntry, _ input: RequestInput, at point: ExtensionPointIdentifier?) {
    self.entry = entry
    let rule = entry.manifest?.activationRule
    trace = rule?.usesRules == true ? rule?.explain(input.activation) : nil
    let state = EntryState(entry)
    let other = entry.manifest?.extensionPoint
    if !state.isUsable {
      obstacle = state.reason(entry) ?? state.rawValue
    } else if let point, let other, other != point {
      obstacle = "is for the extension point \(TerminalText.line(other.rawValue))"
    } else if point == nil, let other, rule?.usesRules != true {
      obstacle = "its extension point \(TerminalText.line(other.rawValue)) does not choose by input"
    } else {
      obstacle = nil
    }
    isOffered = obstacle == nil && rule?.matches(input.activation) == true
  }

  /// The reason in a line.
  var reason: String {
    obstacle ?? trace.map { TraceText.reason($0) } ?? "needs no rule"
  }
}
