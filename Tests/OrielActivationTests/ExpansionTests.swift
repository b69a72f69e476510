import OrielActivation
import Testing

/// The dictionary form and its expansion are the same rule.
@Suite("Expansion of dictionaries") struct ExpansionTests {
  @Test("A dictionary is offered exactly when its expansion is", arguments: [1, 2, 3] as [UInt64])
  func equivalence(seed: UInt64) {
    var random = RandomSource(seed: seed)
    var offered = 0
    var refused = 0
    for _ in 0..<200 {
      let value = RandomRequests.dictionary(&random)
      let rule = ActivationRule(value)
      let expansion = ActivationRule(.string(rule.expanded))
      #expect(expansion.problem == nil, "\(rule.expanded)")
      for _ in 0..<5 {
        let input = RandomRequests.input(&random)
        let matches = rule.matches(input)
        if matches { offered += 1 } else { refused += 1 }
        guard expansion.matches(input) != matches else { continue }
        Issue.record("\(value)\n\(rule.expanded)\n\(input.items)\nis \(matches)")
      }
    }
    // A test in which a rule never, or always, holds shows nothing.
    #expect(offered > 100 && refused > 100, "\(offered) offered, \(refused) not")
  }

  @Test("The expansion of each dictionary of the cases agrees with it")
  func cases() throws {
    var count = 0
    for one in try RuleCase.all(in: "activation.json") {
      guard case .dictionary = one.value else { continue }
      count += 1
      let expansion = ActivationRule(.string(one.rule.expanded))
      #expect(expansion.problem == nil)
      #expect(expansion.matches(one.input) == one.rule.matches(one.input), "\(one.id)")
    }
    #expect(count > 50)
  }

  @Test("What cannot be a predicate expands to one that never holds")
  func others() {
    #expect(ActivationRule(nil).expanded == "FALSEPREDICATE")
    #expect(ActivationRule(.dictionary([])).expanded == "FALSEPREDICATE")
    #expect(ActivationRule(.string("x ==")).expanded == "FALSEPREDICATE")
    #expect(ActivationRule(.string("1 == 1")).expanded == "1 == 1")
    #expect(ActivationRule(nil, usesRules: false).expanded == "TRUEPREDICATE")
  }
}
