import OrielActivation
import OrielTypes
import Testing

/// Many rules at once give the answers that each one gives by itself.
@Suite("Sets of rules") struct RuleSetTests {
  @Test("Each rule of a set holds exactly when it does by itself", arguments: [11, 12] as [UInt64])
  func agreement(seed: UInt64) {
    var predicates = RandomPredicates(random: RandomSource(seed: seed))
    var random = RandomSource(seed: seed + 100)
    var rules = (0..<300).map { _ in ActivationRule(.string(predicates.next())) }
    for rule in rules { #expect(rule.problem == nil, "\(String(describing: rule.value))") }
    rules += (0..<200).map { _ in ActivationRule(RandomRequests.dictionary(&random)) }
    rules += [
      ActivationRule(nil), ActivationRule(.string("x")), ActivationRule(nil, usesRules: false),
    ]
    let set = RuleSet(rules)
    #expect(set.count == rules.count)
    var offered = 0
    for round in 0..<40 {
      // Every tenth request needs several words.
      let most = round % 10 == 9 ? 4 * round : round % 8
      let input = RandomRequests.input(&random, most: most)
      let together = set.matches(input)
      let alone = rules.map { $0.matches(input) }
      offered += alone.count { $0 }
      for (index, rule) in rules.enumerated() where together[index] != alone[index] {
        Issue.record("\(String(describing: rule.value))\n\(input.items)\nis \(alone[index]) alone")
      }
    }
    #expect(offered > 2_500 && offered < 17_000, "\(offered) offers")
  }

  @Test("A request of more attachments than there are bits in a word gets the same answers")
  func largeRequests() {
    let canonical = """
      SUBQUERY(extensionItems, $i, SUBQUERY($i.attachments, $a, \
      ANY $a.registeredTypeIdentifiers UTI-CONFORMS-TO "public.image").@count == \
      $i.attachments.@count).@count == 1
      """
    let rules = [
      ActivationRule(.string(canonical)),
      ActivationRule(.string("extensionItems.attachments.@count > 64")),
      ActivationRule(.dictionary([RuleEntry(key: RuleKey.images.rawValue, value: .integer(64))])),
    ]
    let set = RuleSet(rules)
    for count in [1, 63, 64, 65, 128, 129, 200, 1024, 1025] {
      for (items, attachments) in [(1, count), (count, 1)] {
        let item = ActivationInput.Item(
          attachments: Array(repeating: ["public.png", "public.file-url"], count: attachments)
        )
        let input = ActivationInput(items: Array(repeating: item, count: items), types: .builtIn)
        #expect(set.matches(input) == [items == 1, count > 64, count <= 64])
        #expect(set.matches(input) == rules.map { $0.matches(input) })
      }
    }
  }

  @Test("A rule that uses up its steps is not offered, alone and in a set")
  func steps() throws {
    // Four loops inside each other over 34 attachments are 1,336,336 rounds.
    let loops = ["$a", "$b", "$c", "$d"]
    var predicate = "TRUEPREDICATE"
    for variable in loops {
      predicate = "SUBQUERY(extensionItems.attachments, \(variable), \(predicate)).@count > 0"
    }
    let rule = ActivationRule(.string(predicate))
    #expect(rule.problem == nil)
    func input(_ count: Int) -> ActivationInput {
      let item = ActivationInput.Item(attachments: Array(repeating: ["public.png"], count: count))
      return ActivationInput(items: [item], types: .builtIn)
    }
    #expect(rule.matches(input(10)))
    #expect(!rule.matches(input(34)))
    #expect(!ActivationRule(.string("NOT \(predicate)")).matches(input(34)))
    #expect(RuleSet([rule]).matches(input(10)) == [true])
    #expect(RuleSet([rule]).matches(input(34)) == [false])
    // A common form costs in proportion to the request, and only a huge one is too much.
    let common = ActivationRule(
      .string("ANY extensionItems.attachments.registeredTypeIdentifiers == 'x'")
    )
    #expect(!common.matches(input(10_000)))
  }
}
