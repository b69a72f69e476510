import Foundation
import OrielSystem
import OrielTesting
import OrielTypes
import Testing

@testable import OrielHost

/// Files that are made for a load: each is deleted once, whatever becomes of the extension.
@Suite(.timeLimit(.minutes(5))) struct FileLifetimeTests {
  /// Offers a file with a lifetime, made in this process's own folder for each load.
  private func provider(_ lifetime: FileLifetime, _ paths: Lock<[String]>) -> ItemProvider {
    ItemProvider(type: .plainText) { context in
      let path = try context.temporaryFile(named: "made.txt")
      try Data("made".utf8).write(to: URL(fileURLWithPath: path))
      paths.withLock { $0.append(path) }
      return .file(path: path, lifetime: lifetime)
    }
  }

  private func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }

  @Test("A file lives as long as it was said, and no longer", .requiresBundles)
  func lifetimes() async throws {
    let made = "OK \(Loads.checksum(Array("made".utf8)))"
    for lifetime in FileLifetime.allCases {
      let paths = Lock([String]())
      let seen = Lock([Bool]())
      var provider = provider(lifetime, paths)
      // Looks for the first file while the extension works.
      provider.register(.json) { _ in
        let path = paths.withLock { $0.first } ?? ""
        // Deleting comes after releasing, on another thread.
        if lifetime == .untilReleased { try await wait { !self.exists(path) } }
        seen.withLock { $0.append(self.exists(path)) }
        return .bytes([])
      }
      let lines = ["keep public.text", "drop", "bytes public.json"]
      let answers = try await Loads.run(lines, provider)
      #expect(answers["keep public.text"] == made)
      #expect(answers["drop"] == "OK")
      #expect(seen.withLock { $0 } == [lifetime != .untilReleased], "\(lifetime)")
      let path = try #require(paths.withLock { $0.first })
      try await wait { self.exists(path) == (lifetime == .kept) }
      #expect(exists(path) == (lifetime == .kept), "\(lifetime)")
      try? FileManager.default.removeItem(atPath: path)
    }
  }

  @Test("A file that is not released goes with the request, and not before", .requiresBundles)
  func notReleased() async throws {
    let paths = Lock([String]())
    let seen = Lock([Bool]())
    var provider = provider(.untilReleased, paths)
    provider.register(.json) { _ in
      seen.withLock { $0.append(self.exists(paths.withLock { $0.first } ?? "")) }
      return .bytes([])
    }
    _ = try await Loads.run(["keep public.text", "bytes public.json"], provider)
    #expect(seen.withLock { $0 } == [true])
    try await wait { !self.exists(paths.withLock { $0.first } ?? "") }
    #expect(!exists(paths.withLock { $0.first } ?? ""))
  }

  @Test("Bytes and URLs are copies, so their file is released at once", .requiresBundles)
  func copies() async throws {
    let paths = Lock([String]())
    var provider = provider(.untilReleased, paths)
    let seen = Lock([Bool]())
    provider.register(.json) { _ in
      let made = paths.withLock { $0 }
      try await wait { made.allSatisfy { !self.exists($0) } }
      seen.withLock { $0 = made.map { self.exists($0) } }
      return .bytes([])
    }
    _ = try await Loads.run(
      ["bytes public.text", "url public.text", "bytes public.json"],
      provider
    )
    #expect(seen.withLock { $0 } == [false, false])
  }

  @Test(
    "Every file is deleted once when the extension crashes, gives up, or is ended",
    .requiresBundles,
    arguments: ["crash", "wait", ""],
    [FileLifetime.untilRequestEnds, .untilReleased]
  )
  func endings(_ last: String, _ lifetime: FileLifetime) async throws {
    let paths = Lock([String]())
    let lines = ["bytes public.text", "keep public.text", "start public.text", last]
    var milliseconds = 200
    repeat {
      milliseconds *= 2
      _ = try await Loads.run(lines, provider(lifetime, paths)) { [milliseconds] in
        $0.requestTimeout = .milliseconds(last == "wait" ? milliseconds : 30_000)
      }
      // A machine may be too busy to get there in time.
    } while paths.withLock({ $0.count }) < 2 && milliseconds < 20_000
    // One more may be on its way when the request ends.
    let made = paths.withLock { $0 }
    #expect(made.count >= 2)
    try await wait { made.allSatisfy { !self.exists($0) } }
    #expect(made.filter { exists($0) } == [])
  }

  @Test("Only the file that was there is deleted, and only once")
  func onlyOnce() throws {
    let folder = NSTemporaryDirectory() + "/oriel-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let path = folder + "/file"
    func make() throws { try Data([1]).write(to: URL(fileURLWithPath: path)) }
    try make()
    let file = TemporaryFile(path: path)
    file.delete()
    #expect(!exists(path))
    try make()
    file.delete()
    #expect(exists(path))
    // Another file took the place of the one that was taken over.
    do {
      let other = TemporaryFile(path: path)
      try FileManager.default.moveItem(atPath: path, toPath: path + ".moved")
      try make()
      withExtendedLifetime(other) {}
    }
    #expect(exists(path) && exists(path + ".moved"))
    do { _ = TemporaryFile(path: path) }
    #expect(!exists(path))
    // A link goes, and what it leads to stays.
    try FileManager.default.createSymbolicLink(
      atPath: path,
      withDestinationPath: path + ".moved"
    )
    do { _ = TemporaryFile(path: path) }
    #expect(exists(path + ".moved"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["file.moved"])
  }

  @Test("What a killed process left is deleted by the next one, and nobody else's files are")
  func sweeping() async throws {
    let folder = NSTemporaryDirectory() + "/oriel-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    // A process that is killed while it has a file, and this one's own folder.
    let own = TemporaryItemFolder(in: folder)
    let mine = try own.place(named: "mine")
    try Data().write(to: URL(fileURLWithPath: mine))
    let base = folder + "/oriel-items-\(getuid())"
    let left = base + "/0123456789abcdef/1/left"
    try FileManager.default.createDirectory(
      atPath: base + "/0123456789abcdef/1",
      withIntermediateDirectories: true
    )
    try Data().write(to: URL(fileURLWithPath: left))
    #expect(exists(left))
    let next = TemporaryItemFolder(in: folder)
    let place = try next.place(named: "new")
    #expect(!exists(left) && exists(mine) && place != mine)
    for name in ["", ".", "..", "a/b", "a\0b", String(repeating: "x", count: 256)] {
      #expect(throws: ItemLoadError.self) { try next.place(named: name) }
    }
    withExtendedLifetime((own, next)) {}
  }

  @Test("A folder that others may look into, or that is a link, is not used")
  func unsafeFolder() throws {
    let folder = NSTemporaryDirectory() + "/oriel-\(UUID().uuidString)"
    let base = folder + "/oriel-items-\(getuid())"
    try FileManager.default.createDirectory(atPath: base, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: base)
    #expect(throws: ItemLoadError.self) { try TemporaryItemFolder(in: folder).place(named: "x") }
    try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: base)
    _ = try TemporaryItemFolder(in: folder).place(named: "x")
    try FileManager.default.moveItem(atPath: base, toPath: base + ".real")
    try FileManager.default.createSymbolicLink(
      atPath: base,
      withDestinationPath: base + ".real"
    )
    #expect(throws: ItemLoadError.self) { try TemporaryItemFolder(in: folder).place(named: "x") }
  }
}
