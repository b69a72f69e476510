internal import OrielText

/// Reads a rule in the dictionary form; whatever the values are, there is a rule.
struct DictionaryReader {
  /// The rule.
  private(set) var rule = DictionaryRule()
  /// What the author should know.
  private(set) var lints: [RuleDiagnostic] = []

  /// The most unknown keys that are named.
  private static let greatestCount = 64

  /// Reads the entries of a dictionary.
  init(_ entries: [RuleEntry]) {
    var numbers: [RuleKey: Int64] = [:]
    var unknown: Set<String> = []
    for entry in entries {
      guard let key = RuleKey(rawValue: entry.key) else {
        if unknown.count < Self.greatestCount, unknown.insert(entry.key).inserted {
          remark(unknown: entry.key)
        }
        continue
      }
      if numbers[key] == nil { numbers[key] = number(entry.value, key) }
    }
    rule.minimum = numbers[.minimumOfAttachments] ?? 0
    rule.maximum = numbers[.maximumOfAttachments] ?? 0
    for category in AttachmentCategory.allCases {
      let number = numbers[category.key] ?? 0
      rule.limits[category.rawValue] =
        category == .text && number != 0 ? DictionaryRule.unbounded : number
    }
    readStrictness(numbers)
    if rule.declared.isEmpty && !rule.isBounded {
      add(
        RuleDiagnostic(
          .declaresNothing,
          "the rule declares nothing, so the extension is never offered",
          advice: "give one of the keys a number above 0, as in \(RuleKey.images.rawValue) = 1"
        )
      )
    }
  }

  /// Reads the version and what it says about other attachments.
  private mutating func readStrictness(_ numbers: [RuleKey: Int64]) {
    var version: Int64 = 1
    if let number = numbers[.version] {
      if number == 1 || number == 2 {
        version = number
      } else if !lints.contains(where: {
        $0.code == .badValue && $0.key == RuleKey.version.rawValue
      }) {
        add(
          RuleDiagnostic(
            .badValue,
            "there is no version \(number) of the dictionary form, so this is version 1",
            advice: "write 1 or 2",
            key: RuleKey.version.rawValue
          )
        )
      }
    }
    let isStrict = (numbers[.strict] ?? 0) != 0
    rule.strictness = version == 1 ? .everyType : isStrict ? .everyAttachment : .lenient
    guard version == 1, numbers[.strict] != nil else { return }
    add(
      RuleDiagnostic(
        .keyWithoutEffect,
        "\(RuleKey.strict.rawValue) has no effect in version 1, which is always strict",
        advice: "leave it out, or set \(RuleKey.version.rawValue) to 2",
        key: RuleKey.strict.rawValue
      )
    )
  }

  /// Reads a number; what is none counts as 0.
  private mutating func number(_ value: RuleValue, _ key: RuleKey) -> Int64 {
    switch value {
    case .integer(let number): return number < 0 ? bad("\(number)", key) : number
    case .boolean(let boolean):
      if !key.isBoolean { coerced("the Boolean \(boolean)", boolean ? 1 : 0, key) }
      return boolean ? 1 : 0
    case .string(let text):
      guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
        return bad("the string \(Printable.quoted(text))", key)
      }
      let number = Self.number(ofDigits: text)
      coerced("the string \(Printable.quoted(text))", number, key)
      return number
    case .real(let real):
      guard real.isFinite, real >= 0, real.rounded(.towardZero) == real else {
        return bad("the real number \(real)", key)
      }
      let number = Int64(exactly: real) ?? .max
      coerced("the real number \(real)", number, key)
      return number
    case .other, .array, .dictionary: return bad(value.kind, key)
    }
  }

  /// The number that digits stand for; one that is too large is the largest.
  private static func number(ofDigits text: String) -> Int64 {
    var number: Int64 = 0
    for digit in text.utf8 {
      let (product, overflow) = number.multipliedReportingOverflow(by: 10)
      let (sum, carry) = product.addingReportingOverflow(Int64(digit) - 0x30)
      if overflow || carry { return .max }
      number = sum
    }
    return number
  }

  /// Says that a value was read as a number.
  private mutating func coerced(_ what: String, _ number: Int64, _ key: RuleKey) {
    add(
      RuleDiagnostic(
        .coercedValue,
        "\(key.rawValue) is \(what) and counts as \(number)",
        advice: "write the integer \(number)",
        key: key.rawValue
      )
    )
  }

  /// Says that a value is no number that a key takes.
  private mutating func bad(_ what: String, _ key: RuleKey) -> Int64 {
    add(
      RuleDiagnostic(
        .badValue,
        key == .version
          ? "\(key.rawValue) is \(what), so this is version 1"
          : "\(key.rawValue) is \(what) and counts as 0",
        advice: key.isBoolean
          ? "write a Boolean" : key == .version ? "write 1 or 2" : "write an integer from 0",
        key: key.rawValue
      )
    )
    return 0
  }

  /// Says that a key is none of a rule.
  private mutating func remark(unknown key: String) {
    add(
      RuleDiagnostic(
        .unknownKey,
        "\(Printable.quoted(key)) is no key of a rule and is ignored",
        advice: "the nearest one is \(RuleKey.nearest(to: key).rawValue)",
        key: key
      )
    )
  }

  /// Keeps a remark.
  private mutating func add(_ lint: RuleDiagnostic) {
    lints.append(lint)
  }
}
