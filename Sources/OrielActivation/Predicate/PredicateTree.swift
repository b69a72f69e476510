/// A predicate as flat arrays: nodes name each other by index, so that evaluating one counts no
/// references.
struct PredicateTree: Sendable {
  /// A Boolean expression.
  enum Node: Sendable {
    /// TRUEPREDICATE or FALSEPREDICATE.
    case constant(Bool)
    /// NOT.
    case not(Int)
    /// AND of the nodes at these places of ``PredicateTree/lists``.
    case all(Range<Int>)
    /// OR of the nodes at these places of ``PredicateTree/lists``.
    case any(Range<Int>)
    /// The comparison with this index.
    case comparison(Int)
  }

  /// A value.
  enum Operand: Sendable {
    /// A number.
    case number(RuleNumber)
    /// The string with this index.
    case string(Int)
    /// TRUE or FALSE.
    case boolean(Bool)
    /// NIL.
    case null
    /// A list of the operands at these places of ``PredicateTree/lists``.
    case list(Range<Int>)
    /// The keys at these places of ``PredicateTree/keys``, from the root.
    case root(Range<Int>)
    /// The same from a variable.
    case variable(slot: Int, keys: Range<Int>)
    /// The same from the elements of a collection for which a predicate holds.
    case subquery(collection: Int, slot: Int, predicate: Int, keys: Range<Int>)
  }

  /// A step of a key path.
  enum Key: Sendable, Hashable {
    /// `extensionItems`.
    case items
    /// `attachments`.
    case attachments
    /// `registeredTypeIdentifiers`.
    case types
    /// `@count`.
    case count
    /// A key that leads to nothing that a rule sees.
    case unknown
  }

  /// The Boolean expressions.
  var nodes: [Node] = []
  /// The scalars of the text that each of them came from.
  var nodeRanges: [Range<Int>] = []
  /// The values.
  var operands: [Operand] = []
  /// The scalars of the text that each of them came from.
  var operandRanges: [Range<Int>] = []
  /// What is known about each value before there is a request.
  var operandTypes: [StaticType] = []
  /// The comparisons.
  var comparisons: [Comparison] = []
  /// What lists hold, one list after the other.
  var lists: [Int] = []
  /// The keys of key paths, one path after the other.
  var keys: [Key] = []
  /// The strings.
  var strings: [String] = []
  /// The patterns of LIKE and MATCHES.
  var patterns: [TextPattern] = []
  /// The node that stands for the whole predicate.
  var root = 0

  /// The most nodes and values.
  static let greatestCount = 10_000
  /// The most parentheses, NOTs, SUBQUERYs and lists that are open at once.
  static let greatestNesting = 64
}

/// A comparison of two values.
struct Comparison: Sendable {
  /// What must hold for the elements of the left side.
  enum Quantifier: Sendable {
    /// The left side is one value.
    case single
    /// ANY or SOME.
    case any
    /// ALL.
    case all
    /// NONE.
    case none
  }

  /// How the sides are compared.
  enum Relation: Sendable, Hashable {
    case equal, notEqual, less, lessOrEqual, greater, greaterOrEqual
    case between, `in`
    case beginsWith, endsWith, contains, like, matches
    case conformsTo, isType

    /// Whether it compares texts.
    var isOfTexts: Bool {
      switch self {
      case .beginsWith, .endsWith, .contains, .like, .matches, .conformsTo, .isType: true
      case .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual, .between, .in: false
      }
    }

    /// Whether it needs an order.
    var isOrder: Bool {
      switch self {
      case .less, .lessOrEqual, .greater, .greaterOrEqual, .between: true
      default: false
      }
    }
  }

  /// What must hold for the elements of the left side.
  let quantifier: Quantifier
  /// The operand on the left.
  let left: Int
  /// How the sides are compared.
  let relation: Relation
  /// What texts are compared without.
  let folding: TextFolding
  /// The operand on the right.
  let right: Int
  /// The pattern, when the right side is text that was read as one.
  let pattern: Int?
  /// The first scalar of the operator.
  let operatorOffset: Int
}
