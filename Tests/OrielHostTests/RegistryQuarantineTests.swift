import Foundation
import OrielTesting
import Testing

@testable import OrielHost

/// What becomes of extensions that fail again and again.
@Suite("Quarantine", .requiresCompiler, .timeLimit(.minutes(2)))
struct RegistryQuarantineTests {
  /// A failure of the kind that counts.
  static let failure = Outcome.failed(.crash(.exited(code: 1)))
  /// Outcomes that are no failures of the extension.
  static let harmless: [Outcome] = [
    .failed(.hostGone("x")), .failed(.runnerLost("x")),
    .failed(.crash(.killedFromOutside(peakMemory: 1))),
    .failed(.incompatible(needs: "a", has: "b")),
    .failed(.load(LoadFailure(kind: .linker, message: "x"))),
    .cancelled(ExtensionFailure(domain: "x", code: 1, text: "x"), itemErrors: [], by: .host),
  ]
  /// Outcomes that end a row of failures.
  static let successes: [Outcome] = [
    .completed([], itemErrors: []),
    .cancelled(ExtensionFailure(domain: "x", code: 1, text: "x"), itemErrors: [], by: .extension),
  ]

  /// An extension of a folder, as a registry finds it.
  static func find(_ registry: ExtensionRegistry) throws -> InstalledExtension {
    try #require(try registry.snapshot().find("com.example.one").installed)
  }

  @Test("Three failures in a row within ten minutes are too many, and the reason says so")
  func threeFailures() throws {
    let folder = try RegistryDecisionTests.folder()
    let registry = folder.registry()
    let item = try Self.find(registry)
    for _ in 0..<2 { #expect(registry.count(Self.failure, of: item) == nil) }
    #expect(RegistryDecisionTests.offered(registry).count == 2)
    registry.count(Self.failure, of: item)
    #expect(RegistryDecisionTests.offered(registry) == ["com.example.two"])
    let other = folder.registry()
    let obstacle = try #require(try RegistryDecisionTests.obstacle(other, "com.example.one"))
    guard case .quarantined(let quarantine) = obstacle else {
      Issue.record("\(obstacle)")
      return
    }
    #expect(quarantine.count == 3)
    #expect(quarantine.contentHash == item.contentHash)
    #expect(quarantine.lastFailure.outcome.contains("left with code 1"))
    #expect(obstacle.description.hasPrefix("failed 3 times in a row, at last on "))
    try other.release("com.example.one")
    #expect(RegistryDecisionTests.offered(registry).count == 2)
  }

  @Test("What the extension is not to blame for does not count")
  func harmlessOutcomes() throws {
    let folder = try RegistryDecisionTests.folder()
    let registry = folder.registry()
    let item = try Self.find(registry)
    for _ in 0..<5 { for outcome in Self.harmless { registry.count(outcome, of: item) } }
    #expect(RegistryDecisionTests.offered(registry).count == 2)
    for _ in 0..<3 { registry.count(Self.failure, of: item) }
    #expect(RegistryDecisionTests.offered(registry) == ["com.example.two"])
  }

  @Test("A success ends the row", arguments: 0..<successes.count)
  func success(number: Int) throws {
    let folder = try RegistryDecisionTests.folder()
    let registry = folder.registry()
    let item = try Self.find(registry)
    for _ in 0..<3 {
      for _ in 0..<2 { registry.count(Self.failure, of: item) }
      registry.count(Self.successes[number], of: item)
    }
    #expect(RegistryDecisionTests.offered(registry).count == 2)
  }

  @Test("Failures from a time when the clock was wrong do not count, those from a moment ago do")
  func clockSetBack() throws {
    for (ahead, isQuarantined) in [(Int64(315_000_000), false), (60, true)] {
      let folder = try RegistryDecisionTests.folder()
      let registry = folder.registry()
      let item = try Self.find(registry)
      let now = Timestamp.now
      let wrong = Timestamp(secondsSince1970: now.secondsSince1970 + ahead)
      for _ in 0..<2 { registry.count(Self.failure, of: item, at: wrong) }
      registry.count(Self.failure, of: item, at: now)
      #expect(RegistryDecisionTests.offered(registry).count == (isQuarantined ? 1 : 2))
      for _ in 0..<2 { registry.count(Self.failure, of: item, at: now) }
      #expect(RegistryDecisionTests.offered(registry) == ["com.example.two"])
    }
  }

  @Test("Failures that are far apart are no row, and their number and time are the host's")
  func policies() throws {
    let folder = try RegistryDecisionTests.folder()
    let registry = folder.registry()
    let item = try Self.find(registry)
    let start = Timestamp.now.secondsSince1970
    for number in 0..<6 {
      registry.count(
        Self.failure,
        of: item,
        at: Timestamp(secondsSince1970: start + Int64(number) * 301)
      )
    }
    #expect(RegistryDecisionTests.offered(registry).count == 2)
    let strict = folder.registry {
      $0.quarantine = QuarantinePolicy(failures: 1, period: .seconds(1))
    }
    strict.count(Self.failure, of: item)
    #expect(RegistryDecisionTests.offered(strict) == ["com.example.two"])
    let careless = folder.registry { $0.quarantine = nil }
    #expect(RegistryDecisionTests.offered(careless).count == 2)
    careless.count(Self.successes[0], of: item)
    #expect(RegistryDecisionTests.offered(strict) == ["com.example.two"])
  }

  @Test("Another content has not failed yet, and enabling forgives")
  func release() throws {
    let folder = try RegistryDecisionTests.folder()
    let registry = folder.registry()
    for _ in 0..<3 { registry.count(Self.failure, of: try Self.find(registry)) }
    #expect(RegistryDecisionTests.offered(registry) == ["com.example.two"])
    try folder.write(try TestLibrary.compile(2), to: "list/One.appex/Code.so")
    #expect(RegistryDecisionTests.offered(registry).count == 2)
    for _ in 0..<2 { registry.count(Self.failure, of: try Self.find(registry)) }
    #expect(RegistryDecisionTests.offered(registry).count == 2)
    registry.count(Self.failure, of: try Self.find(registry))
    #expect(RegistryDecisionTests.offered(registry) == ["com.example.two"])
    try registry.enable("com.example.one")
    #expect(RegistryDecisionTests.offered(registry).count == 2)
  }

  @Test("Who names a bundle by its path gets it, and its failures do not count")
  func namedByPath() throws {
    let folder = try RegistryDecisionTests.folder()
    let registry = folder.registry()
    let path = "\(folder.path)/list/One.appex"
    let named = try #require(try registry.snapshot().find(path).installed)
    for _ in 0..<5 { registry.count(Self.failure, of: named) }
    #expect(RegistryDecisionTests.offered(registry).count == 2)
    for _ in 0..<3 { registry.count(Self.failure, of: try Self.find(registry)) }
    #expect(registry.launchObstacle(of: try Self.find(registry)) != nil)
    #expect(registry.launchObstacle(of: named) == nil)
  }

  @Test("Failures in many hosts at once are all counted")
  func storm() async throws {
    let folder = try RegistryDecisionTests.folder()
    let item = try Self.find(folder.registry())
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<30 { group.addTask { folder.registry().count(Self.failure, of: item) } }
    }
    let quarantine = try #require(
      try folder.registry().snapshot().find("com.example.one").quarantine
    )
    #expect(quarantine.count == 30)
  }
}

