internal import OrielActivation
internal import OrielPropertyList

/// `NSExtensionActivationRule`: which input an extension is offered for.
extension ManifestReader {
  /// The way to the rule.
  private var rulePath: [String] { [form.key, Self.attributesKey, RuleKey.rule] }

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
      let diagnostic = diagnostic(of: remark, in: value, at: path)
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
      ([], root), ([form.key], declaration), ([form.key, Self.attributesKey], attributes),
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
    guard let key = diagnostic.key, key != RuleKey.rule else { return rulePath }
    return rulePath + [key]
  }

  /// What is to be said about the rule, at its place in the manifest.
  private func diagnostic(
    of remark: RuleDiagnostic,
    in value: RuleValue?,
    at path: [String]
  ) -> Diagnostic {
    var message = remark.message
    var offset: Int?
    if let place = remark.place {
      message += " (line \(place.line), column \(place.column) of the predicate)"
      if case .string(let text) = value { offset = Self.offset(of: place, in: text) }
    }
    return diagnostic(
      .warning,
      at: path.map { .key($0) },
      inStringAt: offset,
      message,
      advice: remark.advice
    )
  }

  /// The offset in UTF-8 of a place in a predicate.
  private static func offset(of place: RulePlace, in text: String) -> Int {
    var line = 1
    var column = 1
    var offset = 0
    var previous: Unicode.Scalar?
    for scalar in text.unicodeScalars {
      // A line ends with LF, CR or CR LF; of the last, the CR belongs to the line that it ends.
      if previous == "\n" || (previous == "\r" && scalar != "\n") {
        line += 1
        column = 1
      }
      if line > place.line || (line == place.line && column >= place.column) { return offset }
      column += 1
      offset += UTF8.width(scalar)
      previous = scalar
    }
    return offset
  }
}
