import OrielActivation
import Testing

/// What is a predicate, what is none, and where it says so.
@Suite("Grammar of predicates") struct ParserTests {
  /// A text that is no predicate.
  struct Refusal: Sendable {
    /// The text.
    let text: String
    /// The code.
    let code: RuleDiagnostic.Code
    /// The line.
    let line: Int
    /// The column.
    let column: Int

    /// Creates a refusal.
    init(_ text: String, _ code: RuleDiagnostic.Code, _ line: Int, _ column: Int) {
      self.text = text
      self.code = code
      self.line = line
      self.column = column
    }
  }

  /// Every construct that is refused, with its place.
  private static let refusals = [
    Refusal("", .emptyPredicate, 1, 1),
    Refusal(" \n\t", .emptyPredicate, 1, 1),
    Refusal("FUNCTION('a', 'length') == 1", .functionCall, 1, 1),
    Refusal("1 == sum(extensionItems)", .functionCall, 1, 6),
    Refusal("CAST('1', 'NSNumber') == 1", .cast, 1, 1),
    Refusal("ternary(1 == 1, 1, 2) == 1", .ternary, 1, 1),
    Refusal("block == 1", .block, 1, 1),
    Refusal("BLOCK(x) == 1", .block, 1, 1),
    Refusal("[Thing make] == 1", .messageSend, 1, 1),
    Refusal("extensionItems[0] == 1", .missingOperator, 1, 15),
    Refusal("extensionItems == @selector(x)", .messageSend, 1, 19),
    Refusal("x:y == 1", .missingOperator, 1, 2),
    Refusal(":y == 1", .messageSend, 1, 1),
    Refusal("extensionItems.@count == %@", .formatSpecifier, 1, 26),
    Refusal("%K == 1", .formatSpecifier, 1, 1),
    Refusal("1 == %d", .formatSpecifier, 1, 6),
    Refusal("SUBQUERY(extensionItems, $, TRUEPREDICATE).@count > 0", .dollarWithoutName, 1, 26),
    Refusal("$.attachments.@count == 1", .dollarWithoutName, 1, 1),
    Refusal("$1 == 1", .dollarWithoutName, 1, 1),
    Refusal("$x == 1", .unboundVariable, 1, 1),
    Refusal("SUBQUERY($x, $x, TRUEPREDICATE).@count > 0", .unboundVariable, 1, 10),
    Refusal(
      "SUBQUERY(extensionItems, $x, TRUEPREDICATE).@count == $x.@count",
      .unboundVariable,
      1,
      55
    ),
    Refusal("extensionItems.@count == \\\"1\\\"", .backslash, 1, 26),
    Refusal("1 == 'a\\q'", .badEscape, 1, 8),
    Refusal("1 == 'a\\u12'", .badEscape, 1, 8),
    Refusal("1 == '\\uD800'", .badEscape, 1, 7),
    Refusal("extensionItems.@count 1", .missingOperator, 1, 23),
    Refusal("extensionItems.@count", .missingOperator, 1, 22),
    Refusal("(extensionItems.@count) == 1", .missingOperator, 1, 23),
    Refusal("'a'.length == 1", .missingOperator, 1, 4),
    Refusal("SELF.extensionItems.@count == 1", .missingOperator, 1, 5),
    Refusal("1 ==", .missingValue, 1, 5),
    Refusal("1 == == 1", .missingValue, 1, 6),
    Refusal("AND 1 == 1", .missingValue, 1, 1),
    Refusal("1 == 1 AND", .missingValue, 1, 11),
    Refusal("ANY == 1", .missingValue, 1, 5),
    Refusal("1 == (1)", .missingValue, 1, 6),
    Refusal("extensionItems. == 1", .missingKey, 1, 17),
    Refusal("extensionItems.@sum == 1", .unexpectedCharacter, 1, 16),
    Refusal("TRUEPREDICATE AND\n \"public.png == 1", .unterminatedString, 2, 2),
    Refusal("1 == 'a\\'", .unterminatedString, 1, 6),
    Refusal("\r\n\r\n 'a", .unterminatedString, 3, 2),
    Refusal("'äöü' == 'x' AND 'ö", .unterminatedString, 1, 18),
    Refusal("NSExtensionActivationSupportsText", .dictionaryKeyName, 1, 1),
    Refusal("NSExtensionActivationSupportsText == 1", .dictionaryKeyName, 1, 1),
    Refusal("1 == 1 OR NSExtensionActivationSupportsTexts", .dictionaryKeyName, 1, 11),
    Refusal("TRUEPREDICATE)", .trailingText, 1, 14),
    Refusal("1 == 1 2", .trailingText, 1, 8),
    Refusal("1 == 1 1 == 1", .trailingText, 1, 8),
    Refusal("(1 == 1", .missingPunctuation, 1, 8),
    Refusal("1 IN {1, 2", .missingPunctuation, 1, 11),
    Refusal("1 IN {1,}", .missingValue, 1, 9),
    Refusal("SUBQUERY extensionItems == 1", .missingPunctuation, 1, 10),
    Refusal("SUBQUERY(extensionItems, x, 1 == 1).@count > 0", .missingValue, 1, 26),
    Refusal("1 ==[c] 1", .badModifier, 1, 5),
    Refusal("1 IN[c] {1}", .badModifier, 1, 5),
    Refusal("'a' LIKE[x] 'a'", .badModifier, 1, 10),
    Refusal("'a' LIKE[dc] 'a'", .badModifier, 1, 10),
    Refusal("1AND 1 == 1", .badNumber, 1, 1),
    Refusal("1 == 0x1F", .badNumber, 1, 6),
    Refusal("1 + 1 == 2", .missingOperator, 1, 3),
    Refusal("1 == - 1", .unexpectedCharacter, 1, 6),
    Refusal("(1 == 1 #)", .unexpectedCharacter, 1, 9),
    Refusal("1 == 1 & 1 == 1", .trailingText, 1, 8),
    Refusal("1 == 1 ~", .trailingText, 1, 8),
    Refusal("1 == 1 AND # 2", .unexpectedCharacter, 1, 12),
    Refusal("'a' MATCHES '(a*)*'", .badPattern, 1, 13),
    Refusal("'a' MATCHES '(a|b)+'", .badPattern, 1, 13),
    Refusal("'a' MATCHES '(a)\\\\1'", .badPattern, 1, 13),
    Refusal("'a' MATCHES '(?=a)'", .badPattern, 1, 13),
    Refusal("'a' MATCHES '(?<!a)'", .badPattern, 1, 13),
    Refusal("'a' MATCHES '['", .badPattern, 1, 13),
    Refusal("'a' MATCHES 'a{2,1}'", .badPattern, 1, 13),
    Refusal("'a' MATCHES 'a{1001}'", .badPattern, 1, 13),
  ]

