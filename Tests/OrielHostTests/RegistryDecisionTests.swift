import Foundation
import OrielHost
import Testing

/// What the user decides about extensions, and what becomes of it.
@Suite("Decisions about extensions", .requiresCompiler, .timeLimit(.minutes(2)))
struct RegistryDecisionTests {
  /// A text that every extension of these tests is offered for.
  static let items = [ExtensionItem(text: "hello")]

  /// A folder with two extensions.
  static func folder() throws -> RegistryFolder {
    let folder = try RegistryFolder()
    try folder.makeBundle("list/One", identifier: "com.example.one")
    try folder.makeBundle("list/Two", identifier: "com.example.two")
    return folder
  }

  /// The identifiers that are offered.
  static func offered(_ registry: ExtensionRegistry) -> [String] {
    registry.offers(for: items).map(\.extension.identifier)
  }

  /// Why an extension is not offered.
  static func obstacle(_ registry: ExtensionRegistry, _ name: String) throws -> Obstacle? {
    try registry.snapshot().find(name).obstacle
  }

  @Test("What is disabled is not offered, with reason, author and date, until it is enabled")
  func disabling() throws {
    let folder = try Self.folder()
    let registry = folder.registry()
    #expect(Self.offered(registry) == ["com.example.one", "com.example.two"])
    let before = Timestamp.now
    try registry.disable("com.example.one", reason: "too loud", author: .policy)
    #expect(Self.offered(registry) == ["com.example.two"])
    // Another program sees the same.
    let other = folder.registry()
    #expect(Self.offered(other) == ["com.example.two"])
    let decision = try #require(try other.snapshot().find("com.example.one").decision)
    #expect(decision.choice == .disabled)
    #expect(decision.reason == "too loud")
    #expect(decision.author == .policy)
    #expect(decision.date >= before && decision.date <= .now)
    let error = #expect(throws: RegistryError.self) {
      try other.snapshot().usableExtension("com.example.one")
    }
    #expect(error?.code == .notOffered)
    #expect(error?.message.contains("was disabled by policy on \(decision.date): too loud") == true)
    // A bundle that is named by its path is the same extension.
    #expect(
      try Self.obstacle(other, "\(folder.path)/list/One.appex") == .disabled(decision)
    )
    try registry.enable("\(folder.path)/list/One.appex")
    #expect(Self.offered(other) == ["com.example.one", "com.example.two"])
  }

  @Test("What is not installed can be disabled, and is when it comes")
  func disabledBefore() throws {
    let folder = try Self.folder()
    let registry = folder.registry()
    try registry.disable("com.example.three")
    try folder.makeBundle("list/Three", identifier: "com.example.three")
    #expect(try registry.snapshot().find("com.example.three").installed != nil)
    #expect(Self.offered(registry) == ["com.example.one", "com.example.two"])
    try registry.forget("com.example.three")
    #expect(Self.offered(registry).contains("com.example.three"))
  }

  @Test("Where approval is required, only what was approved is offered")
  func approval() throws {
    let folder = try Self.folder()
    let free = folder.registry()
    let strict = folder.registry { $0.approval = .required }
    #expect(Self.offered(free).count == 2)
    #expect(Self.offered(strict) == [])
    #expect(try Self.obstacle(strict, "com.example.one") == .unapproved)
    let approval = try strict.approve("com.example.one", reason: "looked at it")
    #expect(Self.offered(strict) == ["com.example.one"])
    #expect(try strict.snapshot().find("com.example.one").approval == approval)
    // Disabled is stronger than approved.
    try strict.disable("com.example.one")
    #expect(Self.offered(strict) == [])
    try strict.enable("com.example.one")
    #expect(Self.offered(strict) == ["com.example.one"])
  }

  @Test("A pinned approval ends with any change of the bundle, and the reason says since when")
  func pinnedApproval() throws {
    let folder = try Self.folder()
    let pinned = folder.registry { $0.approval = .pinned }
    let required = folder.registry { $0.approval = .required }
    let approval = try pinned.approve("com.example.one")
    #expect(approval.contentHash != nil)
    #expect(Self.offered(pinned) == ["com.example.one"])
    try folder.write(try TestLibrary.compile(1), to: "list/One.appex/Code.so")
    let obstacle = try #require(try Self.obstacle(pinned, "com.example.one"))
    guard case .changed(since: approval, to: let hash?) = obstacle else {
      Issue.record("\(obstacle)")
      return
    }
    #expect(hash != approval.contentHash)
    #expect(obstacle.description.contains("changed since it was approved on \(approval.date)"))
    #expect(Self.offered(pinned) == [])
    // Where any content will do, it stays approved.
    #expect(Self.offered(required) == ["com.example.one"])
    try pinned.approve("com.example.one")
    #expect(Self.offered(pinned) == ["com.example.one"])
    // A file that is neither manifest nor library counts as well, and so does its mode.
    try folder.write("x", to: "list/One.appex/extra.txt")
    #expect(Self.offered(pinned) == [])
    try pinned.approve("com.example.one")
    try folder.setMode(0o755, of: "list/One.appex/extra.txt")
    #expect(Self.offered(pinned) == [])
    // The very content that was approved is approved again.
    try folder.setMode(0o644, of: "list/One.appex/extra.txt")
    #expect(Self.offered(pinned) == ["com.example.one"])
  }

  @Test("What cannot be told whole is not approved for one content")
  func unpinnable() throws {
    let folder = try Self.folder()
    let pinned = folder.registry { $0.approval = .pinned }
    try pinned.approve("com.example.one")
    #expect(Self.offered(pinned) == ["com.example.one"])
    try folder.makePipe("list/One.appex/pipe")
    try pinned.approve("com.example.one")
    let obstacle = try Self.obstacle(pinned, "com.example.one")
    #expect(obstacle?.description.contains("cannot be compared with what was approved") == true)
    #expect(Self.offered(pinned) == [])
  }

  @Test("Decisions of many programs at once are all kept")
  func concurrentDecisions() async throws {
    let folder = try Self.folder()
    await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<40 {
        group.addTask {
          let registry = folder.registry()
          try registry.disable("com.example.x\(number)", reason: "number \(number)")
        }
      }
    }
    let file = try unsafe PropertyListSerialization.propertyList(
      from: Data(contentsOf: URL(fileURLWithPath: "\(folder.decisions)/decisions.plist")),
      format: nil
    )
    let extensions = try #require((file as? [String: Any])?["extensions"] as? [String: Any])
    #expect(extensions.count == 40)
    #expect((extensions["com.example.x7"] as? [String: Any])?["reason"] as? String == "number 7")
  }
}
