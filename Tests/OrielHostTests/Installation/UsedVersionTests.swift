import Foundation
import OrielHost
import OrielSystem
import OrielTesting
import Testing

/// What becomes of a version that requests still use when it is replaced or removed.
@Suite(.requiresBundles, .timeLimit(.minutes(5))) struct UsedVersionTests {
  let fixture: InstallationFixture

  init() throws { fixture = try InstallationFixture() }

  /// The hidden names in the folder for extensions.
  private var hidden: [String] { fixture.names?.filter { $0.hasPrefix(".") } ?? [] }

  /// Looks for extensions, as hosts do; gives the versions that there are.
  private func search() -> [String?] {
    var configuration = RegistryConfiguration(
      searchPath: SearchPath([SearchPath.Location(fixture.target, .explicit)])
    )
    configuration.cacheFolder = "\(fixture.scratch)/cache"
    configuration.decisionsFolder = "\(fixture.scratch)/decisions"
    configuration.stateFolder = "\(fixture.scratch)/state"
    return ExtensionRegistry(configuration: configuration).snapshot().entries
      .map { $0.manifest?.shortVersion }
  }

  /// The lock that a runner has while an instance uses a bundle.
  private final class Use {
    /// The folder of the bundle.
    private let folder: Descriptor

    /// Takes the lock.
    init(_ path: String) throws {
      folder = try Descriptor.open(path, [.readOnly, .directory])
      let isLocked = try folder.lock(isShared: true)
      #expect(isLocked)
    }

    /// Whether a file of the bundle can still be opened.
    var findsFile: Bool {
      let file = try? folder.open("Resources/deep/text.txt", .readOnly)
      return file != nil
    }
  }

  /// A version that reads a file late.
  private func version(_ text: String) throws -> String {
    let path = "\(fixture.scratch)/\(text)/ReadsLater.appex"
    let files = FileManager.default
    try files.createDirectory(
      atPath: "\(fixture.scratch)/\(text)",
      withIntermediateDirectories: true
    )
    try files.copyItem(atPath: BuiltProducts.bundle("ReadsLater"), toPath: path)
    try fixture.write(Array(text.utf8), to: "\(path)/Resources/later.txt")
    return path
  }

  @Test(
    "A request finds the files of its version after that was replaced or removed",
    arguments: [true, false]
  )
  func running(isReplaced: Bool) async throws {
    let path = try await fixture.install(try version("old")).get().path
    let old = try #require(CatalogEntry(inspecting: path).installed)
    let begun = try Gate()
    let release = try Gate()
    let host = try LoadGate.host(begun: begun, release: release)
    try fixture.write(Array("content".utf8), to: "\(fixture.scratch)/file")
    let file = ItemProvider(
      representations: [.init(type: .data, source: .file(path: "\(fixture.scratch)/file"))]
    )
    var options = RequestOptions()
    options.waitsForExit = true
    async let result = host.perform(
      old,
      items: [ExtensionItem(attachments: [file])],
      options: options
    )
    try await wait { begun.isOpen(within: 0) }
    let notes =
      isReplaced
      ? try await fixture.install(try version("new")).get().notes
      : try await ExtensionInstaller().uninstall(path).notes
    #expect(notes.count == 1)
    #expect(FileManager.default.fileExists(atPath: path) == isReplaced)
    // Neither a search nor another installation takes the files away.
    _ = search()
    #expect(await fixture.install(try fixture.bundle()).code == nil)
    #expect(hidden.count == 1)
    release.open()
    let outcome = await result.outcome
    guard case .completed(let items, _) = outcome else {
      Issue.record("\(outcome)")
      return
    }
    #expect(items.first?.text == "old")
    await host.shutdownAndWait()
    // Nobody needs them any more.
    #expect(hidden.count == 1)
    #expect(search().count == (isReplaced ? 2 : 1))
    #expect(hidden == [])
  }

  @Test("A killed installer leaves what is used to be used, and it goes when it is not")
  func killed() async throws {
    let path = try await fixture.install(try fixture.bundle()).get().path
    var used: Use? = try Use(path)
    let newer = try fixture.bundle(in: "newer", version: "2.0")
    await #expect(processExitsWith: .signal(SIGKILL)) {
      [source = newer as String, target = fixture.target as String] in
      var installer = ExtensionInstaller()
      installer.checkpoint = { if $0 == .placed { kill(getpid(), SIGKILL) } }
      _ = try await installer.install(source, to: target)
    }
    #expect(used?.findsFile == true)
    #expect(hidden == [".oriel-staging-Install.appex"])
    // The same name is needed for the next version, and for the removal.
    let third = try await fixture.install(
      try fixture.bundle(in: "third", version: "3.0")
    ).get()
    #expect(third.change == .replaced && third.notes == [])
    #expect(used?.findsFile == true)
    #expect(hidden.count == 1)
    _ = try await ExtensionInstaller().uninstall(path)
    #expect(used?.findsFile == true)
    #expect(hidden.count == 1 && fixture.names?.count == 1)
    used = nil
    #expect(await fixture.install(try fixture.bundle()).code == nil)
    #expect(fixture.names == ["Install.appex"])
  }

  @Test("Each version that is used stays until it is not, and no longer")
  func several() async throws {
    let first = try await fixture.install(try fixture.bundle()).get().path
    var one: Use? = try Use(first)
    #expect(await fixture.install(try fixture.bundle(in: "b", version: "2.0")).code == nil)
    var two: Use? = try Use(first)
    #expect(await fixture.install(try fixture.bundle(in: "c", version: "3.0")).code == nil)
    #expect(hidden.count == 2)
    #expect(one?.findsFile == true && two?.findsFile == true)
    one = nil
    #expect(search() == ["3.0"])
    #expect(hidden.count == 1)
    #expect(two?.findsFile == true)
    // Without a lock nothing of the third one stays.
    #expect(await fixture.install(try fixture.bundle(in: "d", version: "4.0")).code == nil)
    #expect(hidden.count == 1)
    two = nil
    #expect(search() == ["4.0"])
    #expect(hidden == [])
    #expect(search() == ["4.0"])
  }

  @Test("A container stays whole while one of its extensions is used")
  func container() async throws {
    for name in ["One", "Two"] {
      _ = try fixture.bundle(
        "\(name).appex",
        in: "source/Both.app/PlugIns",
        identifier: "com.example.\(name.lowercased())"
      )
    }
    let path = try await fixture.install("\(fixture.scratch)/source/Both.app").get().path
    var used: Use? = try Use("\(path)/PlugIns/Two.appex")
    #expect(try await ExtensionInstaller().uninstall(path).notes.count == 1)
    #expect(used?.findsFile == true)
    let kept = try #require(hidden.first)
    let plugIns = "\(fixture.target)/\(kept)/Both.app/PlugIns"
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: plugIns).sorted()
        == ["One.appex", "Two.appex"]
    )
    used = nil
    #expect(search() == [])
    #expect(fixture.names == [])
  }

  @Test("What is being deleted is not started")
  func deleting() async throws {
    let path = try await fixture.install(BuiltProducts.bundle("CompleteEarly")).get().path
    let item = try #require(CatalogEntry(inspecting: path).installed)
    let host = try ExtensionHost(configuration: Fixtures.configuration)
    guard case .completed = await host.perform(item, items: []).outcome else {
      Issue.record("the extension does not run at all")
      return
    }
    await host.shutdownAndWait()
    let folder = try Descriptor.open(path, [.readOnly, .directory])
    let isLocked = try folder.lock()
    #expect(isLocked)
    let second = try ExtensionHost(configuration: Fixtures.configuration)
    let outcome = await second.perform(item, items: []).outcome
    await second.shutdownAndWait()
    guard case .failed(let reason) = outcome else {
      Issue.record("\(outcome)")
      return
    }
    #expect("\(reason)".contains("is being replaced or removed"), "\(reason)")
  }
}
