import Foundation
import OrielSystem
import Testing

@testable import OrielManifest

/// What is remembered of a search, and when it is not.
///
/// The paths that calls of the C library get in `unsafe` expressions are strings, which live for the
/// call.
@Suite("Index of bundles") struct BundleIndexTests {
  /// A folder with bundles and an index of them.
  private final class Folder {
    let path: String
    var bundles: String { "\(path)/bundles" }
    var cache: String { "\(path)/cache" }
    var index: String { "\(cache)/index-1" }

    init() throws {
      path = NSTemporaryDirectory() + "/oriel-index-\(UUID().uuidString)"
      try FileManager.default.createDirectory(
        atPath: path + "/bundles",
        withIntermediateDirectories: true
      )
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// Makes a bundle that nobody has touched for an hour.
    func add(_ name: String, display: String = "Name") throws {
      let bundle = "\(bundles)/\(name).appex"
      try FileManager.default.createDirectory(
        atPath: bundle,
        withIntermediateDirectories: true
      )
      try Self.manifest("com.example.\(name)", display).write(
        toFile: "\(bundle)/Info.plist",
        atomically: false,
        encoding: .utf8
      )
      try Data("no library".utf8).write(to: URL(fileURLWithPath: "\(bundle)/A.so"))
    }

    static func manifest(_ identifier: String, _ name: String) -> String {
      """
      <plist version="1.0"><dict>
      <key>CFBundleIdentifier</key><string>\(identifier)</string>
      <key>CFBundleDisplayName</key><string>\(name)</string>
      <key>CFBundleExecutable</key><string>A.so</string>
      <key>NSExtension</key><dict>
      <key>NSExtensionPointIdentifier</key><string>org.oriel.keyboard</string>
      </dict></dict></plist>
      """
    }

    /// Searches as if everything had been left alone for a while.
    func search(after seconds: Int64 = 10) -> BundleSearch {
      let old = try? BundleIndexFile(directory: cache).load(.current)
      let search = BundleSearch(
        SearchPath([.init(bundles, .explicit)]),
        facts: .current,
        index: old,
        start: RealTime.now + seconds * 1_000_000_000
      )
      let environment = BundleIndexFile.environment(.current)
      if let bytes = search.newIndex(environment: environment) {
        try? BundleIndexFile(directory: cache).save(bytes)
      }
      return search
    }

    /// The names for people, as a catalog with an index tells them.
    func names() -> [String] {
      ExtensionCatalog.search(
        SearchPath([.init(bundles, .explicit)]),
        index: BundleIndexFile(directory: cache)
      ).entries.map(\.displayName)
    }
  }

  /// How many bundles of a search were read, and not taken from the index.
  private static func readCount(_ search: BundleSearch) -> Int {
    search.found.filter { if case .read = $0 { true } else { false } }.count
  }

  @Test("A second search reads nothing, and finds the same")
  func unchanged() throws {
    let folder = try Folder()
    for name in ["a", "b", "c"] { try folder.add(name, display: name.uppercased()) }
    let first = folder.search()
    #expect(Self.readCount(first) == 3)
    let second = folder.search()
    #expect(second.found.count == 3 && Self.readCount(second) == 0)
    let old = try BundleIndexFile(directory: folder.cache).load(.current)
    let found = FoundBundles(second, index: old)
    for number in 0..<3 {
      var fresh = CatalogEntry(inspecting: "\(folder.bundles)/\(["a", "b", "c"][number]).appex")
      // Who names a bundle by its path has not searched for it.
      #expect(fresh.origin == nil)
      fresh.origin = .explicit
      let kept = found.entry(at: number)
      #expect(kept == fresh)
      #expect(kept.contentHash != nil)
    }
  }

  @Test("A bundle that has to be read each time makes no new index while it stays as it is")
  func neverTrusted() throws {
    let folder = try Folder()
    for name in ["a", "b", "c"] { try folder.add(name) }
    let files = FileManager.default
    // Links are refused in bundles, and a folder without a manifest is none that can be read.
    try files.createSymbolicLink(
      atPath: "\(folder.bundles)/b.appex/link",
      withDestinationPath: "A.so"
    )
    try files.createDirectory(
      atPath: "\(folder.bundles)/d.appex",
      withIntermediateDirectories: false
    )
    _ = folder.search()
    func index() throws -> FileIdentity {
      try Descriptor.open("\(folder.cache)/\(BundleIndexFile.name)", .readOnly).status().identity
    }
    let before = try index()
    #expect(Self.readCount(folder.search()) == 1)
    #expect(try index() == before)
    try Data("changed".utf8).write(to: URL(fileURLWithPath: "\(folder.bundles)/b.appex/A.so"))
    _ = folder.search()
    #expect(try index() != before)
  }

