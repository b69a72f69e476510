import Foundation
import OrielSystem
import OrielTesting
import Testing

@testable import OrielHost

/// What a host is told when something changes.
@Suite("Changes of a registry", .requiresCompiler, .timeLimit(.minutes(2)))
struct RegistryChangeTests {
  /// A pace at which tests do not take long.
  static let pace = WatchPace(quiet: 20, longest: 200)

  /// Waits for the first snapshot that is as it should be; the time limit ends what never comes.
  static func next(
    _ iterator: inout RegistryChanges.Iterator,
    where isWanted: (RegistrySnapshot) -> Bool
  ) async -> RegistrySnapshot? {
    while let snapshot = await iterator.next() {
      if isWanted(snapshot) { return snapshot }
    }
    return nil
  }

  /// The identifiers of what can be started.
  static func identifiers(_ snapshot: RegistrySnapshot) -> [String] {
    snapshot.catalog.usable.map(\.identifier).sorted()
  }

  /// Something that happens, and what is found after it.
  struct Act: Sendable, CustomTestStringConvertible {
    /// What happens.
    let name: String
    /// Does it.
    let perform: @Sendable (RegistryFolder) throws -> Void
    /// What can be started then.
    let expected: [String]

    var testDescription: String { name }
  }

  /// Everything that can happen to bundles.
  static let acts = [
    Act(name: "a bundle is added") {
      try $0.makeBundle("list/Two", identifier: "com.example.two")
    } expecting: {
      ["com.example.one", "com.example.two"]
    },
    Act(name: "a bundle is removed") {
      try $0.remove("list/One.appex")
    } expecting: {
      []
    },
    Act(name: "a bundle is moved in") {
      try $0.makeBundle("elsewhere/Two", identifier: "com.example.two")
      try $0.move("elsewhere/Two.appex", to: "list/Two.appex")
    } expecting: {
      ["com.example.one", "com.example.two"]
    },
    Act(name: "a bundle is moved out") {
      try $0.move("list/One.appex", to: "One.appex")
    } expecting: {
      []
    },
    Act(name: "a bundle is replaced by another one in one step") {
      try $0.makeBundle("elsewhere/New", identifier: "com.example.new")
      let folder = try Descriptor.open($0.path, [.readOnly, .directory])
      try folder.exchange("elsewhere/New.appex", with: "list/One.appex", in: folder)
    } expecting: {
      ["com.example.new"]
    },
    Act(name: "a manifest is written over") {
      try $0.makeBundle("list/One", identifier: "com.example.changed")
    } expecting: {
      ["com.example.changed"]
    },
    Act(name: "a library is removed") {
      try $0.remove("list/One.appex/Code.so")
    } expecting: {
      []
    },
    Act(name: "a container comes") {
      try $0.makeBundle("list/App.app/PlugIns/In", identifier: "com.example.in")
    } expecting: {
      ["com.example.in", "com.example.one"]
    },
    Act(name: "the directory is removed") {
      try $0.remove("list")
    } expecting: {
      []
    },
    Act(name: "the directory is made anew") {
      try $0.remove("list")
      try $0.makeBundle("list/Two", identifier: "com.example.two")
    } expecting: {
      ["com.example.two"]
    },
    Act(name: "the directory above is moved away and back with something else in it") {
      try $0.move("list", to: "away")
      try $0.makeBundle("list/Two", identifier: "com.example.two")
    } expecting: {
      ["com.example.two"]
    },
  ]

  @Test("What happens to bundles is told", arguments: acts)
  func bundles(act: Act) async throws {
    let folder = try RegistryFolder()
    try folder.makeBundle("list/One", identifier: "com.example.one")
    var iterator = folder.registry(origin: .user).changes(pace: Self.pace).makeAsyncIterator()
    let first = try #require(await iterator.next())
    #expect(Self.identifiers(first) == ["com.example.one"])
    try act.perform(folder)
    let next = await Self.next(&iterator) { Self.identifiers($0) == act.expected }
    #expect(next != nil)
  }

