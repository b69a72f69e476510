import Foundation
import Testing

@testable import OrielTypes

/// The system's own `mime.cache`, damaged in many ways: whatever is read from it, nothing traps and
/// nothing takes long.
@Suite("Damaged databases of MIME types")
struct DamagedCacheTests {
  /// The bytes of the system's file.
  private static func bytes() throws -> [UInt8] {
    Array(try Data(contentsOf: URL(filePath: SystemDatabaseTests.directory + "/mime.cache")))
  }

  /// A folder for data directories, removed after use.
  private func withFolder(_ body: (String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "oriel-\(UUID())").path
    try FileManager.default.createDirectory(
      atPath: folder + "/mime",
      withIntermediateDirectories: true
    )
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try body(folder)
  }

  /// Asks for something of each kind.
  private func ask(_ cache: MIMECache) {
    let database = MIMEDatabase(caches: [cache], problems: [])
    for name in ["a.png", "makefile", "a.tar.gz", "x.C", "readme.1"] {
      for type in database.types(forFileName: name) { _ = database.ancestors(of: type) }
    }
    for type in ["text/xml", "application/x-gzip", "audio/amr"] {
      guard let type = MIMEType(type) else { continue }
      _ = database.ancestors(of: type) + database.aliases(of: type)
    }
    _ = database.type(ofContent: Array("%PDF-1.4 and more".utf8))
  }

  @Test("A file that ends early is refused or read as far as it goes")
  func truncated() throws {
    let bytes = try Self.bytes()
    for count in Array(0..<64) + Array(stride(from: 64, to: bytes.count, by: 2917)) {
      do throws(MIMECache.Refusal) {
        let cache = try MIMECache(Array(bytes.prefix(count)))
        #expect(count >= 40)
        #expect(!cache.cuts.isEmpty || count > 36_000, "\(count)")
        ask(cache)
      } catch {
        #expect(count < 40)
        #expect(error == .tooShort(count))
      }
    }
  }

  @Test("Numbers anywhere that are too large lead nowhere")
  func numbers() throws {
    let bytes = try Self.bytes()
    var source = DynamicTypeTests.Source()
    for round in 0..<60 {
      var damaged = bytes
      for _ in 0...(round * 20) {
        let place = Int.random(in: 1..<(bytes.count / 4), using: &source) * 4
        let value: [UInt8] =
          [[255, 255, 255, 255], [127, 255, 255, 255], [0, 0, 0, 40], [0, 1, 0, 0]]
          .randomElement(using: &source) ?? []
        damaged.replaceSubrange(place..<(place + 4), with: value)
      }
      if let cache = try? MIMECache(damaged) { ask(cache) }
    }
  }

  @Test("Every number of the header is checked", arguments: Array(stride(from: 4, to: 28, by: 4)))
  func header(place: Int) throws {
    var bytes = try Self.bytes()
    let sound = try MIMECache(bytes)
    #expect(sound.cuts.isEmpty)
    bytes.replaceSubrange(place..<(place + 4), with: [255, 255, 255, 252])
    let cache = try MIMECache(bytes)
    #expect(cache.cuts.count == 1)
    #expect(cache.cuts.first?.hasSuffix("lies outside the file") == true)
    ask(cache)
  }

  @Test(
    "Another version is refused by name",
    arguments: [[0, 0, 0, 0], [0, 1, 0, 3], [0, 2, 0, 0]]
  )
  func version(bytes version: [UInt8]) throws {
    let rest = try Self.bytes().dropFirst(4)
    #expect(throws: Never.self) { try MIMECache([0, 1, 0, 1] + rest) }
    #expect(throws: MIMECache.Refusal.version(major: Int(version[1]), minor: Int(version[3]))) {
      try MIMECache(version + rest)
    }
  }

  @Test("What cannot be used is reported with its file, and the other files count")
  func problems() throws {
    try withFolder { folder in
      let file = folder + "/mime/mime.cache"
      let directories = [folder, "/usr/share", folder + "/absent"]
      #expect(MIMEDatabase(dataDirectories: directories).problems.isEmpty)
      try Data("no cache".utf8).write(to: URL(filePath: file))
      let database = MIMEDatabase(dataDirectories: directories)
      #expect(
        database.problems == [
          .init(file: file, reason: "it has 8 bytes only, which is less than a header")
        ]
      )
      #expect(database.types(forFileName: "a.png").map(\.rawValue) == ["image/png"])
      try FileManager.default.removeItem(atPath: file)
      try FileManager.default.createDirectory(atPath: file, withIntermediateDirectories: false)
      #expect(
        MIMEDatabase(dataDirectories: directories).problems == [
          .init(file: file, reason: "it is no plain file")
        ]
      )
    }
  }
}
