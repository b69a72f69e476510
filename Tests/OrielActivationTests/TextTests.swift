import Foundation
import OrielActivation
import OrielTypes
import Testing

/// Texts compare by operators that are words, with and without regard to case and marks.
@Suite("Comparison of texts") struct TextTests {
  /// Whether a predicate holds.
  private static func holds(_ text: String) -> Bool {
    let rule = ActivationRule(.string(text))
    #expect(rule.problem == nil, "\(text): \(rule.problem?.description ?? "")")
    return rule.matches(ActivationInput(items: [], types: .builtIn))
  }

  /// A text as it is written in a predicate.
  private static func quoted(_ text: String) -> String {
    var result = "'"
    for scalar in text.unicodeScalars {
      if scalar == "'" || scalar == "\\" { result += "\\" }
      result.unicodeScalars.append(scalar)
    }
    return result + "'"
  }

  @Test(
    "Operators that are words compare texts",
    arguments: [
      ("'abc' BEGINSWITH 'ab'", true), ("'abc' BEGINSWITH 'bc'", false),
      ("'abc' ENDSWITH 'bc'", true),
      ("'abc' ENDSWITH 'ab'", false), ("'abc' CONTAINS 'b'", true), ("'abc' CONTAINS 'ac'", false),
      ("'abc' BEGINSWITH ''", true), ("'abc' CONTAINS ''", true), ("'' CONTAINS 'a'", false),
      ("'aaab' CONTAINS 'aab'", true), ("'abc' BEGINSWITH 'AB'", false),
      ("'abc' BEGINSWITH[c] 'AB'", true), ("'ÀBC' BEGINSWITH[d] 'AB'", true),
      ("'àbc' BEGINSWITH[d] 'AB'", false), ("'àbc' BEGINSWITH[cd] 'AB'", true),
      ("'Ế' LIKE[d] 'E'", true), ("'e\u{301}' LIKE[d] 'é'", true),
      ("'STRASSE' LIKE[c] 'straße'", true),
      ("'ΣΑΣ' LIKE[c] 'σας'", true), ("'ø' LIKE[cd] 'o'", false), ("'ı' LIKE[c] 'i'", false),
      ("'I' LIKE[c] 'i'", true), ("'\u{212A}' LIKE[c] 'k'", true), ("'が' LIKE[d] 'か'", true),
    ]
  )
  func operators(_ text: String, _ expected: Bool) {
    #expect(Self.holds(text) == expected)
  }

