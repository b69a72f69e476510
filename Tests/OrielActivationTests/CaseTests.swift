import Foundation
import OrielActivation
import OrielTypes
import Testing

/// The cases with expected results: they come from the specification and from no code under test.
///
/// Those of `generated.json` were worked out by a second implementation, Tests/Tools/ActivationOracle,
/// which can make as many more as wanted.
@Suite("Cases of activation rules") struct CaseTests {
  /// The files with cases, and more that the environment names.
  private static let files =
    ["activation.json", "generated.json"]
    + (ProcessInfo.processInfo.environment["ORIEL_RULE_CASES"] ?? "")
    .split(separator: ":").map(String.init)

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
    let trace = rule.explain(input)
    #expect(trace.isOffered == rule.matches(input), "\(one.id): explained")
    #expect(RuleSet([rule]).matches(input) == [trace.isOffered], "\(one.id): as one of many")
    let expansion = ActivationRule(.string(rule.expanded))
    #expect(expansion.matches(input) == trace.isOffered, "\(one.id): expanded")
    let all =
      rule.lints + trace.lints + RuleDiagnostic.cycles(of: one.types)
      + [rule.problem].compactMap { $0 }
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
