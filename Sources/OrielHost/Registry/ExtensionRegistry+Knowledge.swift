extension ExtensionRegistry {
  /// Whether something is kept about an extension, which need not be installed: a decision, an
  /// approval or a quarantine.
  package func isKnown(_ identifier: String) -> Bool { !keptStates(of: identifier).isEmpty }

  /// What is kept about an extension, which need not be installed, each as the end of a sentence
  /// about it.
  package func keptStates(of identifier: String) -> [String] {
    let (record, quarantine, _) = knowledge().judge.judge(identifier, contentHash: nil)
    return (record.decision.map { ["is \($0.choice.rawValue)"] } ?? [])
      + (record.approval == nil ? [] : ["is approved"])
      + (quarantine == nil ? [] : ["failed too often"])
  }
}
