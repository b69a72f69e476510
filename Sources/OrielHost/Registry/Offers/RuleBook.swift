internal import OrielActivation
internal import OrielManifest
internal import OrielTypes

/// The rules and declared types of all extensions of a snapshot.
struct RuleBook: Sendable {
  /// The places in the snapshot of the extensions that may be offered.
  let candidates: [Int]
  /// Their extension points.
  let points: [ExtensionPointIdentifier]
  /// Whether their points choose by rules.
  let usesRules: [Bool]
  /// Their rules, in the same order.
  let rules: RuleSet
  /// The types that are known with what the extensions declare.
  let types: TypeTable
  /// What is wrong with the types that the extensions declare.
  let typeDiagnostics: [Diagnostic]

  /// Gathers the rules and types of a snapshot.
  init(_ snapshot: RegistrySnapshot) {
    var candidates: [Int] = []
    var points: [ExtensionPointIdentifier] = []
    var usesRules: [Bool] = []
    var rules: [ActivationRule] = []
    var declared = DeclaredTypes()
    var containers: [String] = []
    var known: Set<String> = []
    for (index, entry) in snapshot.entries.enumerated() {
      guard entry.found.hiddenBy == nil, entry.found.state == .usable, let manifest = entry.manifest
      else { continue }
      declared.add(
        exported: manifest.exportedTypes,
        imported: manifest.importedTypes,
        at: entry.path
      )
      if let path = ContainerManifest.path(ofBundle: entry.path), known.insert(path).inserted {
        containers.append(path)
      }
      guard entry.obstacle == nil else { continue }
      candidates.append(index)
      points.append(manifest.extensionPoint)
      usesRules.append(manifest.activationRule.usesRules)
      rules.append(manifest.activationRule)
    }
    // Applications declare types for their extensions; those of the extensions themselves win.
    for path in containers {
      let container = ContainerManifest(reading: path)
      declared.add(
        exported: container.exportedTypes,
        imported: container.importedTypes,
        at: path
      )
    }
    self.candidates = candidates
    self.points = points
    self.usesRules = usesRules
    self.rules = RuleSet(rules)
    types = declared.table()
    typeDiagnostics = declared.diagnostics(of: types)
  }

  /// The places in the snapshot of the extensions that are offered for some input.
  func matches(_ input: ActivationInput, at point: ExtensionPointIdentifier?) -> [Int] {
    let holds = rules.matches(input)
    return candidates.indices.compactMap { index in
      guard holds[index] else { return nil }
      let isAsked = point.map { points[index] == $0 } ?? (usesRules[index] && points[index].isKnown)
      return isAsked ? candidates[index] : nil
    }
  }
}
