import OrielActivation
import OrielTypes
import Testing

/// The cases with expected results: they come from the specification and from no program.
@Suite("Cases of activation rules") struct CaseTests {
  /// The files with cases.
  private static let files = ["activation.json"]

  @Test("Every case of the file has the result that the specification gives", arguments: files)
  func cases(_ file: String) throws {
    let cases = try RuleCase.all(in: file)
    #expect(cases.count > 100)
    for one in cases where !one.isChoice { check(one) }
  }

  /// Checks one case.
  private func check(_ one: RuleCase) {
    let rule = one.rule
    let input = one.input
    if let offered = one.offered {
      #expect(rule.matches(input) == offered, "\(one.id): offered")
    }
    if let valid = one.valid {
      #expect((rule.problem == nil) == valid, "\(one.id): \(rule.problem?.description ?? "valid")")
    }
    var all = rule.lints + RuleDiagnostic.cycles(of: one.types) + [rule.problem].compactMap { $0 }
    if ([one.error] + one.lints).contains(RuleDiagnostic.Code.tooManySteps.rawValue) {
      all += rule.explain(input).lints
    }
    let codes = Set(all.map(\.code.rawValue))
    for lint in one.lints { #expect(codes.contains(lint), "\(one.id): no \(lint) in \(codes)") }
    for lint in one.noLints { #expect(!codes.contains(lint), "\(one.id): \(lint)") }
    if let place = one.place {
      #expect([rule.problem?.line, rule.problem?.column] == place, "\(one.id): place")
    }
    if let error = one.error {
      #expect(codes.contains(error), "\(one.id): \(codes) instead of \(error)")
    }
  }
}
