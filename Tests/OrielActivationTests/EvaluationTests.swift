import OrielActivation
import OrielTypes
import Testing

/// What predicates mean, corner by corner.
@Suite("Evaluation of predicates") struct EvaluationTests {
  /// Two items: two attachments with three types in all, and none.
  private static let input = ActivationInput(
    items: [
      ActivationInput.Item(attachments: [["public.png", "public.file-url"], ["Com.Example.Kiln"]]),
      ActivationInput.Item(attachments: []),
    ],
    types: .builtIn
  )

  /// Checks predicates.
  private func check(_ cases: KeyValuePairs<String, Bool>) {
    for (text, expected) in cases {
      let rule = ActivationRule(.string(text))
      #expect(rule.problem == nil, "\(text)")
      #expect(rule.matches(Self.input) == expected, "\(text)")
    }
  }

  @Test("Types that Unicode calls equivalent are two texts")
  func equivalentTypes() {
    let composed = "com.example.caf\u{E9}"
    let decomposed = "com.example.cafe\u{301}"
    let input = ActivationInput(
      items: [.init(attachments: [[composed, decomposed]])],
      types: .builtIn
    )
    for text in [composed, decomposed] {
      let equal =
        "SUBQUERY(extensionItems.attachments.registeredTypeIdentifiers, $t, "
        + "$t == '\(text)').@count == 1"
      let rule = ActivationRule(.string(equal))
      #expect(rule.matches(input) && RuleSet([rule]).matches(input) == [true])
    }
  }

  @Test("Keys lead through collections to one flat collection")
  func keyPaths() {
    let attachments = "extensionItems.attachments"
    check([
      "extensionItems.@count == 2": true,
      "\(attachments).@count == 2": true,
      "\(attachments).registeredTypeIdentifiers.@count == 3": true,
      "SUBQUERY(extensionItems, $i, $i.attachments.@count == 0).@count == 1": true,
      "SUBQUERY(extensionItems, $i, 1 == 1).attachments.@count == 2": true,
      "SUBQUERY(extensionItems, $i, 1 == 1).attachments.registeredTypeIdentifiers.@count == 3":
        true,
      "ANY SUBQUERY(\(attachments), $a, 1 == 1).registeredTypeIdentifiers == 'public.png'": true,
      "SUBQUERY(SUBQUERY(extensionItems, $i, $i.attachments.@count > 0), $j, "
        + "$j.attachments.@count == 2).@count == 1": true,
      "SUBQUERY(\(attachments).registeredTypeIdentifiers, $t, $t BEGINSWITH 'public.').@count == 2":
        true,
      "SUBQUERY({'a', 1, {2}}, $x, $x == 'a').@count == 1": true,
      "SUBQUERY({{1, 2}, {3}}, $x, ANY $x == 3).@count == 1": true,
      "SUBQUERY({1, 2, 3}, $x, SUBQUERY({1, 2, 3}, $y, $x == $y).@count == 1).@count == 3": true,
    ])
  }

  @Test("A known key that an object has not leads to an empty collection")
  func missing() {
    check([
      "attachments.@count == 0": true,
      "extensionItems.registeredTypeIdentifiers.@count == 0": true,
      "SUBQUERY(extensionItems, $i, $i.registeredTypeIdentifiers.@count == 0).@count == 2": true,
      "ALL attachments == 1": true, "NONE attachments == 1": true, "ANY attachments == 1": false,
    ])
  }

  @Test("A key that leads to nothing makes its comparison false, and only that")
  func unknown() {
    check([
      "name == 'x'": false, "NOT name == 'x'": true, "name != 'x'": false,
      "name.@count == 0": false, "NOT name.@count == 0": true, "name.@count >= 0": false,
      "ALL name == 1": false, "NONE name == 1": false, "ANY name == 1": false,
      "NOT ALL extensionItems.name == 1": true,
      "SUBQUERY(name, $x, 1 == 1).@count == 0": false,
      "NOT SUBQUERY(name, $x, 1 == 1).@count == 0": true,
      "SUBQUERY(SUBQUERY(name, $x, 1 == 1), $y, 1 == 1).@count == 0": false,
      "SUBQUERY(extensionItems, $i, $i.name == 1).@count == 0": true,
      "1 IN {name, 1}": false, "1 == name": false, "ANY {1, name} == 1": false,
      "1 IN {1, extensionItems.@count.@count}": true,
      "name == NIL": false, "name != NIL": false, "extensionItems.@count.@count == 1": false,
      "SUBQUERY(extensionItems.@count, $x, 1 == 1).@count == 0": false,
      "SUBQUERY(SELF, $x, 1 == 1).@count == 0": false,
    ])
  }

  @Test("ANY, ALL and NONE look at each element; without one a collection compares false")
  func quantifiers() {
    let types = "extensionItems.attachments.registeredTypeIdentifiers"
    check([
      "ANY \(types) == 'public.png'": true, "SOME \(types) == 'public.jpeg'": false,
      "ALL \(types) CONTAINS '.'": true, "ALL \(types) CONTAINS 'public'": false,
      "NONE \(types) == 'public.jpeg'": true, "NONE \(types) == 'public.png'": false,
      "\(types) == 'public.png'": false, "NOT \(types) == 'public.png'": true,
      "\(types) != 'public.png'": false, "\(types) CONTAINS 'public.png'": false,
      "\(types) IN {'public.png'}": false, "{1} == 1": false, "{1} == {1}": false,
      "ANY {1, 2} == 2": true, "ALL {1, 2} < 3": true, "NONE {1, 2} == 3": true,
      "ANY {} == 1": false, "ALL {} == 1": true, "NONE {} == 1": true,
      "ANY {1, 'a'} == 'a'": true, "ALL {1, 'a'} == 1": false, "NONE {'a'} == 1": true,
      "ANY 1 == 1": true, "NONE 1 == 1": false, "ALL {{1}} == 1": false,
      "ANY \(types) IN {'x', 'public.png'}": true, "ANY {1, 5} BETWEEN {4, 6}": true,
      "'public.png' IN \(types)": true, "'public.jpeg' IN \(types)": false,
      "'public.png' == \(types)": false,
    ])
  }