/// What a host does with what its registry knows.
@Suite("Hosts with a registry", .requiresBundles, .timeLimit(.minutes(2)))
struct RegistryHostTests {
  /// A host that asks a registry, and the registry.
  static func host(
    _ fixture: BundleCopyFolder,
    _ folder: RegistryFolder,
    _ change: (inout RegistryConfiguration) -> Void = { _ in }
  ) throws -> (host: ExtensionHost, registry: ExtensionRegistry) {
    let registry = folder.registry([fixture.folder], change)
    var configuration = Fixtures.configuration
    configuration.registry = registry
    return (try ExtensionHost(configuration: configuration), registry)
  }

  @Test("What was disabled after it was found is not started")
  func disabledLater() async throws {
    let fixture = try BundleCopyFolder("CompleteEarly")
    let (host, registry) = try Self.host(fixture, try RegistryFolder())
    let item = try registry.snapshot().usableExtension("org.oriel.fixture.completeearly")
    let before = await host.perform(item, items: [])
    #expect(before.failure == nil)
    try registry.disable("org.oriel.fixture.completeearly", reason: "enough")
    let after = await host.perform(item, items: [])
    guard case .notOffered(.disabled(let decision))? = after.failure else {
      Issue.record("\(after.outcome)")
      return
    }
    #expect(decision.reason == "enough")
    #expect(after.failure?.code == "notOffered")
    await host.shutdownAndWait()
  }

  @Test("Under a pinned approval nothing starts that is not what was approved")
  func pinned() async throws {
    let fixture = try BundleCopyFolder("CompleteEarly")
    let (host, registry) = try Self.host(fixture, try RegistryFolder()) { $0.approval = .pinned }
    let name = "org.oriel.fixture.completeearly"
    let unapproved = try #require(try registry.snapshot().find(name).installed)
    guard case .notOffered(.unapproved)? = await host.perform(unapproved, items: []).failure else {
      Issue.record("an extension started that nobody approved")
      return
    }
    try registry.approve(name)
    let item = try registry.snapshot().usableExtension(name)
    #expect(await host.perform(item, items: []).failure == nil)
    // A file that the loader could take, beside the library, which stays the same.
    try fixture.write("x", to: "libhelper.so")
    guard case .notOffered(.changed)? = await host.perform(item, items: []).failure else {
      Issue.record("a bundle with another file was started")
      return
    }
    try FileManager.default.removeItem(atPath: "\(fixture.bundle)/libhelper.so")
    #expect(await host.perform(item, items: []).failure == nil)
    await host.shutdownAndWait()
  }

  @Test("An extension that crashes three times is not started a fourth time")
  func crashes() async throws {
    let fixture = try BundleCopyFolder("Crash")
    let (host, registry) = try Self.host(fixture, try RegistryFolder())
    let item = try registry.snapshot().usableExtension("org.oriel.fixture.crash")
    for _ in 0..<3 {
      guard case .crash? = await host.perform(item, items: []).failure else {
        Issue.record("the fixture did not crash")
        return
      }
    }
    guard
      case .notOffered(.quarantined(let quarantine))? = await host.perform(item, items: []).failure
    else {
      Issue.record("the extension was started again")
      return
    }
    #expect(quarantine.count == 3)
    try registry.release("org.oriel.fixture.crash")
    guard case .crash? = await host.perform(item, items: []).failure else {
      Issue.record("the extension was not started after it was released")
      return
    }
    await host.shutdownAndWait()
  }
}
