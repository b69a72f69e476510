/// Types with everything that follows from their declarations, worked out once.
public struct TypeTable: Sendable {
  /// A loop of types that were declared to be special cases of each other.
  public struct Cycle: Sendable, Hashable {
    /// The type whose declaration closes the loop.
    public let type: TypeIdentifier
    /// The parent that was left out to break it.
    public let ignoredParent: TypeIdentifier
  }

  /// The declarations that count, by type.
  private let declarationsByType: [TypeIdentifier: TypeDeclaration]
  /// All that a type conforms to, itself first, nearer types before farther ones.
  private let ancestorsByType: [TypeIdentifier: [TypeIdentifier]]
  /// The same as sets, in lower case.
  private let conformances: [TypeIdentifier: Set<TypeIdentifier>]
  /// The type of a file name suffix in lower case.
  private let typesBySuffix: [String: TypeIdentifier]
  /// The type of a MIME type in lower case.
  private let typesByMIMEType: [String: TypeIdentifier]
  /// The loops that were broken.
  public let cycles: [Cycle]

  /// The table that comes with Oriel.
  public static let builtIn = TypeTable(declarations: BuiltInTypes.declarations)

  /// Works out a table.
  ///
  /// Of two declarations of one type the one with the stronger origin counts, of equal origins the
  /// first; the same holds for two types that claim one suffix or MIME type.
  ///
  /// - Parameter declarations: All declarations; those of ``BuiltInTypes`` are not added.
  public init(declarations: [TypeDeclaration]) {
    let sorted = declarations.enumerated().sorted {
      ($1.element.origin, $0.offset) < ($0.element.origin, $1.offset)
    }.map(\.element)
    var known: [TypeIdentifier: TypeDeclaration] = [:]
    var suffixes: [String: TypeIdentifier] = [:]
    var mimeTypes: [String: TypeIdentifier] = [:]
    var order: [TypeIdentifier] = []
    for declaration in sorted where known[declaration.identifier] == nil {
      known[declaration.identifier] = declaration
      order.append(declaration.identifier)
      for suffix in declaration.suffixes where suffixes[suffix.lowercased()] == nil {
        suffixes[suffix.lowercased()] = declaration.identifier
      }
      for mimeType in declaration.mimeTypes where mimeTypes[mimeType.lowercased()] == nil {
        mimeTypes[mimeType.lowercased()] = declaration.identifier
      }
    }
    let resolver = AncestorResolver(declarations: known)
    var ancestors: [TypeIdentifier: [TypeIdentifier]] = [:]
    for identifier in order { ancestors[identifier] = resolver.ancestors(of: identifier) }
    declarationsByType = known
    typesBySuffix = suffixes
    typesByMIMEType = mimeTypes
    ancestorsByType = ancestors
    conformances = ancestors.mapValues { Set($0) }
    cycles = resolver.cycles
  }

  /// The declarations that count, in the order of their identifiers.
  public var allDeclarations: [TypeDeclaration] {
    declarationsByType.values.sorted { $0.identifier.folded < $1.identifier.folded }
  }

  /// The declaration of a type.
  public func declaration(of type: TypeIdentifier) -> TypeDeclaration? {
    declarationsByType[type]
  }

  /// All types that a type conforms to: itself, then nearer ones before farther ones.
  ///
  /// A type without a declaration conforms to itself only.
  public func ancestors(of type: TypeIdentifier) -> [TypeIdentifier] {
    ancestorsByType[type] ?? [type]
  }

  /// Whether a type is another one or a special case of it.
  public func type(_ type: TypeIdentifier, conformsTo other: TypeIdentifier) -> Bool {
    type == other || conformances[type]?.contains(other) == true
  }

  /// The type of files whose names end with a suffix, given without the dot, in any case.
  public func type(forSuffix suffix: String) -> TypeIdentifier? {
    typesBySuffix[suffix.lowercased()]
  }

  /// The type of a file by its name; the longest known suffix counts, as in `a.tar.gz`.
  public func type(forFileName name: String) -> TypeIdentifier? {
    var rest = name.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
    // A name that starts with a dot is hidden, not all suffix.
    if rest.first == "." { rest = rest.dropFirst() }
    while let dot = rest.firstIndex(of: ".") {
      rest = rest[rest.index(after: dot)...]
      if let type = type(forSuffix: String(rest)) { return type }
    }
    return nil
  }

  /// The type of a MIME type in any case; what follows a semicolon does not count.
  public func type(forMIMEType mimeType: String) -> TypeIdentifier? {
    let essence = mimeType.prefix { $0 != ";" }.filter { $0 != " " && $0 != "\t" }
    return typesByMIMEType[essence.lowercased()]
  }

  /// The suffix to give to files of a type, its own or that of the nearest type it conforms to.
  public func preferredSuffix(of type: TypeIdentifier) -> String? {
    ancestors(of: type).lazy.compactMap { self.declarationsByType[$0]?.suffixes.first }.first
  }

  /// The MIME type to name a type by, its own or that of the nearest type it conforms to.
  public func preferredMIMEType(of type: TypeIdentifier) -> String? {
    ancestors(of: type).lazy.compactMap { self.declarationsByType[$0]?.mimeTypes.first }.first
  }
}
