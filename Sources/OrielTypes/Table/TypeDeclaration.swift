/// What is known about a type: what it is a special case of, and how files and MIME name it.
public struct TypeDeclaration: Sendable, Hashable {
  /// The type.
  public let identifier: TypeIdentifier
  /// What it is a special case of, directly.
  public let parents: [TypeIdentifier]
  /// The suffixes of file names without the dot, the preferred one first.
  public let suffixes: [String]
  /// The MIME types, the preferred one first.
  public let mimeTypes: [MIMEType]

  /// The most parents, and the most suffixes, and the most MIME types, of one declaration.
  public static let greatestCount: Int = 64
  /// The longest suffix, in bytes.
  public static let greatestSuffixLength: Int = 64

  /// Creates a declaration of what the caller knows to be sound; see also
  /// ``checked(identifier:conformsTo:suffixes:mimeTypes:)``.
  public init(
    identifier: TypeIdentifier,
    parents: [TypeIdentifier],
    suffixes: [String] = [],
    mimeTypes: [MIMEType] = []
  ) {
    self.identifier = identifier
    self.parents = parents
    self.suffixes = suffixes
    self.mimeTypes = mimeTypes
  }
}

extension TypeDeclaration {
  /// Where a declaration comes from; what is stronger wins over what is weaker.
  public enum Origin: Int, Sendable, Hashable, Comparable {
    /// A bundle that uses the type but does not own it.
    case imported
    /// The bundle that owns the type.
    case exported
    /// The table that comes with Oriel, which no declaration changes.
    case builtIn

    /// Whether the left origin is the weaker one.
    public static func < (left: Origin, right: Origin) -> Bool { left.rawValue < right.rawValue }
  }
}
