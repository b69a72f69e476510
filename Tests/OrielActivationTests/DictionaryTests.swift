import OrielActivation
import OrielTypes
import Testing

/// What the dictionary form reads, and what it says about values and keys.
@Suite("Dictionaries") struct DictionaryTests {
  /// Whether one key with a value takes so many pictures.
  private static func takes(_ count: Int, _ key: RuleKey, _ value: RuleValue) -> Bool {
    let rule = ActivationRule(.dictionary([RuleEntry(key: key.rawValue, value: value)]))
    let attachments = Array(repeating: ["public.png"], count: count)
    let items = [ActivationInput.Item(attachments: attachments)]
    return rule.matches(ActivationInput(items: items, types: .builtIn))
  }

  /// A value, the number it is, and what is said about it.
  struct Value: Sendable {
    /// The value.
    let value: RuleValue
    /// The number.
    let number: Int
    /// The code of the remark.
    let code: RuleDiagnostic.Code?

    /// Creates a value.
    init(_ value: RuleValue, _ number: Int, _ code: RuleDiagnostic.Code?) {
      self.value = value
      self.number = number
      self.code = code
    }
  }

  @Test(
    "A value is read as the number that the specification says",
    arguments: [
      Value(.integer(2), 2, nil), Value(.integer(0), 0, nil), Value(.integer(-1), 0, .badValue),
      Value(.boolean(true), 1, .coercedValue), Value(.boolean(false), 0, .coercedValue),
      Value(.string("2"), 2, .coercedValue), Value(.string("002"), 2, .coercedValue),
      Value(.string("99999999999999999999"), 3, .coercedValue), Value(.string(""), 0, .badValue),
      Value(.string(" 2"), 0, .badValue), Value(.string("+2"), 0, .badValue),
      Value(.string("-2"), 0, .badValue), Value(.string("٢"), 0, .badValue),
      Value(.string("YES"), 0, .badValue), Value(.string("2.0"), 0, .badValue),
      Value(.real(2), 2, .coercedValue), Value(.real(2.5), 0, .badValue),
      Value(.real(-1), 0, .badValue), Value(.real(.nan), 0, .badValue),
      Value(.real(.infinity), 0, .badValue), Value(.real(1e300), 3, .coercedValue),
      Value(.other(kind: "a date"), 0, .badValue), Value(.array([.integer(1)]), 0, .badValue),
      Value(.dictionary([]), 0, .badValue), Value(.integer(.max), 3, nil),
    ]
  )
  func values(_ one: Value) {
    let entry = RuleEntry(key: RuleKey.images.rawValue, value: one.value)
    let lints = ActivationRule(.dictionary([entry])).lints.filter { $0.code != .declaresNothing }
    #expect(lints.map(\.code) == (one.code.map { [$0] } ?? []), "\(lints)")
    #expect(lints.allSatisfy { $0.key == RuleKey.images.rawValue })
    for count in 1...3 {
      #expect(Self.takes(count, .images, one.value) == (count <= one.number), "\(count)")
    }
  }

  @Test("A Boolean needs no remark where the key is for one", arguments: [RuleKey.text, .strict])
  func booleans(_ key: RuleKey) {
    for value in [RuleValue.boolean(true), .boolean(false), .integer(1), .integer(0)] {
      let entries = [
        RuleEntry(key: key.rawValue, value: value),
        RuleEntry(key: RuleKey.version.rawValue, value: .integer(2)),
        RuleEntry(key: RuleKey.images.rawValue, value: .integer(1)),
      ]
      #expect(ActivationRule(.dictionary(entries)).lints.isEmpty)
    }
  }

  @Test(
    "A version that does not exist is version 1, with a remark",
    arguments: [
      (RuleValue.integer(1), false, nil), (.integer(2), true, nil), (.integer(3), false, .badValue),
      (.integer(0), false, .badValue), (.integer(-2), false, .badValue),
      (.string("2"), true, .coercedValue), (.real(2), true, .coercedValue),
      (.boolean(true), false, .coercedValue), (.string("two"), false, .badValue),
    ] as [(RuleValue, Bool, RuleDiagnostic.Code?)]
  )
  func versions(_ version: RuleValue, _ isSecond: Bool, _ code: RuleDiagnostic.Code?) {
    let rule = ActivationRule(
      .dictionary([
        RuleEntry(key: RuleKey.version.rawValue, value: version),
        RuleEntry(key: RuleKey.images.rawValue, value: .integer(1)),
      ])
    )
    let items = [ActivationInput.Item(attachments: [["public.png"], ["public.mp3"]])]
    #expect(rule.matches(ActivationInput(items: items, types: .builtIn)) == isSecond)
    #expect(rule.lints.map(\.code) == (code.map { [$0] } ?? []))
  }

