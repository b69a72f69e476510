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
  /// The numbers of the types that are declared.
  private(set) var numbers: [TypeIdentifier: Int32] = [:]
  /// The number of the first exported and of the first imported declaration.
  private(set) var ends: (builtIn: Int, exported: Int)
  /// What was wrong.
  private(set) var problems = ProblemList()
  /// Where the declarations that count stand in the lists, from the first exported one on.
  private var places: [TypeProblem.Place] = []
  /// How many names the declared types have.
  private var total = 0
  /// How many declarations found no room.
  private var leftOut = 0

  /// Merges the declarations.
  init(exported: [TypeDeclaration], imported: [TypeDeclaration]) {
    ends = (declarations.count, declarations.count)
    let expected = min(exported.count + imported.count, TypeTable.greatestTotal)
    numbers.reserveCapacity(declarations.count + expected)
    declarations.reserveCapacity(declarations.count + expected)
    for (number, declaration) in declarations.enumerated() {
      numbers[declaration.identifier] = Int32(truncatingIfNeeded: number)
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
      if let first = numbers[type] {
        // Several bundles that import one type, or say the same of it, are no problem.
        let counts = declarations[Int(first)]
        if Int(first) < ends.builtIn {
          if Set(declaration.parents) != Set(counts.parents) { problems.add(.builtIn(type, place)) }
        } else if origin == .exported, declaration != counts {
          let other = places[Int(first) - ends.builtIn]
          problems.add(.duplicate(type, ignored: place, counts: other))
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
      numbers[type] = Int32(truncatingIfNeeded: declarations.count)
      declarations.append(declaration)
      places.append(place)
    }
  }
}
