extension ActivationRule {
  /// Says how the rule comes to its answer for a request, and what it would take to be offered.
  public func explain(_ input: ActivationInput) -> RuleTrace {
    switch body {
    case .fixed(let value): explainFixed(value, input)
    case .dictionary(let rule): DictionaryExplanation(rule, value, input).trace
    case .predicate(let tree): explain(tree, input)
    }
  }

  /// Explains a rule that is the same for every request.
  private func explainFixed(_ value: Bool, _ input: ActivationInput) -> RuleTrace {
    let miss = problem == nil && !value ? DictionaryMiss.nearest(DictionaryRule(), nil, input) : nil
    let summary =
      if !usesRules {
        "the extension point uses no rules, so every request has what the extension needs"
      } else if let problem {
        "the rule cannot be read: \(problem.description)"
      } else if value {
        "the extension has no rule and needs none"
      } else {
        "there is no activation rule, so the extension is never offered"
      }
    return RuleTrace(
      isOffered: value,
      summary: summary,
      clauses: [],
      nearestMiss: miss,
      lints: []
    )
  }

  /// Explains a predicate.
  private func explain(_ tree: PredicateTree, _ input: ActivationInput) -> RuleTrace {
    var explanation = PredicateExplanation(tree, source, input.request)
    let isOffered = matches(input)
    // What was not worked out has no truth value.
    let clauses = explanation.isExhausted ? [] : explanation.clauses()
    guard !isOffered else {
      return RuleTrace(
        isOffered: true,
        summary: "every condition holds",
        clauses: clauses,
        nearestMiss: nil,
        lints: []
      )
    }
    if explanation.isExhausted {
      let lint = RuleDiagnostic(
        .tooManySteps,
        "the rule needs more than \(StepBudget.greatestCount) steps for this request, so the "
          + "extension is not offered",
        advice: "make it simpler: each SUBQUERY within another multiplies the steps"
      )
      return RuleTrace(
        isOffered: false,
        summary: lint.message,
        clauses: clauses,
        nearestMiss: nil,
        lints: [lint]
      )
    }
    let failed = clauses.first { !$0.holds }
    return RuleTrace(
      isOffered: false,
      summary: failed.map { clause in
        "does not hold: \(clause.text)" + (clause.detail.map { " (\($0))" } ?? "")
      } ?? "the rule does not hold",
      clauses: clauses,
      nearestMiss: PredicateMiss.nearest(tree, source, input),
      lints: []
    )
  }
}
