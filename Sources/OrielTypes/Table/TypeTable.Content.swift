internal import OrielSystem

extension TypeTable {
  /// What a type conforms to.
  struct Conformance: Sendable {
    /// The type, then nearer ones before farther ones.
    let ordered: [TypeIdentifier]
    /// The same.
    let all: Set<TypeIdentifier>
  }

  /// What all copies of a table share.
  final class Content: Sendable {
    /// The declarations that count, by number, the strongest first.
    let declarations: [TypeDeclaration]
    /// The number of the first exported and of the first imported declaration.
    private let ends: (builtIn: Int, exported: Int)
    /// What types are special cases of.
    private let graph: TypeGraph
    /// The numbers of the declarations that claim a suffix, the strongest first.
    let typesBySuffix: [String: [Int32]]
    /// The numbers of the declarations that claim a MIME type.
    let typesByMIMEType: [MIMEType: Int32]
    /// The same by the canonical names of the MIME types, where those are other ones.
    let typesByCanonicalName: [MIMEType: Int32]
    /// The database of MIME types.
    let mime: MIMEDatabase
    /// What was wrong.
    let problems: [TypeProblem]
    /// What was worked out before.
    private let known = Lock<[TypeIdentifier: Conformance]>([:])

    /// How many results are kept; a host asks about few types, a hostile catalogue has many.
    private static let greatestKnownCount = 4096
    /// How many types may claim one suffix.
    private static let greatestClaimCount = 8

    /// Works out what is needed for every question.
    init(_ merger: DeclarationMerger, _ mime: MIMEDatabase) {
      declarations = merger.declarations
      ends = merger.ends
      graph = TypeGraph(merger.declarations, numbers: merger.numbers)
      var suffixes: [String: [Int32]] = [:]
      var mimeTypes: [MIMEType: Int32] = [:]
      var canonicalNames: [MIMEType: Int32] = [:]
      for (index, declaration) in declarations.enumerated() {
        let number = Int32(truncatingIfNeeded: index)
        for suffix in declaration.suffixes
        where suffixes[suffix, default: []].count < Self.greatestClaimCount {
          suffixes[suffix, default: []].append(number)
        }
        for mimeType in declaration.mimeTypes where mimeTypes[mimeType] == nil {
          mimeTypes[mimeType] = number
          let canonical = mime.canonical(mimeType)
          if canonical != mimeType, canonicalNames[canonical] == nil {
            canonicalNames[canonical] = number
          }
        }
      }
      typesBySuffix = suffixes
      typesByMIMEType = mimeTypes
      typesByCanonicalName = canonicalNames
      self.mime = mime
      var list = merger.problems
      for loop in graph.broken {
        list.add(.cycle(type: loop.type, ignoredParent: loop.parent))
      }
      problems = list.all
    }

    /// The number of a type that is declared.
    func number(of type: TypeIdentifier) -> Int? {
      graph.numbers[type].flatMap { Int($0) < declarations.count ? Int($0) : nil }
    }

    /// The type that a declaration is about.
    func type(at number: Int32) -> TypeIdentifier { declarations[Int(number)].identifier }

    /// Where a declaration comes from.
    func origin(at number: Int) -> TypeDeclaration.Origin {
      number < ends.builtIn ? .builtIn : number < ends.exported ? .exported : .imported
    }

    /// The parents of a declared type.
    func parents(of type: TypeIdentifier) -> [TypeIdentifier]? {
      guard let number = number(of: type) else { return nil }
      return graph.parents(of: Int32(truncatingIfNeeded: number)).map { graph.types[Int($0)] }
    }

    /// What a type conforms to, from memory or worked out.
    func conformance(
      of type: TypeIdentifier,
      parents: (TypeIdentifier) -> [TypeIdentifier]
    ) -> Conformance {
      if let conformance = known.withLock({ $0[type] }) { return conformance }
      var ordered = [type]
      var all: Set<TypeIdentifier> = [type]
      var index = 0
      while index < ordered.count {
        for parent in parents(ordered[index])
        where all.count < greatestAncestorCount && all.insert(parent).inserted {
          ordered.append(parent)
        }
        index += 1
      }
      let conformance = Conformance(ordered: ordered, all: all)
      known.withLock { known in
        if known.count >= Self.greatestKnownCount { known.removeAll() }
        known[type] = conformance
      }
      return conformance
    }
  }
}
