/// What is known about a type: what it is a special case of, and how files and MIME name it.
public struct TypeDeclaration: Sendable, Hashable {
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

  /// The type.
  public let identifier: TypeIdentifier
  /// What it is a special case of, directly.
  public let parents: [TypeIdentifier]
  /// The suffixes of file names without the dot, the preferred one first.
  public let suffixes: [String]
  /// The MIME types, the preferred one first.
  public let mimeTypes: [String]
  /// Where the declaration comes from.
  public let origin: Origin

  /// Creates a declaration.
  public init(
    identifier: TypeIdentifier,
    parents: [TypeIdentifier],
    suffixes: [String] = [],
    mimeTypes: [String] = [],
    origin: Origin
  ) {
    self.identifier = identifier
    self.parents = parents
    self.suffixes = suffixes
    self.mimeTypes = mimeTypes
    self.origin = origin
  }
}
