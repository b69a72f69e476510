/// Finds all that a type conforms to, and breaks loops in the declarations.
struct AncestorResolver {
  /// The loops that were broken.
  private(set) var cycles: [TypeTable.Cycle] = []
  /// The declarations by type.
  private let declarations: [TypeIdentifier: TypeDeclaration]
  /// The parents of each type after loops were broken.
  private var parents: [TypeIdentifier: [TypeIdentifier]] = [:]

  /// Breaks the loops of these declarations.
  init(declarations: [TypeIdentifier: TypeDeclaration]) {
    self.declarations = declarations
    // The order decides where a loop is broken, so it must not depend on hashes.
    for type in declarations.keys.sorted(by: { $0.folded < $1.folded }) where parents[type] == nil {
      visit(from: type)
    }
  }

  /// One type on the way of a walk through the parents.
  private struct Step {
    /// The type.
    let type: TypeIdentifier
    /// The parents that were not looked at.
    var remaining: ArraySlice<TypeIdentifier>
  }

  /// Walks depth first with a stack of its own, so that a long chain cannot exhaust the call stack.
  private mutating func visit(from start: TypeIdentifier) {
    var steps = [Step(type: start, remaining: declarations[start]?.parents[...] ?? [])]
    var open: Set<TypeIdentifier> = [start]
    parents[start] = []
    while let last = steps.last {
      guard let parent = last.remaining.first else {
        open.remove(last.type)
        steps.removeLast()
        continue
      }
      steps[steps.count - 1].remaining.removeFirst()
      guard !open.contains(parent) else {
        cycles.append(TypeTable.Cycle(type: last.type, ignoredParent: parent))
        continue
      }
      parents[last.type, default: []].append(parent)
      if parents[parent] == nil {
        parents[parent] = []
        open.insert(parent)
        steps.append(Step(type: parent, remaining: declarations[parent]?.parents[...] ?? []))
      }
    }
  }

  /// The type and all that it conforms to, nearer types first.
  func ancestors(of type: TypeIdentifier) -> [TypeIdentifier] {
    var result = [type]
    var known: Set<TypeIdentifier> = [type]
    var index = 0
    while index < result.count {
      for parent in parents[result[index]] ?? [] where known.insert(parent).inserted {
        result.append(parent)
      }
      index += 1
    }
    return result
  }
}