  /// A change to a bundle or its folder.
  enum Change: CaseIterable {
    case content, sameSizeAndTimes, added, removed, renamed, replaced, resource, newFile, mode
  }

  @Test("Whatever changes is seen", arguments: Change.allCases)
  func changes(_ change: Change) throws {
    let folder = try Folder()
    for name in ["a", "b"] { try folder.add(name) }
    _ = folder.search()
    #expect(Self.readCount(folder.search()) == 0)
    let manager = FileManager.default
    let bundle = "\(folder.bundles)/a.appex"
    let file = "\(bundle)/Info.plist"
    switch change {
    case .content:
      try Folder.manifest("com.example.a", "Other").write(
        toFile: file,
        atomically: false,
        encoding: .utf8
      )
    case .sameSizeAndTimes:
      let date = try manager.attributesOfItem(atPath: file)[.modificationDate]
      try Folder.manifest("com.example.a", "Emam").write(
        toFile: file,
        atomically: false,
        encoding: .utf8
      )
      // The time of the change itself cannot be set back.
      try manager.setAttributes([.modificationDate: try #require(date)], ofItemAtPath: file)
    case .added: try folder.add("c")
    case .removed: try manager.removeItem(atPath: bundle)
    case .renamed: try manager.moveItem(atPath: bundle, toPath: "\(folder.bundles)/z.appex")
    case .replaced:
      try manager.copyItem(atPath: bundle, toPath: "\(folder.path)/copy")
      try manager.removeItem(atPath: bundle)
      try manager.moveItem(atPath: "\(folder.path)/copy", toPath: bundle)
    case .resource: try Data("x".utf8).write(to: URL(fileURLWithPath: "\(bundle)/A.so"))
    case .newFile: try Data("x".utf8).write(to: URL(fileURLWithPath: "\(bundle)/new"))
    case .mode: try manager.setAttributes([.posixPermissions: 0o700], ofItemAtPath: file)
    }
    let search = folder.search()
    #expect(search.found.count == (change == .added ? 3 : change == .removed ? 1 : 2))
    #expect(Self.readCount(search) == (change == .removed ? 0 : 1))
    #expect(Self.readCount(folder.search()) == 0)
    if change == .content { #expect(folder.names() == ["Other", "Name"]) }
  }

  @Test("A link in a folder is found each time, by whatever name it has")
  func links() throws {
    let folder = try Folder()
    try folder.add("a")
    #expect(unsafe rename("\(folder.bundles)/a.appex", "\(folder.path)/real.appex") == 0)
    #expect(unsafe symlink("\(folder.path)/real.appex", "\(folder.bundles)/link.appex") == 0)
    for _ in 0..<3 {
      let search = folder.search()
      #expect(search.found.count == 1)
      let real = try #require(search.found.first?.path)
      #expect(real.hasSuffix("/real.appex"))
    }
  }

  @Test("A bundle that is not looked at whole is read each time")
  func incomplete() throws {
    let folder = try Folder()
    try folder.add("a")
    #expect(unsafe symlink("A.so", "\(folder.bundles)/a.appex/0") == 0)
    for name in ["One", "Two"] {
      // The file is changed in place, so that its folder tells nothing.
      let file = try FileHandle(
        forWritingTo: URL(fileURLWithPath: "\(folder.bundles)/a.appex/Info.plist")
      )
      try file.truncate(atOffset: 0)
      try file.write(contentsOf: Data(Folder.manifest("com.example.a", name).utf8))
      try file.close()
      #expect(Self.readCount(folder.search()) == 1)
      #expect(folder.names() == [name])
    }
  }

  @Test("A search of other places leaves what is remembered of these")
  func otherPlaces() throws {
    let folder = try Folder()
    try folder.add("a")
    _ = folder.search()
    let other = try Folder()
    try other.add("b")
    _ = BundleSearch(
      SearchPath([.init(other.bundles, .explicit)]),
      facts: .current,
      index: try BundleIndexFile(directory: folder.cache).load(.current),
      start: RealTime.now + 10_000_000_000
    ).newIndex(environment: BundleIndexFile.environment(.current)).map {
      try? BundleIndexFile(directory: folder.cache).save($0)
    }
    let index = try BundleIndexFile(directory: folder.cache).load(.current)
    #expect(index.directories.count == 2)
    #expect(Self.readCount(folder.search()) == 0)
  }

  @Test("What changed a moment before it was read is read again")
  func racy() throws {
    let folder = try Folder()
    try folder.add("a")
    #expect(Self.readCount(folder.search(after: 0)) == 1)
    #expect(Self.readCount(folder.search(after: 0)) == 1)
    #expect(Self.readCount(folder.search(after: 10)) == 1)
    #expect(Self.readCount(folder.search(after: 10)) == 0)
  }

  @Test("What seems to come from the future is read again, and so is all when the clock went back")
  func clocks() throws {
    let folder = try Folder()
    try folder.add("a")
    let file = "\(folder.bundles)/a.appex/Info.plist"
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSinceNow: 1_000_000)],
      ofItemAtPath: file
    )
    for _ in 0..<2 { #expect(Self.readCount(folder.search()) == 1) }
    try FileManager.default.setAttributes([.modificationDate: Date()], ofItemAtPath: file)
    #expect(Self.readCount(folder.search()) == 1)
    #expect(Self.readCount(folder.search()) == 0)
    // Nothing of a search is kept during which the clock was set back.
    try folder.add("b")
    let search = BundleSearch(
      SearchPath([.init(folder.bundles, .explicit)]),
      facts: .current,
      index: nil,
      start: RealTime.now + 10_000_000_000
    )
    #expect(search.newIndex(environment: []) != nil)
    #expect(search.newIndex(environment: [], at: RealTime.now - 3_000_000_000) == nil)
    #expect(search.newIndex(environment: [], at: RealTime.now + 3_000_000_000) != nil)
  }

  @Test("Names that look alike are those of different bundles")
  func lookalikes() throws {
    let folder = try Folder()
    let names = ["\u{E9}", "e\u{301}"]
    for (number, name) in names.enumerated() {
      try folder.add("a\(number)")
      #expect(
        unsafe rename("\(folder.bundles)/a\(number).appex", "\(folder.bundles)/\(name).appex") == 0
      )
    }
    func identifiers() -> [String] {
      let old = try? BundleIndexFile(directory: folder.cache).load(.current)
      let found = FoundBundles(folder.search(), index: old)
      return (0..<found.count).compactMap { found.entry(at: $0).identifier }.sorted()
    }
    #expect(identifiers() == ["com.example.a0", "com.example.a1"])
    // The folder has changed, so that its names are read and looked up in the index.
    try folder.add("b")
    #expect(identifiers() == ["com.example.a0", "com.example.a1", "com.example.b"])
    #expect(identifiers() == ["com.example.a0", "com.example.a1", "com.example.b"])
    let places = ["\u{E9}", "e\u{301}"].map { "\(folder.path)/\($0)" }
    for (number, place) in places.enumerated() {
      #expect(unsafe mkdir(place, 0o700) == 0)
      #expect(
        unsafe rename("\(folder.bundles)/\(names[number]).appex", "\(place)/a.appex") == 0
      )
    }
    let catalog = ExtensionCatalog.search(SearchPath(places.map { .init($0, .explicit) }))
    #expect(catalog.count == 2)
  }

