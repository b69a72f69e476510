/// Types by number, and what each is directly a special case of, with all loops broken.
///
/// Numbers and flat lists instead of dictionaries of sets: a catalogue of hundreds of thousands of
/// declarations stays small, and nothing is worked out for types that nobody asks about.
struct TypeGraph: Sendable {
  /// The types by number; the declared ones first, in the order of their strength.
  let types: [TypeIdentifier]
  /// The numbers of the types.
  let numbers: [TypeIdentifier: Int32]
  /// Where the parents of a type begin in ``targets``; one more than there are types.
  private let starts: [Int32]
  /// The parents of all types.
  private var targets: [Int32]
  /// The loops that were broken: the type, the parent that was left out.
  private(set) var broken: [(type: TypeIdentifier, parent: TypeIdentifier)] = []

  /// What stands in the place of a parent that was left out.
  private static let none: Int32 = -1

  /// Takes declarations that name each type once, and the numbers of these types; gives numbers to
  /// the types that are only named as parents.
  init(_ declarations: [TypeDeclaration], numbers known: [TypeIdentifier: Int32]) {
    var types = declarations.map(\.identifier)
    var numbers = known
    /// The number of a type, a new one when it has none.
    func number(_ type: TypeIdentifier) -> Int32 {
      if let number = numbers[type] { return number }
      let number = Int32(truncatingIfNeeded: types.count)
      numbers[type] = number
      types.append(type)
      return number
    }
    var starts: [Int32] = [0]
    var targets: [Int32] = []
    starts.reserveCapacity(declarations.count + 1)
    for declaration in declarations {
      for parent in declaration.parents { targets.append(number(parent)) }
      starts.append(Int32(truncatingIfNeeded: targets.count))
    }
    // Types that are only named as parents have none themselves.
    starts += [Int32](repeating: Int32(targets.count), count: types.count &+ 1 &- starts.count)
    self.types = types
    self.numbers = numbers
    self.starts = starts
    self.targets = targets
    breakLoops()
  }

  /// Where the parents of a type stand in ``targets``.
  private func places(_ number: Int) -> Range<Int> {
    Int(starts[number])..<Int(starts[number &+ 1])
  }

  /// The parents of a type, in the order of its declaration.
  func parents(of number: Int32) -> [Int32] {
    targets[places(Int(number))].filter { $0 != Self.none }
  }

  // MARK: - Loops

  /// Leaves out the parents that close a loop.
  ///
  /// Which one depends on the names alone and not on the order of declarations.
  private mutating func breakLoops() {
    var isVisited = settled()
    let rest = isVisited.indices.filter { !isVisited[$0] }
    guard !rest.isEmpty else { return }
    var isOpen = [Bool](repeating: false, count: types.count)
    for start in rest.sorted(by: { types[$0].folded < types[$1].folded })
    where !isVisited[start] {
      // A stack of its own, so that a long chain cannot exhaust the call stack.
      var steps = [(type: start, next: places(start))]
      isVisited[start] = true
      isOpen[start] = true
      while let step = steps.last {
        guard let place = step.next.first else {
          isOpen[step.type] = false
          steps.removeLast()
          continue
        }
        steps[steps.count &- 1].next = step.next.dropFirst()
        let parent = Int(targets[place])
        if isOpen[parent] {
          broken.append((types[step.type], types[parent]))
          targets[place] = Self.none
        } else if !isVisited[parent] {
          isVisited[parent] = true
          isOpen[parent] = true
          steps.append((parent, places(parent)))
        }
      }
    }
  }

  /// Which types are in no loop and lead to none: those whose parents all are so, from the roots on.
  private func settled() -> [Bool] {
    // Children by parent, as flat as the parents.
    var counts = [Int32](repeating: 0, count: types.count &+ 1)
    for target in targets { counts[Int(target) &+ 1] &+= 1 }
    for index in types.indices { counts[index &+ 1] &+= counts[index] }
    var ends = counts
    var children = [Int32](repeating: 0, count: targets.count)
    var missing = [Int32](repeating: 0, count: types.count)
    for index in types.indices {
      missing[index] = Int32(places(index).count)
      for place in places(index) {
        let target = Int(targets[place])
        children[Int(ends[target])] = Int32(index)
        ends[target] &+= 1
      }
    }
    var isSettled = missing.map { $0 == 0 }
    var ready = missing.indices.filter { missing[$0] == 0 }
    while let type = ready.popLast() {
      for place in Int(counts[type])..<Int(counts[type &+ 1]) {
        let child = Int(children[place])
        missing[child] &-= 1
        if missing[child] == 0 {
          isSettled[child] = true
          ready.append(child)
        }
      }
    }
    return isSettled
  }
}