  @Test(
    "An unknown key is named with the nearest one",
    arguments: [
      ("NSExtensionActivationSupportsImagesWithMaxCount", RuleKey.images),
      ("nsextensionactivationsupportstext", .text), ("SupportsMovieWithMaxCount", .movies),
      ("NSExtensionActivationSupportsURLWithMaxCount", .webURLs), ("UsesStrictMatching", .strict),
      ("NSExtensionActivationSupportsAttachmentWithMinCount", .minimumOfAttachments),
    ]
  )
  func unknownKeys(_ key: String, _ nearest: RuleKey) {
    let rule = ActivationRule(.dictionary([RuleEntry(key: key, value: .integer(1))]))
    let lint = rule.lints.first { $0.code == .unknownKey }
    #expect(lint?.key == key)
    #expect(lint?.advice?.hasSuffix(nearest.rawValue) == true, "\(lint?.advice ?? "")")
    // An ignored key declares nothing.
    #expect(rule.lints.contains { $0.code == .declaresNothing })
  }

  @Test("Of equal keys the first counts, and many unknown ones are not all named")
  func repeatedKeys() {
    let twice = [RuleValue.integer(1), .integer(0)].map {
      RuleEntry(key: RuleKey.images.rawValue, value: $0)
    }
    let input = ActivationInput(
      items: [ActivationInput.Item(attachments: [["public.png"]])],
      types: .builtIn
    )
    #expect(ActivationRule(.dictionary(twice)).matches(input))
    #expect(!ActivationRule(.dictionary(twice.reversed())).matches(input))
    let many = (0..<10_000).map { RuleEntry(key: "key\($0)", value: .integer(1)) }
    let lints = ActivationRule(.dictionary(many)).lints
    #expect(lints.count == 65 && lints.last?.code == .declaresNothing)
  }

  @Test("A key that stands elsewhere is named with its place, and is not read")
  func misplacedKeys() {
    let rule = ActivationRule(
      nil,
      misplaced: [
        MisplacedKey(key: RuleKey.text.rawValue, place: "NSExtensionAttributes"),
        MisplacedKey(key: RuleKey.rule, place: nil),
      ]
    )
    #expect(rule.lints.map(\.code) == [.noRule, .misplacedKey, .misplacedKey])
    #expect(rule.lints[1].message.contains("in NSExtensionAttributes"))
    #expect(rule.lints[2].message.contains("at the top of the manifest"))
  }

  @Test("What is neither a dictionary nor a string is no rule and never holds")
  func others() {
    let input = ActivationInput(items: [], types: .builtIn)
    for value in [
      RuleValue.integer(1), .boolean(true), .real(1), .array([]), .other(kind: "a date"),
    ] {
      let rule = ActivationRule(value)
      #expect(rule.problem?.code == .notARule)
      #expect(!rule.matches(input))
    }
    #expect(!ActivationRule(nil).matches(input))
    #expect(ActivationRule(nil, requiresRule: false).matches(input))
    let ignored = ActivationRule(.string("x"), usesRules: false)
    #expect(ignored.lints.map(\.code) == [.ruleIgnored])
    #expect(ignored.problem == nil)
  }

  @Test("The address of a file is neutral in version 1 beside a type that is taken")
  func fileURLs() {
    func offered(_ types: [String], _ entries: KeyValuePairs<RuleKey, Int64>) -> Bool {
      let rule = ActivationRule(
        .dictionary(entries.map { RuleEntry(key: $0.key.rawValue, value: .integer($0.value)) })
      )
      let items = [ActivationInput.Item(attachments: [types])]
      return rule.matches(ActivationInput(items: items, types: .builtIn))
    }
    #expect(offered(["public.png", "public.file-url"], [.images: 1]))
    #expect(!offered(["public.png", "public.url"], [.images: 1]))
    #expect(!offered(["public.file-url"], [.images: 1]))
    #expect(offered(["public.file-url"], [.files: 1]))
    #expect(offered(["public.url", "public.file-url"], [.webURLs: 1]))
    // A web URL alone is no file; beside one it is.
    #expect(!offered(["public.url"], [.files: 1]))
    #expect(offered(["public.url", "public.zip-archive"], [.files: 1]))
    #expect(offered(["public.url", "public.file-url"], [.files: 1]))
    #expect(!offered(["public.data"], [.files: 1]))
    #expect(!offered(["public.png", "com.example.x", "public.file-url"], [.images: 1]))
  }
}