  @Test(
    "A place that is not there yet is looked at when it comes, however deep it lies",
    arguments: [false, true]
  )
  func placeThatComes(isRelative: Bool) async throws {
    let folder = try RegistryFolder()
    let here = FileManager.default.currentDirectoryPath.split(separator: "/")
    let root = isRelative ? here.map { _ in ".." }.joined(separator: "/") : ""
    let place = SearchPath.Location("\(root)\(folder.path)/a/b/c/list", .user)
    var iterator = folder.registry { $0.searchPath = SearchPath([place]) }
      .changes(pace: Self.pace).makeAsyncIterator()
    #expect(Self.identifiers(try #require(await iterator.next())) == [])
    try folder.makeBundle("a/b/c/list/One", identifier: "com.example.one")
    #expect(await Self.next(&iterator) { Self.identifiers($0) == ["com.example.one"] } != nil)
    // It is watched itself by now.
    try folder.makeBundle("a/b/c/list/Two", identifier: "com.example.two")
    #expect(await Self.next(&iterator) { Self.identifiers($0).count == 2 } != nil)
    try folder.remove("a/b")
    #expect(await Self.next(&iterator) { Self.identifiers($0) == [] } != nil)
    try folder.makeBundle("a/b/c/list/Three", identifier: "com.example.three")
    #expect(await Self.next(&iterator) { Self.identifiers($0) == ["com.example.three"] } != nil)
  }

  @Test("What another program decides is told, and so is a quarantine")
  func decisions() async throws {
    let folder = try RegistryFolder()
    try folder.makeBundle("list/One", identifier: "com.example.one")
    let registry = folder.registry()
    var iterator = registry.changes(pace: Self.pace).makeAsyncIterator()
    _ = await iterator.next()
    try folder.registry().disable("com.example.one")
    let disabled = await Self.next(&iterator) { $0.entries.first?.decision?.choice == .disabled }
    #expect(disabled != nil)
    try folder.registry().enable("com.example.one")
    #expect(await Self.next(&iterator) { $0.entries.first?.obstacle == nil } != nil)
    let item = try registry.snapshot().usableExtension("com.example.one")
    for _ in 0..<3 {
      folder.registry().count(RegistryQuarantineTests.failure, of: item)
    }
    #expect(await Self.next(&iterator) { $0.entries.first?.quarantine != nil } != nil)
  }

  /// Ways in which a registry comes to a bundle in a container.
  static let containerPlaces = ["list", "list/App.app", "list/App.app/PlugIns/One.appex", "links"]