  @Test("A library that could not be read is tried again")
  func doubtful() throws {
    let folder = try Folder()
    try folder.add("a")
    // Too large to be kept with the rest, so that it is opened a second time.
    let file = "\(folder.bundles)/a.appex/A.so"
    try Data(repeating: 1, count: 5 << 20).write(to: URL(fileURLWithPath: file))
    for _ in 0..<2 { #expect(Self.readCount(folder.search()) == 1) }
    try Data(repeating: 1, count: 1 << 20).write(to: URL(fileURLWithPath: file))
    #expect(Self.readCount(folder.search()) == 1)
    #expect(Self.readCount(folder.search()) == 0)
  }

  @Test("A damaged index is made again, wherever the damage is")
  func damage() throws {
    let folder = try Folder()
    for name in ["a", "b"] { try folder.add(name) }
    _ = folder.search()
    let good = try Data(contentsOf: URL(fileURLWithPath: folder.index))
    #expect(folder.names() == ["Name", "Name"])
    let places = Array(stride(from: 0, to: good.count, by: 7)) + [good.count - 1]
    for place in places {
      var bad = good
      bad[place] ^= 0x55
      try bad.write(to: URL(fileURLWithPath: folder.index))
      #expect(folder.names() == ["Name", "Name"], "byte \(place)")
    }
    for count in [0, 1, 8, 63, 64, 65, good.count / 2, good.count - 1] {
      try good.prefix(count).write(to: URL(fileURLWithPath: folder.index))
      #expect(folder.names() == ["Name", "Name"], "\(count) bytes")
    }
    _ = folder.search()
    #expect(Self.readCount(folder.search()) == 0)
  }

  @Test("An index that others may write, a link and a pipe are not used")
  func strangers() throws {
    let folder = try Folder()
    try folder.add("a")
    _ = folder.search()
    let file = BundleIndexFile(directory: folder.cache)
    _ = try file.load(.current)
    #expect(unsafe chmod(folder.index, 0o622) == 0)
    #expect(throws: BundleIndex.Problem.unusable("others may write it")) {
      _ = try file.load(.current)
    }
    #expect(unsafe chmod(folder.index, 0o600) == 0)
    try FileManager.default.moveItem(atPath: folder.index, toPath: folder.index + ".real")
    #expect(unsafe symlink(folder.index + ".real", folder.index) == 0)
    #expect(throws: BundleIndex.Problem.self) { _ = try file.load(.current) }
    #expect(unsafe unlink(folder.index) == 0)
    #expect(unsafe mkfifo(folder.index, 0o600) == 0)
    #expect(throws: BundleIndex.Problem.self) { _ = try file.load(.current) }
    #expect(folder.names() == ["Name"])
  }

