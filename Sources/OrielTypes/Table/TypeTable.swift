internal import OrielSystem

/// Types with everything that follows from their declarations: what each one is a special case of,
/// and which suffixes and MIME types it has.
///
/// A table never changes and is cheap to copy. What a type conforms to is worked out when it is asked
/// for, and then kept.
public struct TypeTable: Sendable {
  /// The table that comes with Oriel, without declarations and without the system's database.
  public static let builtIn = TypeTable()

  /// The table that comes with Oriel and the system's database of MIME types, read at the first use.
  public static let system = TypeTable(mime: .system)

  /// What tables share.
  private let content: Content

  /// Works out a table from the built-in types, declarations and a database of MIME types.
  ///
  /// A type of the built-in table is never changed. Of two declarations of one type an exported one
  /// wins over an imported one, of equals the first; the same holds for two types that claim one
  /// suffix or MIME type. A type may name parents that nothing declares.
  ///
  /// - Parameters:
  ///   - exported: The types that bundles own, in the order of the bundles.
  ///   - imported: The types that bundles use, in the order of the bundles.
  ///   - mime: The database that tells about MIME types and suffixes without a declaration.
  public init(
    exported: [TypeDeclaration] = [],
    imported: [TypeDeclaration] = [],
    mime: MIMEDatabase? = nil
  ) {
    content = Content(DeclarationMerger(exported: exported, imported: imported), mime ?? .empty)
  }

  /// How many names a table keeps: identifiers with their parents, suffixes and MIME types together.
  public static let greatestTotal: Int = 1 << 20
  /// How many types one type can conform to; of more, the nearest ones count.
  public static let greatestAncestorCount: Int = 4096

  /// What was wrong with the declarations.
  public var problems: [TypeProblem] { content.problems }

  /// A loop of types that were declared to be special cases of each other.
  public struct Cycle: Sendable, Hashable {
    /// The type whose declaration closes the loop.
    public let type: TypeIdentifier
    /// The parent that was left out to break it.
    public let ignoredParent: TypeIdentifier
  }

  /// The loops among the problems.
  public var cycles: [Cycle] {
    problems.compactMap { problem in
      guard case .cycle(let type, let parent) = problem else { return nil }
      return Cycle(type: type, ignoredParent: parent)
    }
  }

  /// The database of MIME types.
  public var mime: MIMEDatabase { content.mime }

  // MARK: - Declarations

  /// The declarations that count: the built-in ones, then exported, then imported ones.
  public var declarations: [TypeDeclaration] { content.declarations }

  /// The declaration of a type.
  public func declaration(of type: TypeIdentifier) -> TypeDeclaration? {
    content.number(of: type).map { content.declarations[$0] }
  }

  /// Where the declaration of a type comes from.
  public func origin(of type: TypeIdentifier) -> TypeDeclaration.Origin? {
    content.number(of: type).map { content.origin(at: $0) }
  }

  // MARK: - Conformance

  /// All types that a type conforms to: itself, then nearer ones before farther ones.
  ///
  /// A type without a declaration conforms to itself only; a dynamic type of a MIME type, to what the
  /// parents of the MIME type are; one of a suffix, to `public.data`.
  public func ancestors(of type: TypeIdentifier) -> [TypeIdentifier] {
    content.conformance(of: type) { parents(of: $0) }.ordered
  }

  /// All types that a type conforms to, itself among them.
  public func conformances(of type: TypeIdentifier) -> Set<TypeIdentifier> {
    content.conformance(of: type) { parents(of: $0) }.all
  }

  /// Whether a type is another one or a special case of it.
  public func conforms(_ type: TypeIdentifier, to other: TypeIdentifier) -> Bool {
    type == other || conformances(of: type).contains(other)
  }

  /// What a type directly is a special case of.
  func parents(of type: TypeIdentifier) -> [TypeIdentifier] {
    if let parents = content.parents(of: type) { return parents }
    switch DynamicType(type) {
    case .suffix: return [.data]
    case .mimeType(let mimeType): return parents(ofDynamic: mimeType)
    case nil: return []
    }
  }

  // MARK: - Names

  /// The types that claim a suffix in lower case, the strongest first.
  func types(claimingSuffix suffix: String) -> [TypeIdentifier] {
    content.typesBySuffix[suffix, default: []].map { content.type(at: $0) }
  }

  /// The declared type of a MIME type: by this name, by the canonical name, by other names.
  func declaredType(for mimeType: MIMEType) -> TypeIdentifier? {
    if let number = content.typesByMIMEType[mimeType] { return content.type(at: number) }
    let canonical = mime.canonical(mimeType)
    let number = content.typesByMIMEType[canonical] ?? content.typesByCanonicalName[canonical]
    return number.map { content.type(at: $0) }
  }
}