  /// Changes of what a container says, with the file.
  static let containerChanges = [
    ("Info.json", #"{ "CFBundleIdentifier": "com.example.new" }"#),
    ("Info.plist", "<plist><dict><key>CFBundleName</key><string>B</string></dict></plist>"),
    ("Info.plist", "<plist><dict><key>Unread</key><string>B</string></dict></plist>"),
    ("Info.plist", "damaged"),
  ]

  @Test("What a container says is told when it changes", arguments: containerPlaces)
  func containers(place: String) async throws {
    for (name, text) in Self.containerChanges {
      let folder = try RegistryFolder()
      try folder.makeBundle("list/App.app/PlugIns/One", identifier: "com.example.one")
      let old = "<plist><dict><key>CFBundleName</key><string>A</string></dict></plist>"
      if name == "Info.plist" { try folder.write(old, to: "list/App.app/Info.plist") }
      try folder.write("", to: "links/readme")
      try FileManager.default.createSymbolicLink(
        atPath: "\(folder.path)/links/One.appex",
        withDestinationPath: "../list/App.app/PlugIns/One.appex"
      )
      var iterator = folder.registry([place]).changes(pace: Self.pace).makeAsyncIterator()
      let first = try #require(await iterator.next())
      #expect(Self.identifiers(first) == ["com.example.one"])
      /// Waits for a snapshot that shows what another registry, with an index, finds now.
      func next(after last: RegistrySnapshot) async throws -> RegistrySnapshot {
        let found = await Self.next(&iterator) { snapshot in
          let now = folder.registry([place]).snapshot().catalog.fingerprint
          return snapshot.catalog.fingerprint == now && now != last.catalog.fingerprint
        }
        return try #require(found)
      }
      try folder.write(text, to: "list/App.app/\(name)")
      let changed = try await next(after: first)
      try folder.remove("list/App.app/\(name)")
      let last = try await next(after: changed)
      if name == "Info.json" { #expect(last.catalog.fingerprint == first.catalog.fingerprint) }
    }
  }

  @Test("What does not matter is not told")
  func noise() async throws {
    let folder = try RegistryFolder()
    try folder.makeBundle("list/One", identifier: "com.example.one")
    var iterator = folder.registry().changes(pace: Self.pace).makeAsyncIterator()
    _ = await iterator.next()
    try folder.write("x", to: "list/notes.txt")
    try folder.write("x", to: "list/.hidden.appex/x")
    try folder.write("x", to: "other")
    // The next one that comes is of what matters.
    try folder.makeBundle("list/Two", identifier: "com.example.two")
    let next = await iterator.next()
    #expect(next.map(Self.identifiers) == ["com.example.one", "com.example.two"])
  }

  @Test("More events than the system can queue mean that anything may have changed")
  func overflow() throws {
    let folder = try RegistryFolder()
    try folder.makeBundle("list/One", identifier: "com.example.one")
    let registry = folder.registry()
    var watched = WatchedDirectories(limit: 1000)
    let isNew = watched.open(WatchedPlaces(registry, registry.snapshot()))
    #expect(isNew)
    let limit = try #require(
      Int(
        try String(contentsOfFile: "/proc/sys/fs/inotify/max_queued_events", encoding: .utf8)
          .trimmingCharacters(in: .whitespacesAndNewlines)
      )
    )
    let directory = try Descriptor.open("\(folder.path)/list", [.readOnly, .directory])
    // None of these matters.
    for number in 0..<100 { try directory.makeDirectory("\(number)", permissions: 0o700) }
    let sawNoise = watched.sawSomething()
    #expect(!sawNoise)
    // What does is lost behind more than there is room for.
    for number in 100..<(limit + 200) {
      try directory.makeDirectory("\(number)", permissions: 0o700)
    }
    try folder.makeBundle("list/Two", identifier: "com.example.two")
    var saw = false
    for _ in 0..<limit where !saw { saw = watched.sawSomething() }
    #expect(saw)
  }

  @Test("Where not everything can be watched, all is looked at again and again, and a note says so")
  func watchLimit() async throws {
    let folder = try RegistryFolder()
    try folder.makeBundle("list/One", identifier: "com.example.one")
    var pace = Self.pace
    pace.watchLimit = 1
    pace.polling = 50
    var iterator = folder.registry().changes(pace: pace).makeAsyncIterator()
    let first = try #require(await iterator.next())
    #expect(first.diagnostics.map(\.severity) == [.note])
    #expect(first.diagnostics.first?.message.contains("1 directories are watched") == true)
    try folder.write(try TestLibrary.compile(3), to: "list/One.appex/Code.so")
    let hash = first.entries.first?.contentHash
    #expect(await Self.next(&iterator) { $0.entries.first?.contentHash != hash } != nil)
  }

  @Test("Watching ends with the task that waits")
  func ending() async throws {
    let folder = try RegistryFolder()
    try folder.makeBundle("list/One", identifier: "com.example.one")
    let registry = folder.registry()
    let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
    let task = Task {
      var count = 0
      for await _ in registry.changes(pace: Self.pace) {
        count += 1
        continuation.yield(count)
      }
      return count
    }
    var iterator = stream.makeAsyncIterator()
    #expect(await iterator.next() == 1)
    task.cancel()
    #expect(await task.value == 1)
  }

  @Test("A moment without descriptors does not end the stream of changes")
  func shortage() async {
    await #expect(processExitsWith: .success) {
      let folder = try RegistryFolder()
      try folder.makeBundle("list/One", identifier: "com.example.one")
      try folder.makeBundle("elsewhere/Two", identifier: "com.example.two")
      let pace = WatchPace(quiet: 20, longest: 200, polling: 50)
      var changes = folder.registry().changes(pace: pace).makeAsyncIterator()
      let first = await Self.next(&changes) { Self.identifiers($0) == ["com.example.one"] }
      guard first != nil else { fatalError("nothing was found") }
      guard DescriptorTable.limit(to: 64) else { fatalError("there is no limit") }
      for round in 0..<10 {
        let names = ["One", "Two"]
        let (old, new) = round % 2 == 0 ? (names[0], names[1]) : (names[1], names[0])
        // Takes also what the watcher itself gives back.
        let greed = DescriptorGreed()
        // Renaming takes no descriptor.
        try folder.move("list/\(old).appex", to: "elsewhere/\(old).appex")
        // It is told that something changed, and cannot look at what.
        guard await changes.next() != nil else { fatalError("the stream ended in \(round)") }
        greed.end()
        try folder.move("elsewhere/\(new).appex", to: "list/\(new).appex")
        let wanted = ["com.example.\(new.lowercased())"]
        let found = await Self.next(&changes) { Self.identifiers($0) == wanted }
        guard found != nil else { fatalError("the stream ended after \(round)") }
      }
    }
  }
}

extension RegistryChangeTests.Act {
  /// An act with what is found after it.
  init(
    name: String,
    _ perform: @escaping @Sendable (RegistryFolder) throws -> Void,
    expecting expected: () -> [String]
  ) {
    self.init(name: name, perform: perform, expected: expected())
  }
}
