internal import OrielText

/// The activation rule of an extension: for which requests it is offered.
///
/// There is a rule whatever the manifest holds: one that cannot be read never holds and says why.
public struct ActivationRule: Sendable {
  /// What the manifest holds for a rule.
  enum Body: Sendable {
    /// Nothing, or something that is not read; the rule is the same for every request.
    case fixed(Bool)
    /// The dictionary form.
    case dictionary(DictionaryRule)
    /// The predicate form.
    case predicate(PredicateTree)
  }

  /// The value of the manifest.
  public let value: RuleValue?
  /// Whether the extension point chooses extensions by rules.
  public let usesRules: Bool
  /// Why the rule is none; the extension is listed with it and never offered.
  public let problem: RuleDiagnostic?
  /// What the author should know.
  public let lints: [RuleDiagnostic]
  /// The rule.
  let body: Body
  /// The text of a predicate.
  let source: [Unicode.Scalar]

  /// Reads a rule.
  ///
  /// - Parameters:
  ///   - value: The value of `NSExtensionActivationRule`, or nothing when there is none.
  ///   - usesRules: Whether the extension point chooses extensions by rules. Where it does not, a rule
  ///     is not read, and every request has what the extension needs.
  ///   - requiresRule: Whether an extension of the point that has no rule is never offered.
  ///   - misplaced: Keys of rules that the manifest holds where none is read.
  public init(
    _ value: RuleValue?,
    usesRules: Bool = true,
    requiresRule: Bool = true,
    misplaced: [MisplacedKey] = []
  ) {
    self.value = value
    self.usesRules = usesRules
    var reading = RuleReading(value, requiresRule: requiresRule)
    if !usesRules {
      reading = RuleReading(fixed: true)
      if value != nil {
        reading.lints.append(
          RuleDiagnostic(
            .ruleIgnored,
            "the extension point uses no activation rule, so this one is ignored",
            advice: "leave it out"
          )
        )
      }
    }
    body = reading.body
    source = reading.source
    problem = reading.problem
    lints = reading.lints + misplaced.map(Self.lint(of:))
  }

  /// Whether the extension is offered for a request.
  public func matches(_ input: ActivationInput) -> Bool {
    switch body {
    case .fixed(let value): return value
    case .dictionary(let rule): return rule.matches(input.request)
    case .predicate(let tree):
      var evaluator = Evaluator(tree, input.request)
      return evaluator.matches()
    }
  }

  /// Says that a key stands where none is read.
  private static func lint(of key: MisplacedKey) -> RuleDiagnostic {
    let place = key.place.map { "in \(Printable.source($0))" } ?? "at the top of the manifest"
    let home =
      key.key == RuleKey.rule
      ? "NSExtension, NSExtensionAttributes" : "the dictionary under \(RuleKey.rule)"
    return RuleDiagnostic(
      .misplacedKey,
      "\(Printable.quoted(key.key)) stands \(place), where it is not read",
      advice: "move it into \(home)",
      key: key.key
    )
  }
}

extension ActivationRule: Hashable {
  /// Whether two rules were read from the same value in the same way.
  public static func == (left: ActivationRule, right: ActivationRule) -> Bool {
    left.value == right.value && left.usesRules == right.usesRules && left.lints == right.lints
      && left.problem == right.problem
  }

  /// Feeds what rules are compared by into a hash.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(value)
    hasher.combine(usesRules)
  }
}

extension ActivationRule {
  /// A predicate that holds for the same requests: the dictionary form written out, one condition in a
  /// line, or the predicate itself.
  public var expanded: String {
    switch (body, value) {
    case (.dictionary(let rule), _): Expansion.text(of: rule)
    case (.predicate, .string(let text)): text
    case (.fixed(true), _): "TRUEPREDICATE"
    default: "FALSEPREDICATE"
    }
  }
}