  @Test("An index of another system counts as none")
  func otherSystem() throws {
    let folder = try Folder()
    try folder.add("a")
    _ = folder.search()
    var other = SystemFacts.current
    other.glibc = VersionNumber(1, 0)
    #expect(throws: BundleIndex.Problem.self) {
      _ = try BundleIndexFile(directory: folder.cache).load(other)
    }
  }

  @Test("Without a place for it all is found, and a note says that nothing is kept")
  func noPlace() throws {
    let folder = try Folder()
    try folder.add("a")
    try Data().write(to: URL(fileURLWithPath: folder.cache))
    let catalog = ExtensionCatalog.search(
      SearchPath([.init(folder.bundles, .explicit)]),
      index: BundleIndexFile(directory: folder.cache)
    )
    #expect(catalog.count == 1)
    #expect(catalog.diagnostics.contains { $0.message.contains("cannot be kept") })
  }

  @Test("The hash of a bundle changes with names, bits and bytes, and with nothing else")
  func hash() throws {
    let folder = try Folder()
    try folder.add("a")
    let bundle = "\(folder.bundles)/a.appex"
    func hash() -> ContentHash? { CatalogEntry(inspecting: bundle).contentHash }
    let first = try #require(hash())
    #expect(ContentHash(first.description) == first)
    let copy = "\(folder.bundles)/copy.appex"
    try FileManager.default.copyItem(atPath: bundle, toPath: copy)
    #expect(CatalogEntry(inspecting: copy).contentHash == first)
    #expect(unsafe chmod("\(bundle)/A.so", 0o755) == 0)
    #expect(hash() != first)
    #expect(unsafe chmod("\(bundle)/A.so", 0o644) == 0)
    #expect(hash() == first)
    #expect(unsafe rename("\(bundle)/A.so", "\(bundle)/B.so") == 0)
    #expect(hash() != first)
    #expect(unsafe rename("\(bundle)/B.so", "\(bundle)/A.so") == 0)
    try FileManager.default.createDirectory(
      atPath: "\(bundle)/empty",
      withIntermediateDirectories: false
    )
    #expect(hash() != first)
    #expect(unsafe rmdir("\(bundle)/empty") == 0)
    #expect(hash() == first)
    #expect(unsafe symlink("A.so", "\(bundle)/link") == 0)
    let linked = CatalogEntry(inspecting: bundle)
    #expect(linked.contentHash == nil)
    #expect(linked.diagnostics.contains { $0.message.contains("holds a symbolic link") })
  }
}
