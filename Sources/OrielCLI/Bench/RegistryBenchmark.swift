internal import OrielActivation
internal import OrielManifest
internal import OrielSystem
internal import OrielTypes

/// Measures searches of many bundles, and questions to their rules.
struct RegistryBenchmark {
  /// The fixture whose library every bundle gets.
  static let libraryIdentifier = "org.oriel.fixture.completeearly"
  /// How often each thing is measured, in turns with its yardstick.
  static let rounds = 5
  /// How many attachments the request has.
  static let attachmentCount = 10

  /// The bundles.
  let folder: BundleFolder

  /// Measures everything.
  func measure() throws(Complaint) -> RegistryResults {
    var results = RegistryResults(count: folder.count)
    let clock = ContinuousClock()
    let file = BundleIndexFile(directory: folder.cache)
    let places = SearchPath([.init(folder.bundles, .explicit)])
    do throws(SystemError) {
      let directory = try Descriptor.open(folder.bundles, [.readOnly, .directory])
      for _ in 0..<Self.rounds {
        results.beginRound()
        let reading = try Self.time(clock) { () throws(SystemError) in
          try Yardsticks.readFiles(folder.files, in: directory)
        }
        if let cache = try? Descriptor.open(folder.cache, [.readOnly, .directory]) {
          try cache.removeContents()
        }
        var found = 0
        let first = Self.time(clock) { found = ExtensionCatalog.search(places, index: file).count }
        let status = try Self.time(clock) { () throws(SystemError) in
          try Yardsticks.askForStatus(folder.files, in: directory)
        }
        var catalog: ExtensionCatalog?
        let again = Self.time(clock) { catalog = ExtensionCatalog.search(places, index: file) }
        guard let catalog, found == folder.count, catalog.count == found else {
          throw SystemError("searching", .invalidArgument)
        }
        let rules = catalog.entries.compactMap(\.manifest?.activationRule)
        guard rules.count == found, rules.allSatisfy({ $0.problem == nil }) else {
          throw SystemError("reading the rules", .invalidArgument)
        }
        let set = RuleSet(rules)
        var offered = 0
        let matching = Self.time(clock) {
          let items = RuleSamples.request(attachments: Self.attachmentCount)
          let input = ActivationInput(items: items, types: .builtIn)
          offered = set.matches(input).count { $0 }
        }
        results.add(
          reading: reading,
          first: first,
          status: status,
          again: again,
          matching: matching,
          offered: offered
        )
      }
    } catch {
      throw Complaint(.notCompleted, "the search cannot be measured: \(error)")
    }
    return results
  }

  /// What some work took.
  private static func time<Failure: Error>(
    _ clock: ContinuousClock,
    _ work: () throws(Failure) -> Void
  ) throws(Failure) -> Duration {
    let start = clock.now
    try work()
    return clock.now - start
  }
}
