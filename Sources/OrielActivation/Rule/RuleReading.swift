/// What reading a rule's value gives.
struct RuleReading {
  /// The rule.
  var body: ActivationRule.Body
  /// The text of a predicate.
  var source: [Unicode.Scalar] = []
  /// Why the rule is none.
  var problem: RuleDiagnostic?
  /// What the author should know.
  var lints: [RuleDiagnostic] = []

  /// A rule that is the same for every request.
  init(fixed value: Bool) {
    body = .fixed(value)
  }

  /// Reads a value.
  init(_ value: RuleValue?, requiresRule: Bool) {
    body = .fixed(false)
    switch value {
    case nil:
      body = .fixed(!requiresRule)
      guard requiresRule else { return }
      lints.append(
        RuleDiagnostic(
          .noRule,
          "there is no activation rule, so the extension is never offered",
          advice: "add \(RuleKey.rule) to NSExtensionAttributes"
        )
      )
    case .dictionary(let entries):
      let reader = DictionaryReader(entries)
      body = .dictionary(reader.rule)
      lints = reader.lints
    case .string(let text): read(text)
    case .integer, .boolean, .real, .other, .array:
      problem = RuleDiagnostic(
        .notARule,
        "the rule is \(value?.kind ?? "nothing"), so the extension is never offered",
        advice: "make it a dictionary or a string with a predicate",
        key: RuleKey.rule
      )
    }
  }

  /// Reads a predicate.
  private mutating func read(_ text: String) {
    // A text that is far too long is not looked at.
    source = Array(text.unicodeScalars.prefix(Tokenizer.greatestLength + 1))
    do throws(PredicateError) {
      let (tree, remarks) = try Parser.parse(source)
      body = .predicate(tree)
      lints = remarks.map { $0.diagnostic(in: source) }
      if let lint = tree.lintIfAlwaysTrue { lints.append(lint) }
    } catch {
      problem = error.diagnostic(in: source)
    }
  }
}
