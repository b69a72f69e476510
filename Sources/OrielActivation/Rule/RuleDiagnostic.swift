internal import OrielText
public import OrielTypes

/// Something that is wrong with an activation rule, or that its author should know.
public struct RuleDiagnostic: Sendable, Hashable {
  /// What it is about, for programs.
  public enum Code: String, Sendable, Hashable, CaseIterable {
    // What makes a rule worthless: it is never offered.

    /// The rule is neither a predicate nor a dictionary.
    case notARule = "not-a-rule"
    /// The predicate holds nothing.
    case emptyPredicate = "empty-predicate"
    /// The predicate is longer than 65,536 bytes.
    case sourceTooLong = "source-too-long"
    /// More than 64 parentheses, NOTs, SUBQUERYs and lists are open at once.
    case nestingTooDeep = "nesting-too-deep"
    /// The predicate has more than 10,000 nodes.
    case tooManyNodes = "too-many-nodes"
    /// A string has no end.
    case unterminatedString = "unterminated-string"
    /// A string holds an escape that does not exist.
    case badEscape = "bad-escape"
    /// A number is followed by letters.
    case badNumber = "bad-number"
    /// A backslash stands outside a string.
    case backslash = "backslash"
    /// A place for an argument, such as `%@`, was not filled.
    case formatSpecifier = "format-specifier"
    /// A `$` has no name after it.
    case dollarWithoutName = "dollar-without-name"
    /// A character that no predicate holds outside a string.
    case unexpectedCharacter = "unexpected-character"
    /// A function is called.
    case functionCall = "function-call"
    /// A value is cast.
    case cast = "cast"
    /// A condition chooses between two values.
    case ternary = "ternary"
    /// A block is called.
    case block = "block"
    /// A message is sent, or a selector named.
    case messageSend = "message-send"
    /// A key of the dictionary form stands in a predicate.
    case dictionaryKeyName = "dictionary-key-name"
    /// No operator follows a value.
    case missingOperator = "missing-operator"
    /// A value is missing.
    case missingValue = "missing-value"
    /// A key is missing after a dot.
    case missingKey = "missing-key"
    /// A parenthesis, brace or comma is missing.
    case missingPunctuation = "missing-punctuation"
    /// A modifier such as `[c]` does not exist, or stands after an operator that takes none.
    case badModifier = "bad-modifier"
    /// Nothing binds a variable.
    case unboundVariable = "unbound-variable"
    /// The pattern of MATCHES is none, or is one that is not run.
    case badPattern = "bad-pattern"
    /// Something follows the end of the predicate.
    case trailingText = "trailing-text"

    // What an author should know of a rule that works.

    /// A value of another kind was read as a number.
    case coercedValue = "coerced-value"
    /// A value is no number that the key takes, and counts as 0.
    case badValue = "bad-value"
    /// A key is none of those of a rule, and is ignored.
    case unknownKey = "unknown-key"
    /// A key of a rule stands where none is read.
    case misplacedKey = "misplaced-key"
    /// The dictionary declares nothing, so the extension is never offered.
    case declaresNothing = "declares-nothing"
    /// A key has no effect beside the others.
    case keyWithoutEffect = "key-without-effect"
    /// The extension point needs a rule and there is none.
    case noRule = "no-rule"
    /// The extension point uses no rule and there is one.
    case ruleIgnored = "rule-ignored"
    /// AND and OR are mixed without parentheses.
    case mixedAndOr = "mixed-and-or"
    /// A collection is compared without ANY, ALL or NONE, which is false.
    case toManyWithoutQuantifier = "to-many-without-quantifier"
    /// ANY, ALL or NONE stands before a single value.
    case quantifierWithoutCollection = "quantifier-without-collection"
    /// A key path leads to nothing that a rule sees.
    case unknownKeyPath = "unknown-key-path"
    /// Two values of kinds that do not compare are compared, which is false.
    case typeMismatch = "type-mismatch"
    /// The rule holds for every input.
    case offeredForEverything = "offered-for-everything"
    /// The rule needed too many steps for a request, and was given up.
    case tooManySteps = "too-many-steps"
    /// Types were declared to be special cases of each other.
    case typeCycle = "type-cycle"
  }

  /// What it is about, for programs.
  public let code: Code
  /// What is wrong, for people; one line, fit for a terminal.
  public let message: String
  /// What to do about it.
  public let advice: String?
  /// The key of the rule's dictionary, or the misplaced one, that it is about.
  public let key: String?
  /// Where it is in a predicate.
  public let place: RulePlace?

  /// Creates a diagnostic.
  init(
    _ code: Code,
    _ message: String,
    advice: String? = nil,
    key: String? = nil,
    place: RulePlace? = nil
  ) {
    self.code = code
    self.message = message
    self.advice = advice
    self.key = key
    self.place = place
  }

  /// The line in the predicate, from 1.
  public var line: Int? { place?.line }
  /// The column in the predicate, from 1, in Unicode scalars.
  public var column: Int? { place?.column }
  /// The line of the predicate, and below it a caret under the place.
  public var excerpt: String? { place?.excerpt }
}

extension RuleDiagnostic: CustomStringConvertible {
  /// The place, the message and the advice as one line.
  public var description: String {
    let start = place.map { "line \($0.line), column \($0.column): " } ?? ""
    return start + message + (advice.map { "; \($0)" } ?? "")
  }
}

extension RuleDiagnostic {
  /// What to say about types that were declared to be special cases of each other.
  public static func cycles(of types: TypeTable) -> [RuleDiagnostic] {
    types.cycles.map { cycle in
      RuleDiagnostic(
        .typeCycle,
        "\(Printable.source(cycle.type.rawValue)) is declared to conform to "
          + "\(Printable.source(cycle.ignoredParent.rawValue)), which conforms to it; the declaration "
          + "is ignored there",
        advice: "let a type conform to more general ones only"
      )
    }
  }
}