  @Test("What is no predicate is refused by name, at its place, with a caret")
  func refused() {
    for refusal in Self.refusals {
      let rule = ActivationRule(.string(refusal.text))
      guard let problem = rule.problem else {
        Issue.record("\(refusal.text) is accepted")
        continue
      }
      #expect(problem.code == refusal.code, "\(refusal.text): \(problem)")
      #expect(
        [problem.line, problem.column] == [refusal.line, refusal.column],
        "\(refusal.text): \(problem)"
      )
      let caret = problem.excerpt?.split(separator: "\n", omittingEmptySubsequences: false).last
      #expect(caret?.count == refusal.column, "\(refusal.text):\n\(problem.excerpt ?? "")")
    }
  }

  @Test(
    "What is a predicate is accepted",
    arguments: [
      "TruePredicate", "not\tFALSEPREDICATE", "!!TRUEPREDICATE", "1==1 AND'a'=='a'AND(1==1)",
      "1 = 1||2=>1",
      "ANY{1,2}==1", "none {} == 1", "SOME extensionItems.attachments.@count == 0", "YES == no",
      "nil == NULL", "SELF == SELF", "1 BETWEEN{0,2}", "'a'LIKE[CD]'A'", "'a' matches [ c ] 'A'",
      "'a' uti-conforms-to 'b'", "'a' Uti-Equals[c] 'b'", "extensionItems . @count == 1",
      "extensionItems.\"attachments\".@COUNT == 0", "extensionItems.any.in == 1", "uti == 1",
      "SUBQUERY(extensionItems,$in,$in.attachments.@count==1).attachments.@count==1",
      "function == 1", "-1.5e+3 < 2E3", "'\\uD83D\\uDE00' == '\u{1F600}'", "{{1}, {}} == 1",
      "größe == 1", "1\u{2003}==\u{A0}1", "x.'a b' == 1",
    ]
  )
  func accepted(_ text: String) {
    let rule = ActivationRule(.string(text))
    #expect(rule.problem == nil, "\(rule.problem?.description ?? "")")
  }

  // MARK: - Bounds

  @Test(
    "64 levels of nesting are accepted and 65 are not",
    arguments: [
      ("(", "TRUEPREDICATE", ")"), ("NOT ", "TRUEPREDICATE", ""), ("1 IN {", "1", "}"),
      ("SUBQUERY(extensionItems, $x, ", "TRUEPREDICATE", ").@count > 0"), ("!(", "1 == 1", ")"),
    ]
  )
  func nesting(_ before: String, _ middle: String, _ after: String) {
    let levels = before == "!(" ? 32 : 64
    let inner = before.contains("{") ? "{" : before
    func text(_ count: Int) -> String {
      // Of lists only the first stands behind an operator.
      before + String(repeating: inner, count: count - 1) + middle
        + String(repeating: after, count: count)
    }
    #expect(ActivationRule(.string(text(levels))).problem == nil)
    #expect(ActivationRule(.string(text(levels + 1))).problem?.code == .nestingTooDeep)
  }

  @Test("65,536 bytes are accepted and one more is not, also of characters of several bytes")
  func length() {
    for letter in ["x", "ä", "\u{1F600}"] {
      let frame = "1 == ''"
      let count = (65_536 - frame.utf8.count) / letter.utf8.count
      var text = "1 == '" + String(repeating: letter, count: count)
      text += String(repeating: "x", count: 65_535 - text.utf8.count) + "'"
      #expect(text.utf8.count == 65_536)
      #expect(ActivationRule(.string(text)).problem == nil)
      #expect(ActivationRule(.string(text + " ")).problem?.code == .sourceTooLong)
    }
    let huge = String(repeating: "(", count: 3_000_000)
    #expect(ActivationRule(.string(huge)).problem?.code == .sourceTooLong)
  }

  @Test("10,000 expressions and values are accepted and one more is not")
  func nodes() {
    // A comparison of two numbers is three, and all with OR between them are one more.
    func text(_ comparisons: Int) -> String {
      Array(repeating: "0==1", count: comparisons).joined(separator: "||")
    }
    #expect(ActivationRule(.string(text(3333))).problem == nil)
    #expect(ActivationRule(.string(text(3334))).problem?.code == .tooManyNodes)
    let list = "1 IN {" + Array(repeating: "1", count: 9_997).joined(separator: ",") + "}"
    #expect(ActivationRule(.string(list)).problem == nil)
    let longer = "1 IN {" + Array(repeating: "1", count: 9_998).joined(separator: ",") + "}"
    #expect(ActivationRule(.string(longer)).problem?.code == .tooManyNodes)
  }

  // MARK: - Remarks

  @Test(
    "A predicate that is accepted says what its author should know",
    arguments: [
      ("1 == 1 OR 1 == 2 AND 2 == 2", RuleDiagnostic.Code.mixedAndOr, 8),
      ("(1 == 1 OR 1 == 2) AND 2 == 2", nil, 0),
      ("extensionItems == 1", .toManyWithoutQuantifier, 1),
      ("{1} == 1", .toManyWithoutQuantifier, 1),
      ("ANY 1 == 1", .quantifierWithoutCollection, 5),
      ("extensionItems.@count == '1'", .typeMismatch, 23),
      ("1 IN 2", .typeMismatch, 3),
      ("1 BETWEEN {1}", .typeMismatch, 3),
      ("TRUE < FALSE", .typeMismatch, 6),
      ("'a' CONTAINS 1", .typeMismatch, 5),
      ("SUBQUERY(extensionItems.@count, $x, 1 == 1).@count == 0", .typeMismatch, 10),
      ("extensionItems.name == 'x'", .unknownKeyPath, 16),
      ("ExtensionItems.@count == 1", .unknownKeyPath, 1),
      ("extensionItems.@count.@count == 1", .unknownKeyPath, 23),
      ("SUBQUERY(extensionItems, $i, $i.userInfo == 1).@count > 0", .unknownKeyPath, 33),
      ("extensionItems.@count == 1", nil, 0),
      ("ANY extensionItems.attachments.registeredTypeIdentifiers IN {'a', 'b'}", nil, 0),
      ("extensionItems.@count != NIL", nil, 0),
    ] as [(String, RuleDiagnostic.Code?, Int)]
  )
  func remarks(_ text: String, _ code: RuleDiagnostic.Code?, _ column: Int) {
    let lints = ActivationRule(.string(text)).lints.filter { $0.code != .offeredForEverything }
    #expect(lints.map(\.code) == (code.map { [$0] } ?? []))
    #expect(lints.first?.column ?? 0 == column, "\(lints)")
  }

  @Test(
    "A rule that always holds is named",
    arguments: [
      ("TRUEPREDICATE", true), ("NOT FALSEPREDICATE", true), ("'a' == 'a'", true),
      ("1 == 2 OR TRUEPREDICATE OR extensionItems.@count == 1", true),
      ("NOT (name == 1 AND extensionItems.@count == 1)", true),
      ("NOT extensionItems.@count == '1'", true), ("2 BETWEEN {1, 3} AND 1 IN {1}", true),
      ("'public.png' UTI-CONFORMS-TO 'public.image'", true),
      ("NOT 'com.example.x' UTI-CONFORMS-TO 'public.image'", false),
      ("TRUEPREDICATE AND extensionItems.@count == 1", false), ("FALSEPREDICATE", false),
      ("extensionItems.@count == extensionItems.@count", false), ("1 == 2", false),
      ("ALL {} UTI-CONFORMS-TO 'public.image'", true), ("ALL {} == 'a'", true),
      ("NONE {} UTI-CONFORMS-TO 'public.image'", true), ("NONE { } == 'a'", true),
      ("ANY {} UTI-CONFORMS-TO 'public.image'", false), ("ANY {} == 'a'", false),
      ("SOME {} != 1", false), ("NOT (ANY {} == 1)", true), ("NOT ALL {} == 1", false),
      ("ALL {} == extensionItems.@count", true), ("NONE {} LIKE '*'", true),
      ("ALL {} IN extensionItems.attachments.registeredTypeIdentifiers", true),
      ("ALL {} > SUBQUERY(extensionItems, $i, $i.attachments.@count > 1).@count", true),
      ("ALL {} BETWEEN {1, 2} AND NONE {} MATCHES 'a+'", true),
      ("ALL {} == 1 AND extensionItems.@count == 1", false),
      ("ALL {} == 1 OR extensionItems.@count == 1", true),
      ("ALL {} == extensionItems.unknown", false), ("ALL {1} == 1", true), ("ALL {1} == 2", false),
      ("ALL {'public.png', 'public.jpeg'} UTI-CONFORMS-TO 'public.image'", true),
      ("ANY {'public.png', 'com.example.x'} UTI-CONFORMS-TO 'public.image'", true),
      ("ALL {'public.png', 'com.example.x'} UTI-CONFORMS-TO 'public.image'", false),
      ("NONE {'com.example.x'} UTI-CONFORMS-TO 'public.image'", false),
      ("NOT (NONE {'public.png'} UTI-CONFORMS-TO 'public.image')", true),
    ]
  )
  func alwaysTrue(_ text: String, _ isAlwaysTrue: Bool) {
    let lints = ActivationRule(.string(text)).lints
    #expect(lints.contains { $0.code == .offeredForEverything } == isAlwaysTrue, "\(lints)")
    // What is said to hold always does so.
    var random = RandomSource(seed: 61)
    let rule = ActivationRule(.string(text))
    for _ in 0..<50 where isAlwaysTrue { #expect(rule.matches(RandomRequests.input(&random))) }
  }
}
