internal import OrielActivation
internal import OrielHost
internal import OrielManifest
internal import OrielSystem
internal import OrielTypes

/// Measures searches of many bundles, and questions about what is offered.
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
        results.add(reading: reading, first: first, status: status, again: again)
        results.add(try measureOffers(clock))
      }
    } catch {
      throw Complaint(.notCompleted, "the search cannot be measured: \(error)")
    }
    return results
  }

  /// Measures asking what is offered, as hosts do: with a new snapshot for each question.
  private func measureOffers(_ clock: ContinuousClock) throws(SystemError) -> OfferTimes {
    var configuration = RegistryConfiguration(
      searchPath: SearchPath([.init(folder.bundles, .explicit)])
    )
    configuration.cacheFolder = folder.cache
    configuration.decisionsFolder = "\(folder.path)/decisions"
    configuration.stateFolder = "\(folder.path)/state"
    let registry = ExtensionRegistry(configuration: configuration)
    let items = RuleSamples.request(attachments: Self.attachmentCount).map { item in
      ExtensionItem(
        attachments: item.attachments.map { types in
          ItemProvider(
            representations: types.compactMap(TypeIdentifier.init).map { type in
              ItemProvider.Representation(type: type, source: .bytes([]))
            }
          )
        }
      )
    }
    /// Asks a new snapshot.
    func ask() throws(SystemError) -> (time: Duration, offers: [Offer]) {
      let snapshot = registry.snapshot()
      guard snapshot.catalog.count == folder.count else {
        throw SystemError("searching", .invalidArgument)
      }
      var offers: [Offer] = []
      let time = Self.time(clock) { offers = snapshot.offers(for: items) }
      return (time, offers)
    }
    let first = try ask()
    let unchanged = try ask()
    try folder.changeFirstBundle()
    let changed = try ask()
    let names = first.offers.map(\.extension.path)
    // The rule of the bundle that changes is the same.
    guard !names.isEmpty, unchanged.offers.map(\.extension.path) == names,
      Set(changed.offers.map(\.extension.path)) == Set(names)
    else { throw SystemError("comparing what is offered", .invalidArgument) }
    return OfferTimes(
      first: first.time,
      unchanged: unchanged.time,
      changed: changed.time,
      offered: names.count
    )
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
