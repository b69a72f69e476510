import OrielActivation
import OrielTypes
import Testing

/// Explanations are true: the answer is that of the rule, and a suggested change makes it hold.
@Suite("Explanations") struct ExplanationTests {
  /// A request of one item.
  private static func input(_ attachments: [String]...) -> ActivationInput {
    ActivationInput(items: [ActivationInput.Item(attachments: attachments)], types: .builtIn)
  }

  /// A dictionary.
  private static func rule(_ values: KeyValuePairs<RuleKey, Int64>) -> ActivationRule {
    let entries = values.map { RuleEntry(key: $0.key.rawValue, value: .integer($0.value)) }
    return ActivationRule(.dictionary(entries))
  }

  /// Checks an explanation; gives the nearest miss of a rule that does not hold.
  @discardableResult
  private static func check(_ rule: ActivationRule, _ input: ActivationInput) -> NearestMiss? {
    let trace = rule.explain(input)
    let matches = rule.matches(input)
    #expect(trace.isOffered == matches)
    #expect(!trace.summary.isEmpty)
    if trace.lints.isEmpty, !trace.clauses.isEmpty {
      #expect(
        trace.clauses.allSatisfy(\.holds) == matches,
        "\(String(describing: rule.value)): \(trace.clauses)"
      )
    }
    guard let miss = trace.nearestMiss else { return nil }
    #expect(!matches)
    switch miss.change {
    case .rule(let value):
      #expect(ActivationRule(value).matches(input), "\(String(describing: rule.value)): \(miss)")
    case .items(let items):
      let changed = ActivationInput(items: items, types: input.types)
      #expect(rule.matches(changed), "\(String(describing: rule.value)): \(miss)")
    }
    for text in [miss.sentence, miss.advice] {
      #expect(
        !text.isEmpty
          && text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
      )
    }
    return miss
  }

  @Test("What a dictionary does not meet is said with its numbers")
  func sentences() {
    let two = Self.input(["public.png"], ["public.jpeg"])
    #expect(
      Self.check(Self.rule([.images: 1]), two)?.sentence
        == "declares at most 1 image, the request has 2"
    )
    #expect(
      Self.check(Self.rule([.images: 5, .maximumOfAttachments: 1]), two)?.sentence
        == "takes at most 1 attachment, the request has 2"
    )
    #expect(
      Self.check(Self.rule([.images: 5, .minimumOfAttachments: 3]), two)?.sentence
        == "needs at least 3 attachments, the request has 2"
    )
    let movie = Self.input(["public.png"], ["public.mpeg-4"])
    #expect(
      Self.check(Self.rule([.images: 1]), movie)?.sentence
        == "needs every type to be declared, as version 1 does, and public.mpeg-4 of attachment 2 is "
        + "not"
    )
    let zip = Self.check(Self.rule([.images: 1]), Self.input(["public.zip-archive"]))
    #expect(zip?.sentence.contains("does not declare files, the request has 1") == true)
    #expect(
      Self.check(ActivationRule(nil), Self.input(["public.png"]))?.sentence
        == "does not declare images, the request has 1"
    )
  }

  @Test("What a predicate does not meet is said with the count that was needed")
  func predicateSentences() {
    let two = Self.input(["public.png"], ["public.jpeg"])
    let rule = ActivationRule(.string("extensionItems.attachments.@count == 1"))
    let miss = Self.check(rule, two)
    #expect(
      miss?.sentence == "asks for extensionItems.attachments.@count == 1, the request has 2"
    )
    #expect(miss?.advice == "write 2 instead of 1 at line 1, column 38")
    let mixed = ActivationRule(
      .string("TRUEPREDICATE AND\n ANY extensionItems.attachments.registeredTypeIdentifiers == 'x'")
    )
    let trace = mixed.explain(two)
    #expect(trace.clauses.map(\.holds) == [true, false])
    #expect(trace.clauses[1].attachments.count == 2)
    #expect(Self.check(mixed, two)?.sentence == "needs 1 more attachment, such as of x")
    #expect(Self.check(ActivationRule(.string("FALSEPREDICATE")), two) != nil)
  }

  @Test("The trace of a SUBQUERY has a clause for each element and its attachments")
  func elements() throws {
    let rule = ActivationRule(
      .string(
        """
        SUBQUERY(extensionItems, $i, SUBQUERY($i.attachments, $a,
          ANY $a.registeredTypeIdentifiers UTI-CONFORMS-TO "com.adobe.pdf").@count
            == $i.attachments.@count).@count == 1
        """
      )
    )
    let trace = rule.explain(Self.input(["com.adobe.pdf"], ["public.png"]))
    #expect(!trace.isOffered)
    let item = try #require(trace.clauses.first?.parts.first)
    #expect(item.subject == "item 1")
    #expect(!item.holds)
    #expect(item.parts.map(\.holds) == [true, false])
    #expect(
      item.parts.map(\.subject)
        == ["attachment 1 (com.adobe.pdf)", "attachment 2 (public.png)"]
    )
    #expect(
      item.parts.map(\.attachments) == [0, 1].map { [AttachmentPlace(item: 0, attachment: $0)] }
    )
    #expect(item.detail?.contains("is 1, $i.attachments.@count is 2") == true, "\(item)")
  }

  @Test("A rule that uses up its steps says so")
  func steps() {
    var predicate = "TRUEPREDICATE"
    for variable in ["$a", "$b", "$c", "$d"] {
      predicate = "SUBQUERY(extensionItems.attachments, \(variable), \(predicate)).@count > 0"
    }
    let attachments = Array(repeating: ["public.png"], count: 34)
    let input = ActivationInput(
      items: [ActivationInput.Item(attachments: attachments)],
      types: .builtIn
    )
    let trace = ActivationRule(.string(predicate)).explain(input)
    #expect(trace.lints.map(\.code) == [.tooManySteps])
    #expect(!trace.isOffered && trace.nearestMiss == nil)
  }

  @Test("Every suggested change makes a dictionary hold", arguments: [21, 22] as [UInt64])
  func dictionaries(seed: UInt64) {
    var random = RandomSource(seed: seed)
    var misses = 0
    var refused = 0
    for _ in 0..<250 {
      let rule = ActivationRule(RandomRequests.dictionary(&random))
      let input = RandomRequests.input(&random)
      if !rule.matches(input) { refused += 1 }
      if Self.check(rule, input) != nil { misses += 1 }
    }
    // What declares nothing and is asked for nothing is far from everything.
    #expect(refused > 120 && misses * 10 > refused * 9, "\(misses) of \(refused)")
  }

  @Test("Every suggested change makes a predicate hold", arguments: [31, 32] as [UInt64])
  func predicates(seed: UInt64) {
    var random = RandomSource(seed: seed)
    var predicates = RandomPredicates(random: RandomSource(seed: seed + 1))
    var misses = 0
    var refused = 0
    for _ in 0..<200 {
      let rule = ActivationRule(.string(predicates.next()))
      let input = RandomRequests.input(&random)
      if !rule.matches(input) { refused += 1 }
      if Self.check(rule, input) != nil { misses += 1 }
    }
    #expect(refused > 50 && misses * 3 > refused, "\(misses) of \(refused)")
  }
}
