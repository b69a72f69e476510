internal import OrielActivation
internal import OrielPropertyList

/// `NSExtensionActivationRule`: which input an extension is offered for.
extension ManifestReader {
  /// The way to the rule.
  private static let rulePath = ["NSExtension", "NSExtensionAttributes", RuleKey.rule]

  /// Reads the rule; one that cannot be read never holds, and is no error of the manifest.
  mutating func readActivationRule(
    _ root: PropertyListDictionary,
    declaration: PropertyListDictionary,
    attributes: PropertyListDictionary,
    point: ExtensionPointIdentifier
  ) -> LocatedRule {
    let value = attributes[RuleKey.rule].map(RuleValue.init)
    let misplaced = misplacedKeys(root, declaration: declaration, attributes: attributes)
    let rule = ActivationRule(
      value,
      usesRules: point.usesActivationRules,
      requiresRule: point.isKnown,
      misplaced: misplaced.map(\.key)
    )
    var findings: [LocatedRule.Finding] = []
    for remark in rule.problem.map({ [$0] + rule.lints }) ?? rule.lints {
      let place = misplaced.first { $0.key.key == remark.key }?.path
      let path = remark.code == .misplacedKey ? place ?? [] : path(to: remark)
      let diagnostic = diagnostic(of: remark, at: path)
      report(diagnostic)
      findings.append(LocatedRule.Finding(remark: remark, diagnostic: diagnostic))
    }
    return LocatedRule(rule: rule, point: point, findings: findings)
  }

  /// Keys of rules that stand where none is read, with the ways to them.
  private func misplacedKeys(
    _ root: PropertyListDictionary,
    declaration: PropertyListDictionary,
    attributes: PropertyListDictionary
  ) -> [(key: MisplacedKey, path: [String])] {
    let places: [(path: [String], dictionary: PropertyListDictionary)] = [
      ([], root), (["NSExtension"], declaration),
      (["NSExtension", "NSExtensionAttributes"], attributes),
    ]
    return places.flatMap { place in
      place.dictionary.keys.compactMap { key in
        let isOfRule = RuleKey(rawValue: key) != nil
        let isRule = key == RuleKey.rule && place.path.count < 2
        guard isOfRule || isRule else { return nil }
        return (MisplacedKey(key: key, place: place.path.last), place.path + [key])
      }
    }
  }

  /// The way to what a diagnostic of the rule is about.
  private func path(to diagnostic: RuleDiagnostic) -> [String] {
    guard let key = diagnostic.key, key != RuleKey.rule else { return Self.rulePath }
    return Self.rulePath + [key]
  }

  /// What is to be said about the rule, at its place in the manifest.
  private func diagnostic(of remark: RuleDiagnostic, at path: [String]) -> Diagnostic {
    var message = remark.message
    if let place = remark.place {
      message += " (line \(place.line), column \(place.column) of the predicate)"
    }
    return diagnostic(.warning, at: path.map { .key($0) }, message, advice: remark.advice)
  }
}
