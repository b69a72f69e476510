import Glibc
import OrielActivation
import OrielTypes
import Testing

/// Whatever a bundle holds for a rule, there is an answer.
@Suite("Robustness of rules") struct RobustnessTests {
  /// Reads a rule and asks it about requests in every way.
  private static func run(_ value: RuleValue, _ input: ActivationInput) -> Bool {
    let rule = ActivationRule(value)
    let matches = rule.matches(input)
    #expect(rule.problem == nil || !matches)
    #expect(RuleSet([rule]).matches(input) == [matches])
    #expect(rule.explain(input).isOffered == matches)
    #expect(ActivationRule(.string(rule.expanded)).matches(input) == matches)
    return rule.problem == nil
  }

  @Test("Random bytes are refused or answered")
  func randomBytes() {
    var random = RandomSource(seed: 51)
    let input = RandomRequests.input(&random)
    for _ in 0..<500 {
      let bytes = (0..<random.number(200)).map { _ in UInt8(random.number(256)) }
      _ = Self.run(.string(String(decoding: bytes, as: UTF8.self)), input)
    }
  }

  /// How long something takes, at best.
  private static func time(_ body: () -> Void) -> Duration {
    let clock = ContinuousClock()
    return (0..<3).map { _ in clock.measure(body) }.min() ?? .zero
  }

  /// Predicates with many changes that make them hold, but not as text, because that gets too long.
  private static let longChanges: [(name: String, unit: String, joint: String, form: String)] = [
    ("constants", "TRUEPREDICATE", " AND ", "NOT (%)"),
    ("numbers", "extensionItems.attachments.@count == 9", " OR ", "%"),
  ]