  @Test("Every letter that Unicode composes of a letter and marks is that letter without marks")
  func diacritics() {
    var count = 0
    for value in (0x80...0x1FFFF) as ClosedRange<UInt32> {
      guard let scalar = Unicode.Scalar(value), !(0xAC00...0xD7A3).contains(value) else { continue }
      // Foundation decomposes by the tables of Unicode.
      let parts = Array(String(scalar).decomposedStringWithCanonicalMapping.unicodeScalars)
      guard parts.count > 1, parts[0].properties.isLetter,
        parts.dropFirst().allSatisfy({ $0.properties.generalCategory == .nonspacingMark })
      else { continue }
      count += 1
      #expect(
        Self.holds("'\(scalar)' LIKE[d] '\(parts[0])'"),
        "U+\(String(value, radix: 16)) \(scalar)"
      )
    }
    #expect(count > 900)
  }

  // MARK: - Patterns

  @Test("LIKE agrees with a regular expression of Foundation on random patterns")
  func wildcards() throws {
    var random = RandomSource(seed: 41)
    var matched = 0
    for _ in 0..<3000 {
      let text = String((0..<random.number(8)).map { _ in random.one(of: ["a", "b", "*", "?"]) })
      let pattern = String(
        (0..<random.number(6)).map { _ in random.one(of: ["a", "b", "*", "?", "*"]) }
      )
      let regular = pattern.map { $0 == "*" ? ".*" : $0 == "?" ? "." : "\($0)" }.joined()
      let expected = try Self.isMatch(text, regular)
      if expected { matched += 1 }
      #expect(Self.holds("'\(text)' LIKE '\(pattern)'") == expected, "\(text) \(pattern)")
    }
    #expect(matched > 300)
  }

  @Test("MATCHES agrees with a regular expression of Foundation on random patterns")
  func expressions() throws {
    var random = RandomSource(seed: 42)
    var matched = 0
    for _ in 0..<4000 {
      let pattern = Self.pattern(&random, depth: 2)
      let quoted = Self.quoted(pattern)
      guard ActivationRule(.string("'a' MATCHES \(quoted)")).problem == nil else { continue }
      let text = String((0..<random.number(6)).map { _ in random.one(of: Array("ab.1 _")) })
      let expected = try Self.isMatch(text, pattern)
      if expected { matched += 1 }
      #expect(Self.holds("'\(text)' MATCHES \(quoted)") == expected, "\(text) \(pattern)")
    }
    #expect(matched > 300, "\(matched)")
  }

  /// Whether a whole text has the form of a regular expression, as Foundation has it.
  private static func isMatch(_ text: String, _ pattern: String) throws -> Bool {
    let expression = try NSRegularExpression(pattern: "\\A(?:\(pattern))\\z")
    let whole = NSRange(location: 0, length: text.utf16.count)
    return expression.firstMatch(in: text, range: whole) != nil
  }

  /// A random pattern of what is understood.
  private static func pattern(_ random: inout RandomSource, depth: Int) -> String {
    let alternatives = (0...(random.once(in: 4) ? 1 : 0)).map { _ in
      (0...random.number(3)).map { _ in part(&random, depth: depth) }.joined()
    }
    return alternatives.joined(separator: "|")
  }

  /// A random part of a pattern.
  private static func part(_ random: inout RandomSource, depth: Int) -> String {
    let atom =
      switch random.number(depth > 0 ? 12 : 9) {
      case 0, 1, 2: random.one(of: ["a", "b"])
      case 3: "."
      case 4: random.one(of: ["[ab]", "[^a]", "[a-b1]", "[^\\d]", "[\\w.]", "[\\]a-]"])
      case 5: random.one(of: ["\\d", "\\w", "\\s", "\\D", "\\W", "\\S", "\\."])
      case 6: random.one(of: ["^", "$"])
      case 7, 8: random.one(of: ["a", "b", "1", "_", " "])
      default:
        random.one(of: ["(", "(?:"]) + pattern(&random, depth: depth - 1) + ")"
      }
    return atom + random.one(of: ["", "", "", "", "*", "+", "?", "{2}", "{1,}", "{0,2}", "*?"])
  }

  // MARK: - Time

  @Test(
    "No pattern and no text takes long",
    .timeLimit(.minutes(1)),
    arguments: [
      "LIKE '\(String(repeating: "*a", count: 10_000))b'",
      "LIKE '\(String(repeating: "*?", count: 10_000))b'",
      "MATCHES '\(String(repeating: "a?", count: 1_000))\(String(repeating: "a", count: 1_000))'",
      "MATCHES '.*\(String(repeating: "a.*", count: 500))b'",
      "MATCHES '(\(String(repeating: "a|", count: 700))b)\\\\w{900}'",
      "CONTAINS '\(String(repeating: "a", count: 10_000))b'",
      "CONTAINS[cd] '\(String(repeating: "á", count: 5_000))b'",
    ]
  )
  func time(_ comparison: String) {
    let text = String(repeating: "a", count: 8_000)
    let rule = ActivationRule(.string("'\(text)' \(comparison)"))
    #expect(rule.problem == nil)
    let duration = ContinuousClock().measure {
      #expect(!rule.matches(ActivationInput(items: [], types: .builtIn)))
    }
    // Eight million comparisons of characters are the most, also in a debug build.
    #expect(duration < .seconds(30), "\(duration)")
  }

  @Test("A pattern that is refused would take for ever elsewhere; what is accepted does not")
  func refused() {
    let text = String(repeating: "a", count: 5_000)
    for pattern in ["(a*)*b", "(a|aa)+c", "(a+)+", "(.*a){20}", "((a?)?)?"] {
      let rule = ActivationRule(.string("'\(text)' MATCHES '\(pattern)'"))
      #expect(rule.problem?.code == .badPattern, "\(pattern)")
    }
    #expect(Self.holds("'\(text)' MATCHES 'a*a*a*a*a*a*'"))
    #expect(!Self.holds("'\(text)' MATCHES '.*.*.*.*b'"))
  }
}

extension Unicode.Scalar.Properties {
  /// Whether the scalar is a letter, and no mark or vowel that follows one.
  fileprivate var isLetter: Bool {
    switch generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter: true
    default: false
    }
  }
}
