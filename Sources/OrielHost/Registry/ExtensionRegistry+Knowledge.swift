extension ExtensionRegistry {
  /// Whether something is kept about an extension, which need not be installed: a decision, an
  /// approval or a quarantine.
  package func isKnown(_ identifier: String) -> Bool {
    let (record, quarantine, _) = knowledge().judge.judge(identifier, contentHash: nil)
    return !record.isEmpty || quarantine != nil
  }
}
