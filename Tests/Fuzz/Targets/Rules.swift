import OrielActivation
import OrielTypes

/// Activation rules: after a zero byte a predicate, after another one a dictionary.
enum Rules {
  /// The requests that rules are asked about.
  private static let inputs = [
    [],
    [ActivationInput.Item(attachments: [], hasText: true)],
    [
      ActivationInput.Item(attachments: [["public.png", "public.file-url"], ["public.url"]]),
      ActivationInput.Item(attachments: [["com.adobe.pdf"], [], ["no type", ""]]),
    ],
    [ActivationInput.Item(attachments: Array(repeating: ["public.html"], count: 70))],
  ].map { ActivationInput(items: $0, types: .builtIn) }

  /// Reads a rule and asks it about requests in every way; all must agree.
  static func run(_ bytes: [UInt8]) throws(Finding) -> Bool {
    guard let kind = bytes.first else { return false }
    let value: RuleValue =
      kind == 0
      ? .string(String(decoding: bytes.dropFirst(), as: UTF8.self))
      : dictionary(bytes.dropFirst())
    let rule = ActivationRule(value)
    try check(rule.lints + [rule.problem].compactMap { $0 }, value)
    let expansion = ActivationRule(.string(rule.expanded))
    try Finding.unless(expansion.problem == nil, "an expansion cannot be read: \(rule.expanded)")
    let set = RuleSet([rule, expansion])
    for input in inputs {
      let matches = rule.matches(input)
      try Finding.unless(!matches || rule.problem == nil, "a broken rule holds")
      try Finding.unless(expansion.matches(input) == matches, "the expansion differs")
      try Finding.unless(set.matches(input) == [matches, matches], "a set differs")
      try check(rule.explain(input), of: rule, input, matches)
    }
    return rule.problem == nil
  }

  /// Checks that diagnostics can be shown and name a place in the rule.
  private static func check(
    _ diagnostics: [RuleDiagnostic],
    _ value: RuleValue
  ) throws(Finding) {
    try Finding.unless(diagnostics.count <= 256, "there are too many diagnostics")
    for diagnostic in diagnostics {
      try Finding.unlessPrintable(diagnostic.description)
      guard let place = diagnostic.place else { continue }
      guard case .string(let text) = value else { throw Finding(description: "a place of nothing") }
      let count = text.unicodeScalars.count
      try Finding.unless(
        place.line >= 1 && place.column >= 1 && place.line + place.column <= count + 2,
        "line \(place.line), column \(place.column) is outside"
      )
      let lines = place.excerpt.split(separator: "\n", omittingEmptySubsequences: false)
      try Finding.unless(lines.count == 2 && lines[1].last == "^", "an excerpt has no caret")
      for line in lines { try Finding.unlessPrintable(String(line)) }
    }
  }

  /// Checks that an explanation is true.
  private static func check(
    _ trace: RuleTrace,
    of rule: ActivationRule,
    _ input: ActivationInput,
    _ matches: Bool
  ) throws(Finding) {
    try Finding.unless(trace.isOffered == matches, "an explanation differs")
    try Finding.unlessPrintable(trace.summary)
    var clauses = trace.clauses
    var count = 0
    while let clause = clauses.popLast() {
      count += 1
      clauses += clause.parts
      try Finding.unlessPrintable(clause.text + (clause.detail ?? "") + (clause.subject ?? ""))
    }
    try Finding.unless(count <= 4096, "an explanation has \(count) clauses")
    guard let miss = trace.nearestMiss else { return }
    try Finding.unlessPrintable(miss.sentence)
    try Finding.unlessPrintable(miss.advice)
    switch miss.change {
    case .rule(let value):
      try Finding.unless(ActivationRule(value).matches(input), "a suggestion is wrong: \(miss)")
    case .items(let items):
      let changed = ActivationInput(items: items, types: .builtIn)
      try Finding.unless(rule.matches(changed), "a suggestion is wrong: \(miss)")
    }
  }

  /// A dictionary: three bytes for a key, the kind of its value, and the value.
  private static func dictionary(_ bytes: ArraySlice<UInt8>) -> RuleValue {
    let keys = RuleKey.allCases.map(\.rawValue) + ["NSExtensionActivationSupportsImages", "é\u{7}"]
    var entries: [RuleEntry] = []
    var rest = bytes
    while rest.count >= 3 {
      let (key, kind, value) = (rest.removeFirst(), rest.removeFirst(), rest.removeFirst())
      entries.append(
        RuleEntry(
          key: keys[Int(key) % keys.count],
          value: self.value(kind, value, &rest)
        )
      )
    }
    return .dictionary(entries)
  }

  /// A value of a dictionary.
  private static func value(_ kind: UInt8, _ byte: UInt8, _ rest: inout ArraySlice<UInt8>)
    -> RuleValue
  {
    switch kind % 8 {
    case 0: return .integer(Int64(Int8(bitPattern: byte)))
    case 1: return .boolean(byte & 1 != 0)
    case 2: return .real(Double(byte) / 2)
    case 3:
      let text = rest.prefix(Int(byte) % 32)
      rest.removeFirst(text.count)
      return .string(String(decoding: text, as: UTF8.self))
    case 4: return .array([.integer(1)])
    case 5: return .other(kind: "a date")
    case 6: return .real([.nan, .infinity, -1, 1e300, 0.5][Int(byte) % 5])
    default: return .integer([.max, .min, 1, 2][Int(byte) % 4])
    }
  }
}
