/// Puts declarations of all origins into one order and drops those that do not count.
struct DeclarationMerger {
  /// Problems, of which only so many are kept.
  struct ProblemList {
    /// The problems that are kept.
    private var listed: [TypeProblem] = []
    /// How many more there were.
    private var more = 0

    /// The most problems that are kept.
    private static let greatestCount = 1000

    /// Adds a problem.
    mutating func add(_ problem: TypeProblem) {
      if listed.count < Self.greatestCount { listed.append(problem) } else { more += 1 }
    }

    /// The problems, and how many are not listed.
    var all: [TypeProblem] { more == 0 ? listed : listed + [.more(more)] }
  }

  /// The declarations that count: built-in, exported, imported.
  private(set) var declarations: [TypeDeclaration] = BuiltInTypes.declarations
  /// The number of the first exported and of the first imported declaration.
  private(set) var ends: (builtIn: Int, exported: Int)
  /// What was wrong.
  private(set) var problems = ProblemList()
  /// The numbers and places of the declarations that count.
  private var known: [TypeIdentifier: (number: Int, place: TypeProblem.Place)] = [:]
  /// How many names the declared types have.
  private var total = 0
  /// How many declarations found no room.
  private var leftOut = 0

  /// Merges the declarations.
  init(exported: [TypeDeclaration], imported: [TypeDeclaration]) {
    ends = (declarations.count, declarations.count)
    guard !exported.isEmpty || !imported.isEmpty else { return }
    for (number, declaration) in declarations.enumerated() {
      known[declaration.identifier] = (number, .init(origin: .builtIn, index: number))
    }
    add(exported, .exported)
    ends.exported = declarations.count
    add(imported, .imported)
    if leftOut > 0 { problems.add(.tooMany(leftOut: leftOut)) }
  }

  /// Adds the declarations of one origin.
  private mutating func add(_ list: [TypeDeclaration], _ origin: TypeDeclaration.Origin) {
    for (index, declaration) in list.enumerated() {
      let place = TypeProblem.Place(origin: origin, index: index)
      let type = declaration.identifier
      if let first = known[type] {
        // Several bundles that import one type, or say the same of it, are no problem.
        let counts = declarations[first.number]
        if first.place.origin == .builtIn {
          if Set(declaration.parents) != Set(counts.parents) { problems.add(.builtIn(type, place)) }
        } else if origin == .exported, declaration != counts {
          problems.add(.duplicate(type, ignored: place, counts: first.place))
        }
        continue
      }
      guard !type.folded.hasPrefix(DynamicType.prefix) else {
        problems.add(.reserved(type, place))
        continue
      }
      let size =
        1 + declaration.parents.count + declaration.suffixes.count + declaration.mimeTypes.count
      guard size <= TypeTable.greatestTotal - total else {
        leftOut += 1
        continue
      }
      total += size
      known[type] = (declarations.count, place)
      declarations.append(declaration)
    }
  }
}