  @Test("Looking for a change costs no more than reading some predicates", arguments: [0, 1])
  func boundedChanges(_ number: Int) throws {
    let (name, unit, joint, form) = Self.longChanges[number]
    let attachments = Array(repeating: ["public.data"], count: 11)
    let input = ActivationInput(items: [.init(attachments: attachments)], types: .builtIn)
    /// The predicate with so many parts, with spaces up to a length.
    func predicate(_ count: Int, length: Int) -> RuleValue {
      let text = form.replacing(
        "%",
        with: repeatElement(unit, count: count).joined(separator: joint)
      )
      return .string(text + String(repeating: " ", count: max(length - text.utf8.count, 0)))
    }
    // A short one has a change.
    #expect(ActivationRule(predicate(1, length: 0)).explain(input).nearestMiss != nil, "\(name)")
    let most = 65_536
    let value = predicate(most / (unit.utf8.count + joint.utf8.count) - 1, length: most)
    let rule = ActivationRule(value)
    #expect(rule.problem == nil && !rule.matches(input))
    let reading = Self.time { _ = ActivationRule(value) }
    let explaining = Self.time { #expect(rule.explain(input).nearestMiss == nil) }
    #expect(explaining < reading * 40, "\(name): \(explaining), and reading takes \(reading)")
  }

  @Test("Random words of the grammar are refused or answered")
  func randomWords() {
    var random = RandomSource(seed: 52)
    let words = [
      "SUBQUERY", "(", ")", "{", "}", ",", ".", "$i", "$a", "extensionItems", "attachments",
      "registeredTypeIdentifiers", "@count", "ANY", "ALL", "NONE", "AND", "OR", "NOT", "!", "==",
      "IN",
      "BETWEEN", "UTI-CONFORMS-TO", "LIKE", "MATCHES", "[c]", "'public.*'", "1", "2.5", "NIL",
      "SELF",
      "TRUEPREDICATE", "FALSEPREDICATE", "\\", "%@", "$", "'",
    ]
    let input = RandomRequests.input(&random)
    for _ in 0..<1000 {
      let text = (0..<random.number(14)).map { _ in random.one(of: words) }.joined(separator: " ")
      _ = Self.run(.string(text), input)
    }
  }

  @Test("Predicates of the cases that are damaged at random are refused or answered")
  func damage() throws {
    var random = RandomSource(seed: 53)
    var accepted = 0
    for one in try RuleCase.all(in: "activation.json") {
      guard case .string(let text) = one.value, text.utf8.count < 2000 else { continue }
      for _ in 0..<6 {
        var scalars = Array(text.unicodeScalars)
        for _ in 0...random.number(3) where !scalars.isEmpty {
          let index = random.number(scalars.count)
          switch random.number(3) {
          case 0: scalars.remove(at: index)
          case 1:
            scalars.insert(random.one(of: Array("()\"'$.{}, é\u{0}".unicodeScalars)), at: index)
          default: scalars.swapAt(index, random.number(scalars.count))
          }
        }
        var damaged = String.UnicodeScalarView()
        damaged.append(contentsOf: scalars)
        if Self.run(.string(String(damaged)), one.input) { accepted += 1 }
      }
    }
    #expect(accepted > 20)
  }

  @Test("A request with very many types is answered, as one with few")
  func manyTypes() {
    func input(_ count: Int) -> ActivationInput {
      var attachments = (0..<count).map { ["com.example.type\($0)"] }
      attachments.append(["com.compuserve.gif", "public.file-url"])
      return ActivationInput(items: [.init(attachments: attachments)], types: .builtIn)
    }
    let images =
      "SUBQUERY(extensionItems.attachments, $a, "
      + "ANY $a.registeredTypeIdentifiers UTI-CONFORMS-TO 'public.image').@count == 1"
    let dictionary = RuleValue.dictionary([
      RuleEntry(key: RuleKey.images.rawValue, value: .integer(1)),
      RuleEntry(key: RuleKey.version.rawValue, value: .integer(2)),
    ])
    for count in [10, 12_000] {
      let input = input(count)
      for rule in [ActivationRule(.string(images)), ActivationRule(dictionary)] {
        #expect(rule.matches(input), "\(count)")
        #expect(RuleSet([rule]).matches(input) == [true], "\(count)")
      }
      #expect(!ActivationRule(.string("NOT (\(images))")).matches(input))
    }
  }

  @Test("The largest rules that are read are answered in bounded time", .timeLimit(.minutes(1)))
  func largest() {
    let attachments = Array(repeating: ["public.png", "public.file-url"], count: 300)
    let input = ActivationInput(
      items: [ActivationInput.Item(attachments: attachments)],
      types: .builtIn
    )
    var loops = "TRUEPREDICATE"
    for index in 0..<64 {
      loops = "SUBQUERY(extensionItems.attachments, $v\(index), \(loops)).@count > 0"
    }
    let comparisons = Array(repeating: "extensionItems.@count == 2", count: 2100)
    for text in [loops, comparisons.joined(separator: " OR ")] {
      #expect(Self.run(.string(text), input))
    }
  }

  @Test("A set of a pattern costs no more time for the parts that it repeats")
  func largestSets() throws {
    let input = ActivationInput(items: [], types: .builtIn)
    /// The processor time of reading and answering a rule, in nanoseconds.
    func time(members: Int) -> UInt64 {
      let set = String(repeating: #"\\d\\W0-9"#, count: members / 3)
      let text = String(repeating: "é", count: 10_000)
      let rule = RuleValue.string("'\(text)' MATCHES '[\(set)é]*'")
      #expect(ActivationRule(rule).problem == nil)
      let start = Self.processorTime
      #expect(Self.run(rule, input))
      return Self.processorTime - start
    }
    // What is read is in proportion to the pattern; what is looked at is not.
    #expect(time(members: 12_000) < max(time(members: 3) * 10, 500_000_000))
  }

  /// The processor time that this thread has used, in nanoseconds.
  private static var processorTime: UInt64 {
    var time = timespec()
    // The variable outlives the call.
    _ = unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }
}