  @Test("Values of kinds that do not compare compare false, whatever the operator is")
  func kinds() {
    check([
      "1 == '1'": false, "1 != '1'": false, "1 < 'a'": false, "'1' IN {1}": false,
      "1 IN {'1', 1}": true, "TRUE == 1": false, "TRUE != 1": false, "YES == TRUE": true,
      "NO != TRUE": true, "TRUE > FALSE": false, "NIL == NULL": true, "NIL != NIL": false,
      "1 == NIL": false, "1 != NIL": true, "'a' != NIL": true, "NIL < 1": false,
      "NIL IN {NIL}": true,
      "SELF == SELF": true, "SELF != SELF": false, "SELF == 'x'": false, "SELF != 'x'": false,
      "SELF != NIL": true, "1 BETWEEN {1, '2'}": false, "1 BETWEEN {1}": false,
      "1 BETWEEN 1": false,
      "1 IN 1": false, "'a' IN 'abc'": false, "'a' CONTAINS 1": false, "1 CONTAINS '1'": false,
      "1 UTI-EQUALS 'a'": false, "NOT 1 == '1'": true, "1 LIKE '1'": false, "'1' MATCHES 1": false,
      "SUBQUERY(extensionItems, $i, $i == $i).@count == 2": true,
      "SUBQUERY(extensionItems, $i, $i == SELF OR $i != SELF).@count == 0": true,
      "SUBQUERY(extensionItems, $i, ANY extensionItems == $i).@count == 2": true,
    ])
  }

  @Test("Numbers compare by value, texts by their scalars")
  func order() {
    check([
      "1 == 1.0": true, "1.5 > 1": true, "-1 < 0": true, "2 BETWEEN {1, 2}": true,
      "3 BETWEEN {1, 2}": false, "2 BETWEEN {3, 1}": false, "1e400 > 9223372036854775807": true,
      "9223372036854775807 < 9223372036854775808": true,
      "9007199254740993 > 9007199254740992.0": true,
      "-9223372036854775808 >= -9.3e18": true, "'a' < 'b'": true, "'B' < 'a'": true,
      "'a' BETWEEN {'a', 'c'}": true, "'é' == 'e\\u0301'": false, "'a' == 'A'": false,
      "'z' < 'ä'": true, "'' <= 'a'": true, "'\u{FF5E}' < '\u{1F600}'": true,
    ])
  }

  @Test("Types conform and are equal without regard to case; texts are not")
  func types() {
    let types = "extensionItems.attachments.registeredTypeIdentifiers"
    check([
      "ANY \(types) UTI-CONFORMS-TO 'PUBLIC.IMAGE'": true,
      "ANY \(types) UTI-CONFORMS-TO[c] 'public.image'": true,
      "ANY \(types) UTI-EQUALS 'com.example.KILN'": true,
      "ANY \(types) == 'com.example.kiln'": false,
      "ANY \(types) UTI-CONFORMS-TO 'com.example.kiln'": true,
      "ANY \(types) UTI-CONFORMS-TO 'public.movie'": false,
      "ALL \(types) UTI-CONFORMS-TO 'public.item'": false,
      "'public.png' UTI-CONFORMS-TO 'public.image'": true,
      "'com.compuserve.gif' UTI-CONFORMS-TO 'public.image'": true,
      "'public.image' UTI-CONFORMS-TO 'public.png'": false,
      "'not a type' UTI-CONFORMS-TO 'NOT A TYPE'": true, "'' UTI-EQUALS ''": true,
      "SUBQUERY(\(types), $t, 'public.png' UTI-CONFORMS-TO $t).@count == 1": true,
      "SUBQUERY(\(types), $t, $t UTI-CONFORMS-TO $t).@count == 3": true,
    ])
  }

  @Test("Variables bind innermost first; bare key paths begin at the root")
  func variables() {
    check([
      "SUBQUERY(extensionItems, $x, SUBQUERY($x.attachments, $x, "
        + "$x.registeredTypeIdentifiers.@count > 0).@count == 2).@count == 1": true,
      "SUBQUERY(extensionItems, $x, SUBQUERY($x.attachments, $x, 1 == 1).@count == 2 "
        + "AND $x.attachments.@count == 2).@count == 1": true,
      "SUBQUERY(extensionItems, $i, SUBQUERY($i.attachments, $a, "
        + "$i.attachments.@count == 2).@count == 2).@count == 1": true,
      "SUBQUERY(extensionItems, $i, attachments.@count == 0).@count == 2": true,
      "SUBQUERY(extensionItems, $i, extensionItems.@count == 2).@count == 2": true,
    ])
  }

  @Test("NOT binds tighter than AND, and AND tighter than OR")
  func precedence() {
    check([
      "TRUEPREDICATE OR FALSEPREDICATE AND FALSEPREDICATE": true,
      "(TRUEPREDICATE OR FALSEPREDICATE) AND FALSEPREDICATE": false,
      "NOT FALSEPREDICATE OR TRUEPREDICATE": true, "NOT TRUEPREDICATE AND FALSEPREDICATE": false,
      "NOT (TRUEPREDICATE AND FALSEPREDICATE)": true, "! ! TRUEPREDICATE": true,
      "FALSEPREDICATE OR TRUEPREDICATE AND NOT FALSEPREDICATE": true,
    ])
  }
}
