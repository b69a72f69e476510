public import OrielManifest
internal import OrielSystem
internal import OrielTypes

/// Finds the extensions that are installed, keeps what was decided about them, and tells which are
/// offered for some input.
///
/// Any number of registries, in any number of processes, may use the same folders at once.
public final class ExtensionRegistry: Sendable {
  /// Where it looks, and what it lets be offered.
  public let configuration: RegistryConfiguration
  /// What the user decided.
  let decisions: DecisionStore
  /// How extensions failed.
  let failures: FailureStore
  /// What is in bundles that are about to be started.
  let present = PresentContents()
  /// What is read once for all snapshots.
  private let memory = EntryMemory()
  /// The rules and types of the newest snapshot that was asked about them.
  private let newestRules = Lock<RuleBook?>(nil)
  /// What was found the last time.
  private let newest = Lock<RegistrySnapshot?>(nil)

  /// Makes a registry; nothing is looked at yet.
  public init(configuration: RegistryConfiguration = RegistryConfiguration()) {
    self.configuration = configuration
    decisions = DecisionStore(folder: configuration.decisionsFolder)
    failures = FailureStore(folder: configuration.stateFolder)
  }

  /// Looks for extensions now; blocks the thread while files are read.
  ///
  /// Every bundle gives an entry, whatever is wrong with it, and none stops the others.
  public func snapshot() -> RegistrySnapshot { snapshot(noting: []) }

  /// Looks for extensions, and adds diagnostics of one's own.
  func snapshot(noting notes: [Diagnostic]) -> RegistrySnapshot {
    var notes = notes
    let catalog = ExtensionCatalog.search(
      configuration.searchPath,
      facts: configuration.facts,
      index: indexFile(&notes),
      memory: memory
    )
    for directory in catalog.searched where directory.hasLeftovers {
      StagingFolder.removeLeftovers(inFolder: directory.path)
    }
    var knowledge = knowledge()
    knowledge.judge.exposedPlaces = ExposedPlaces(catalog.searched)
    notes += knowledge.judge.exposedPlaces.diagnostics
    let snapshot = RegistrySnapshot(
      catalog,
      judge: knowledge.judge,
      diagnostics: knowledge.diagnostics + notes,
      configuration: configuration,
      newestRules: newestRules
    )
    newest.withLock { $0 = snapshot }
    return snapshot
  }

  /// What the newest snapshot knows about types; nothing while there is none.
  var newestTypes: TypeTable? { newest.withLock { $0 }?.types }

  /// Where the index is kept; nothing when there is no place for it that is the user's alone.
  private func indexFile(_ notes: inout [Diagnostic]) -> BundleIndexFile? {
    guard configuration.usesIndex else { return nil }
    guard let path = KeptFolder.path(for: .cache, configured: configuration.cacheFolder) else {
      notes.append(
        Diagnostic(
          .note,
          file: "index-1",
          "has no place, so every search reads all bundles",
          advice: "set HOME or XDG_CACHE_HOME"
        )
      )
      return nil
    }
    do throws(SystemError) {
      _ = try KeptFolder.open(path, isCreated: false)
    } catch {
      // Nothing is put into a folder of somebody else's: root would leave files that he cannot replace.
      notes.append(
        Diagnostic(
          .note,
          file: path,
          "is not used for the index of extensions: \(error)",
          advice: "mend it, or set HOME; until then every search reads all bundles"
        )
      )
      return nil
    }
    return BundleIndexFile(directory: path)
  }

  /// What was decided and how extensions failed, as it is kept now.
  func knowledge() -> (judge: Judge, diagnostics: [Diagnostic]) {
    let decided = decisions.read()
    var failed = FailureStore.Known()
    if configuration.quarantine != nil { failed = failures.read() }
    let judge = Judge(
      decisions: decided.records,
      doubt: decided.doubt,
      quarantineDoubt: failed.doubt,
      quarantines: failed.file.rows.compactMapValues(\.quarantine),
      approval: configuration.approval,
      refusesExposed: configuration.refusesExposedBundles
    )
    return (judge, decided.diagnostics + failed.diagnostics)
  }

  /// The extensions that are offered for items now, in order.
  public func offers(
    for items: [ExtensionItem],
    at point: ExtensionPointIdentifier? = nil
  ) -> [Offer] {
    snapshot().offers(for: items, at: point)
  }
}
