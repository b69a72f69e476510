import Foundation
import OrielHost
import OrielTesting
import Testing

/// What may be done to the directories between two requests, and what extensions do in them.
@Suite(.requiresBundles, .requiresContainerUser, .timeLimit(.minutes(3)))
struct ContainerAttackTests {
  private let storage: StorageFixture
  private let grants = EntitlementGrants([.kind(.container), .kind(.appGroup)])

  init() throws { storage = try StorageFixture() }

  /// Why a request could not be set up.
  private func setupFailure(_ result: RequestResult) throws -> SetupFailure {
    guard case .setup(let failure) = result.failure else {
      Issue.record("\(result.outcome)")
      throw CancellationError()
    }
    return failure
  }

  /// What was too much.
  private func excess(_ result: RequestResult) throws -> StorageExcess {
    guard case .storageExceeded(let excess) = result.failure else {
      Issue.record("\(result.outcome)")
      throw CancellationError()
    }
    return excess
  }

  @Test(
    "CVE-2024-42472, CVE-2026-96807: a directory that became a link between two requests is refused",
    arguments: [
      "containers/org.oriel.fixture.entitled", "containers", "groups",
      "groups/group.org.oriel.shared",
    ]
  )
  func links(path: String) async throws {
    let acts = ["write:/container/a:x", "write:/groups/group.org.oriel.shared/a:x"]
    let control = try await storage.run(acts, granting: grants)
    #expect(control.answers == acts.map { "\($0)=0" })
    let files = FileManager.default
    let place = "\(storage.folder)/\(path)"
    let moved = "\(storage.scratch)/moved"
    try files.moveItem(atPath: place, toPath: moved)
    let before = try files.subpathsOfDirectory(atPath: moved)
    try files.createSymbolicLink(atPath: place, withDestinationPath: moved)
    let attacked = try await storage.run(["write:/container/evil:x"], granting: grants)
    let failure = try setupFailure(attacked.result)
    #expect(
      failure.reason == "\(place) is a symbolic link, and nothing behind one is used as a container"
    )
    #expect(failure.remedy.contains("Remove the link"))
    #expect(try files.subpathsOfDirectory(atPath: moved) == before)
    try files.removeItem(atPath: place)
    try files.moveItem(atPath: moved, toPath: place)
    #expect(try await storage.run(acts, granting: grants).answers == control.answers)
  }

  @Test("A directory that others can use, and something that is none, are refused")
  func modes() async throws {
    let acts = ["write:/container/a:x"]
    #expect(try await storage.run(acts, granting: grants).answers == ["write:/container/a:x=0"])
    let files = FileManager.default
    let container = "\(storage.folder)/containers/org.oriel.fixture.entitled"
    for place in [container, "\(storage.folder)/containers"] {
      try files.setAttributes([.posixPermissions: 0o770], ofItemAtPath: place)
      let failure = try setupFailure(try await storage.run(acts, granting: grants).result)
      #expect(failure.reason.contains("\(place) can be used by other users (mode 770)"))
      try files.setAttributes([.posixPermissions: 0o700], ofItemAtPath: place)
    }
    try files.removeItem(atPath: container)
    try Data().write(to: URL(fileURLWithPath: container))
    let failure = try setupFailure(try await storage.run(acts, granting: grants).result)
    #expect(failure.reason.contains("\(container) is not a directory"))
  }

  @Test("A directory of another user is refused", .requiresRoot)
  func owners() async throws {
    #expect(try await storage.run(["list:/container"], granting: grants).answers.count == 1)
    let container = "\(storage.folder)/containers/org.oriel.fixture.entitled"
    try FileManager.default.setAttributes([.ownerAccountID: 12_345], ofItemAtPath: container)
    let failure = try setupFailure(
      try await storage.run(["list:/container"], granting: grants).result
    )
    #expect(failure.reason.contains("\(container) belongs to the user 12345"))
  }

  @Test("A folder for containers that every user can write to is refused")
  func sharedFolder() async throws {
    try FileManager.default.createDirectory(
      atPath: storage.folder,
      withIntermediateDirectories: true
    )
    try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: storage.folder)
    let failure = try setupFailure(
      try await storage.run(["list:/container"], granting: grants).result
    )
    #expect(failure.reason.contains("the folder for containers \(storage.folder) cannot be used"))
  }

  /// Acts that go over a limit, with what is then said to be too much.
  struct Filler: Sendable, CustomTestStringConvertible {
    let acts: [String]
    let kind: StorageExcess.Kind
    var testDescription: String { acts.joined(separator: ", ") }

    static var all: [Filler] {
      let fillers = [
        Filler(acts: ["fill:/container:6"], kind: .bytes),
        Filler(acts: ["holes:/container/h:6"], kind: .bytes),
        Filler(acts: ["mkdir:/container/d", "fill:/container/d:6"], kind: .bytes),
        Filler(acts: ["files:/container:80"], kind: .files),
        Filler(acts: ["nest:/container:70"], kind: .depth),
      ]
      // Root reads every directory, and what it can read is counted.
      let closed = Filler(acts: ["closed:/container/d"], kind: .unreadable)
      return geteuid() == 0 ? fillers : fillers + [closed]
    }
  }

  @Test(
    "What fills a container beyond its limit is ended, and the next launch says how to mend it",
    arguments: Filler.all
  )
  func filled(filler: Filler) async throws {
    func change(_ configuration: inout HostConfiguration) {
      configuration.limits.containerSize = 4 << 20
      configuration.limits.containerFiles = filler.kind == .depth ? 1000 : 50
    }
    let fits = ["fill:/container:2", "files:/container:10", "remove:/container/fill-0"]
    let control = try await storage.run(fits, granting: grants, change)
    #expect(control.answers.allSatisfy { $0.hasSuffix("=0") }, "\(control.result.outcome)")
    let filled = try await storage.run(filler.acts + ["hang"], granting: grants, change)
    let excess = try excess(filled.result)
    #expect(excess.kind == filler.kind)
    #expect("\(excess.area)" == "the container of org.oriel.fixture.entitled")
    if filler.kind == .bytes {
      #expect(excess.limit == 4 << 20)
      #expect(excess.found > 4 << 20)
    }
    let text = "\(filled.result.outcome)"
    #expect(text.contains("'oriel container clear org.oriel.fixture.entitled'"), "\(text)")
    let failure = try setupFailure(
      try await storage.run(["list:/container"], granting: grants, change).result
    )
    #expect(failure.reason == excess.description || filler.kind == .bytes, "\(failure.reason)")
    #expect(failure.remedy.contains("oriel container clear"))
    // Emptied, whatever is in it, it is as good as new.
    var configuration = Fixtures.configuration
    configuration.containerFolder = storage.folder
    let store = try ExtensionStorage(configuration: configuration)
    #expect(try store.clear(excess.area))
    #expect(try store.usage(of: excess.area)?.files == 0)
    #expect(try await storage.run(["list:/container"], granting: grants, change).answers.count == 1)
  }

  @Test("A group that is filled is named, and cannot be filled faster than it is measured")
  func group() async throws {
    let group = "/groups/group.org.oriel.shared"
    let result = try await storage.run(
      ["reserve:\(group)/r:64", "fill:\(group):6", "hang"],
      granting: grants
    ) { $0.limits.containerSize = 4 << 20 }
    let excess = try excess(result.result)
    #expect("\(excess.area)" == "the directory of the group group.org.oriel.shared")
    let reserved = try await storage.run(["reserve:/container/r:1"], granting: grants)
    let notSupported = 95
    #expect(reserved.answers == ["reserve:/container/r:1=\(notSupported)"])
  }

  @Test(
    "What is moved whenever somebody looks is noticed by the room that it takes",
    arguments: ["elude", "elude-files"]
  )
  func moved(act: String) async throws {
    func change(_ configuration: inout HostConfiguration) {
      configuration.limits.containerSize = 64 << 20
    }
    let control = try await storage.run(["\(act):/container:8"], granting: grants, change)
    #expect(control.answers == ["\(act):/container:8=0"], "\(control.result.outcome)")
    // A look may find everything by chance.
    let excess = try excess(
      try await storage.run(["\(act):/container:160", "hang"], granting: grants, change).result
    )
    #expect([.hidden, .bytes].contains(excess.kind))
    #expect(excess.found > 64 << 20)
  }

  @Test("A request with a container can be cancelled at any time, and leaves nothing running")
  func cancelled() async throws {
    let storage = storage
    let grants = grants
    let task = Task { try await storage.run(["hang"], granting: grants) }
    task.cancel()
    let answer = try await task.value
    guard case .cancelled(_, _, by: .host) = answer.result.outcome else {
      Issue.record("\(answer.result.outcome)")
      return
    }
  }
}
