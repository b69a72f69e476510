internal import OrielActivation
internal import OrielPropertyList

/// Kinds of values that are kept for extension points and hosts.
extension ManifestReader {
  /// Tells what is obviously wrong with the values of known keys; each is kept all the same.
  mutating func checkKinds(
    _ root: PropertyListDictionary,
    declaration: PropertyListDictionary,
    attributes: PropertyListDictionary
  ) {
    let place = PropertyListPathComponent.key(form.key)
    check(root, ManifestSchema.root, at: [])
    check(declaration, ManifestSchema.declaration, at: [place])
    check(attributes, ManifestSchema.attributes, at: [place, .key(Self.attributesKey)])
    checkPreprocessing(attributes)
  }

  /// Checks the known keys of one dictionary.
  private mutating func check(
    _ dictionary: PropertyListDictionary,
    _ table: [String: ManifestSchema.Form],
    at path: [PropertyListPathComponent]
  ) {
    for entry in dictionary.entries {
      guard let form = table[entry.key] else { continue }
      for problem in ManifestSchema.problems(of: entry.value, as: form) {
        let steps = path + [.key(entry.key)] + (problem.index.map { [.index($0)] } ?? [])
        report(.warning, at: steps, problem.message, advice: problem.advice)
      }
    }
  }

  /// A script for web pages runs only where the rule asks for web pages.
  private mutating func checkPreprocessing(_ attributes: PropertyListDictionary) {
    let key = "NSExtensionJavaScriptPreprocessingFile"
    guard attributes[key] != nil,
      let rule = attributes[RuleKey.rule]?.dictionary
    else { return }
    switch rule[RuleKey.webPages.rawValue] {
    case .integer(let count)? where count > 0: return
    case .boolean(true)?, .unsigned?: return
    case .string(let text)? where (Int(text) ?? 0) > 0: return
    case .real(let count)? where count >= 1: return
    default: break
    }
    report(
      .warning,
      at: [.key(form.key), .key(Self.attributesKey), .key(key)],
      "names a script for web pages, but the rule asks for none, so it never runs",
      advice: "add \(RuleKey.webPages.rawValue) to the rule"
    )
  }
}
