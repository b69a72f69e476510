internal import OrielActivation
internal import OrielManifest
internal import OrielTypes

/// The rules and declared types of all extensions of a snapshot.
struct RuleBook: Sendable {
  /// The marks of the bundles.
  private let marks: [BundleMark]
  /// What was decided about them.
  private let judge: Judge
  /// What their containers say.
  private let containers: [ContainerManifest]
  /// The rules.
  private var shelf: RuleShelf
  /// The numbers of the bundles on the shelf.
  private let numbers: [Int]
  /// Whether something is in the way of the bundle with a number on the shelf.
  private let isObstructed: [Bool]
  /// Whether it may be offered: nothing is in its way, and no other bundle hides it.
  private let isCandidate: [Bool]
  /// What the extensions declare.
  private let declared: DeclaredTypes
  /// The types that are known with what the extensions declare.
  let types: TypeTable
  /// What is wrong with the types that the extensions declare.
  let typeDiagnostics: [Diagnostic]

  /// The number of rules that are kept, those of earlier snapshots among them.
  var size: Int { shelf.bundles.count }

  /// Gathers the rules and types of a snapshot.
  ///
  /// - Parameters:
  ///   - snapshot: The snapshot.
  ///   - last: The book of an earlier snapshot of the same registry; what did not change is taken from
  ///     it, and not copied when nobody else has it.
  init(_ snapshot: RegistrySnapshot, taking last: consuming RuleBook?) {
    let catalog = snapshot.catalog
    let (marks, judge, containers) = (catalog.marks, snapshot.judge, catalog.containers)
    if let last, last.marks == marks, last.judge == judge, last.containers == containers {
      self = last
      return
    }
    var shelf = RuleShelf()
    var isObstructed: [Bool] = []
    var earlier: (marks: [BundleMark], numbers: [Int]) = ([], [])
    var known: (declared: DeclaredTypes, types: TypeTable, diagnostics: [Diagnostic])?
    if var book = last.take() {
      known = (book.declared, book.types, book.typeDiagnostics)
      if !book.shelf.isCrowded(with: marks.count) {
        swap(&shelf, &book.shelf)
        earlier = (book.marks, book.numbers)
        if book.judge == judge { isObstructed = book.isObstructed }
      }
    }
    numbers = shelf.add(catalog, after: earlier, languages: snapshot.languages)
    for bundle in shelf.bundles[isObstructed.count...] {
      isObstructed.append(bundle.map { judge.obstacle(of: $0.entry) != nil } ?? true)
    }
    var isCandidate = [Bool](repeating: false, count: isObstructed.count)
    var declared = DeclaredTypes()
    var used: Set<String> = []
    let byPath = Dictionary(containers.map { ($0.path, $0) }) { first, _ in first }
    for (index, number) in numbers.enumerated() where !catalog.isHidden(at: index) {
      isCandidate[number] = !isObstructed[number]
      guard let bundle = shelf.bundles[number] else { continue }
      guard bundle.declaresTypes || bundle.container != nil, !judge.refuses(bundle.entry) else {
        continue
      }
      if let container = bundle.container.flatMap({ byPath[$0] }),
        !judge.refuses(container, of: bundle.entry)
      {
        used.insert(container.path)
      }
      guard bundle.declaresTypes else { continue }
      let manifest = bundle.installed.manifest
      declared.add(
        exported: manifest.exportedTypes,
        imported: manifest.importedTypes,
        at: bundle.entry.path
      )
    }
    // Applications declare types for their extensions; those of the extensions themselves win.
    for container in containers where used.contains(container.path) {
      declared.add(
        exported: container.exportedTypes,
        imported: container.importedTypes,
        at: container.path
      )
    }
    if let known, known.declared == declared {
      (self.declared, types, typeDiagnostics) = known
    } else {
      self.declared = declared
      types = declared.table()
      typeDiagnostics = declared.diagnostics(of: types)
    }
    (self.marks, self.judge, self.containers) = (marks, judge, containers)
    (self.shelf, self.isObstructed, self.isCandidate) = (shelf, isObstructed, isCandidate)
  }

  /// What is offered for some input, in order.
  ///
  /// - Parameters:
  ///   - input: What rules see.
  ///   - point: The extension point; nothing asks all points that choose by rules.
  ///   - special: What the rules of extensions in a container see, if it is something else.
  /// - Returns: The offers.
  func offers(
    for input: ActivationInput,
    at point: ExtensionPointIdentifier?,
    seenIn special: ((String) -> ActivationInput?)? = nil
  ) -> [Offer] {
    let holds = shelf.rules.matches(input)
    var offers: [Offer] = []
    for number in shelf.order where isCandidate[number] {
      if special == nil, !holds[number] { continue }
      guard let bundle = shelf.bundles[number] else { continue }
      if let container = bundle.container, let seen = special?(container) {
        guard bundle.installed.manifest.activationRule.matches(seen) else { continue }
      } else if !holds[number] {
        continue
      }
      if point.map({ bundle.point == $0 }) ?? bundle.isAskedByDefault {
        offers.append(bundle.offer)
      }
    }
    return offers
  }
}
