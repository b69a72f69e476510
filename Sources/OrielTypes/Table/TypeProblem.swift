/// What was wrong with declarations, and how the table went on.
public enum TypeProblem: Hashable, Sendable {
  /// A declaration's place in the lists that a table was made from.
  public struct Place: Hashable, Sendable {
    /// The list: of exported or of imported declarations.
    public let origin: TypeDeclaration.Origin
    /// The index in the list.
    public let index: Int

    /// Gathers the parts.
    public init(origin: TypeDeclaration.Origin, index: Int) {
      self.origin = origin
      self.index = index
    }
  }

  /// A loop of types that were declared to be special cases of each other was broken: this parent of
  /// this type was left out.
  case cycle(type: TypeIdentifier, ignoredParent: TypeIdentifier)
  /// A declaration says something else of a type of the built-in table, and does not count.
  case builtIn(TypeIdentifier, Place)
  /// A type is exported a second time with other words; the first declaration counts.
  case duplicate(TypeIdentifier, ignored: Place, counts: Place)
  /// A declared type begins with `dyn.`; the declaration does not count.
  case reserved(TypeIdentifier, Place)
  /// There are more declarations than a table takes; so many of the last ones do not count.
  case tooMany(leftOut: Int)
  /// There are so many problems more than are listed.
  case more(Int)
}

extension TypeProblem: CustomStringConvertible {
  /// What is wrong and what follows, as a sentence.
  public var description: String {
    switch self {
    case .cycle(let type, let parent):
      """
      '\(type)' conforms to itself through '\(parent)'; that '\(type)' conforms to '\(parent)' is \
      ignored
      """
    case .builtIn(let type, let place):
      "'\(type)' is a system type; what a bundle \(place.verb) of it is ignored"
    case .duplicate(let type, let ignored, let counts):
      """
      '\(type)' is declared by several bundles in different ways; what the first one \(counts.verb) \
      counts, not what a later one \(ignored.verb)
      """
    case .reserved(let type, _):
      "'\(type)' begins with 'dyn.', which is kept for types that nothing declares; it is ignored"
    case .tooMany(let count):
      """
      bundles declare more types than the \(TypeTable.greatestTotal) names that are kept; \
      \(count) declarations are ignored
      """
    case .more(let count): "\(count) more problems with declared types are not listed"
    }
  }
}

extension TypeProblem {
  /// What to do about it.
  public var advice: String {
    switch self {
    case .cycle: "let a type conform to more general ones only"
    case .builtIn: "declare a type of your own that conforms to it"
    case .duplicate: "let the bundle that owns the type export it, and all others import it"
    case .reserved: "use a name in reverse domain order, as 'com.example.drawing'"
    case .tooMany, .more: "declare the types that files need only"
    }
  }
}

extension TypeProblem.Place {
  /// What a bundle did, in a sentence.
  fileprivate var verb: String {
    switch origin {
    case .imported: "imports"
    case .exported, .builtIn: "exports"
    }
  }
}
