/// Where fuzzing of activation rules begins.
enum RuleSeeds {
  /// Predicates after a zero byte, and dictionaries after another one.
  static let all: [String: [UInt8]] = predicates.mapValues { [0] + Array($0.utf8) }
    .merging(dictionaries) { first, _ in first }

  /// Predicates that use all of the grammar.
  private static let predicates = [
    "canonical": """
    SUBQUERY(extensionItems, $i, SUBQUERY($i.attachments, $a, \
    ANY $a.registeredTypeIdentifiers UTI-CONFORMS-TO "com.adobe.pdf").@count \
    == $i.attachments.@count).@count == 1
    """,
    "types": """
    ALL extensionItems.attachments.registeredTypeIdentifiers UTI-EQUALS 'public.html' or \
    none extensionItems.attachments.'registeredTypeIdentifiers' CONTAINS[cd] "\\u0070ng"
    """,
    "types-loop": """
    SUBQUERY(extensionItems.attachments, $a, SUBQUERY($a.registeredTypeIdentifiers, $t, \
    $t UTI-CONFORMS-TO 'public.url' && !($t == "public.file-url")).@count > 0).@count <> 0
    """,
    "patterns": """
    ANY extensionItems.attachments.registeredTypeIdentifiers LIKE[c] "*.p?g" OR \
    ANY extensionItems.attachments.registeredTypeIdentifiers MATCHES 'public\\\\.(png|[a-e]{2,3})|\\\\w+'
    """,
    "lists": """
    extensionItems.@count BETWEEN {1, 3} AND SOME {"a", 'b', {1}} IN {NIL, "b", TRUE} AND \
    extensionItems.attachments.@count => -1.5e2
    """,
    "false": """
    SELF == "x" OR sourceApplication != NULL OR (extensionItems.@count == "1") OR \
    attachments.@count > 0 OR SUBQUERY({1, 2}, $x, $x BEGINSWITH "a").@count =< -1
    """,
    "constants": "NOT (FALSEPREDICATE OR 1 = 2) AND TRUEPREDICATE && YES != NO",
  ]

  /// Keys, kinds and values by their numbers.
  private static let dictionaries: [String: [UInt8]] = [
    "images": [1, 3, 0, 2],
    "version-2": [1, 8, 0, 2, 9, 1, 1, 5, 1, 1, 2, 2, 4, 0, 0, 1],
    "odd": [
      1, 2, 3, 2, 0x31, 0x32, 3, 6, 3, 4, 7, 0, 6, 4, 0, 8, 5, 0, 10, 0, 1, 11, 0, 1, 7, 2, 4,
    ],
  ]
}
