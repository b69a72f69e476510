internal import OrielActivation
internal import OrielHost
internal import OrielManifest

/// Says that an extension would not be offered for what it is asked to share.
enum OfferNote {
  /// Prints one line when no program would offer the extension for the item.
  ///
  /// It is run all the same: whoever names an extension has chosen it.
  static func show(
    _ extension: InstalledExtension,
    _ item: ExtensionItem,
    types: TypeTable,
    _ console: Console
  ) {
    let rule = `extension`.manifest.activationRule
    guard rule.usesRules else { return }
    let input = RequestInput(item, types: types)
    guard !rule.matches(input.activation) else { return }
    let name = TerminalText.line(`extension`.displayName)
    console.say(
      "note: \(name) would not be offered for this: \(TraceText.reason(rule.explain(input.activation)))"
        + "; 'oriel match … --why \(TerminalText.line(`extension`.identifier))' tells more"
    )
  }
}
