internal import OrielActivation
internal import OrielHost
internal import OrielManifest
internal import OrielTypes

/// Whether an extension is offered for some input, and why.
struct Verdict {
  /// What is known about the extension.
  let entry: CatalogEntry
  /// Whether it is offered.
  let isOffered: Bool
  /// Why it is not offered whatever the input is; safe to show.
  let obstacle: String?
  /// What its rule says; nothing when it has none that counts.
  let trace: RuleTrace?

  /// Finds out about an extension.
  ///
  /// - Parameters:
  ///   - entry: the extension
  ///   - input: what is asked about
  ///   - point: the extension point that is asked about; of others, extensions are not offered
  init(_ entry: CatalogEntry, _ input: RequestInput, at point: ExtensionPointIdentifier?) {
    self.entry = entry
    let rule = entry.manifest?.activationRule
    trace = rule?.usesRules == true ? rule?.explain(input.activation) : nil
    obstacle = Self.obstacle(entry, at: point)
    isOffered = obstacle == nil && rule?.matches(input.activation) == true
  }

  /// Why an extension is not offered whatever the input is.
  private static func obstacle(
    _ entry: CatalogEntry,
    at point: ExtensionPointIdentifier?
  ) -> String? {
    guard EntryState(entry).isUsable, let manifest = entry.manifest else {
      return EntryState(entry).reason(entry) ?? "cannot be used"
    }
    if let point, manifest.extensionPoint != point {
      return "is for the extension point \(TerminalText.line(manifest.extensionPoint.rawValue))"
    }
    guard point != nil || manifest.activationRule.usesRules else {
      return "its extension point \(TerminalText.line(manifest.extensionPoint.rawValue)) does not"
        + " choose by input"
    }
    return nil
  }

  /// The reason in a line.
  var reason: String {
    obstacle ?? trace.map { TraceText.reason($0) } ?? "needs no rule"
  }
}
