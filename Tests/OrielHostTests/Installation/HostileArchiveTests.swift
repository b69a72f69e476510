import Foundation
import OrielHost
import OrielTesting
import Testing

/// Archives that are made to do harm: each is refused by name, and leaves nothing behind.
@Suite(.requiresUnpacker, .timeLimit(.minutes(5))) struct HostileArchiveTests {
  /// An archive with what it must be refused for.
  struct Row: CustomTestStringConvertible, Sendable {
    let name: String
    let code: InstallationError.Code
    let bytes: @Sendable () throws -> [UInt8]
    var testDescription: String { name }

    /// A bundle that is good but for one entry.
    init(
      _ name: String,
      _ refusal: EntryRefusal,
      _ more: @escaping @Sendable (inout TarArchive) -> Void
    ) {
      self.name = name
      code = .refused(refusal)
      bytes = { try InstallationFixture.tar(more) }
    }

    /// Any archive.
    init(
      _ name: String,
      _ code: InstallationError.Code,
      _ bytes: @escaping @Sendable () throws -> [UInt8]
    ) {
      self.name = name
      self.code = code
      self.bytes = bytes
    }
  }

  static let names: [Row] = [
    Row("absolute path", .absolutePath) { $0.add("/tmp/oriel-evil", [1]) },
    Row("path up", .parentComponent) { $0.add("Install.appex/../../evil", [1]) },
    Row("path up at once", .parentComponent) { $0.add("../evil", [1]) },
    Row("dot inside", .dotComponent) { $0.add("Install.appex/./x", [1]) },
    Row("empty name", .emptyComponent) { $0.add("Install.appex//x", [1]) },
    Row("line end in a name", .controlCharacter) { $0.add("Install.appex/a\nb", [1]) },
    Row("escape in a name", .controlCharacter) { $0.add("Install.appex/\u{1b}[2J", [1]) },
    Row("text turned round", .controlCharacter) { $0.add("Install.appex/a\u{202e}b", [1]) },
    Row("not UTF-8", .notUTF8) { $0.add(Array("Install.appex/".utf8) + [0xE9], [1]) },
    Row("too deep", .tooDeep) {
      $0.add("Install.appex/" + Array(repeating: "a", count: 40).joined(separator: "/"), [1])
    },
    Row("long name", .longName) {
      $0.addAttributes([("path", "Install.appex/" + String(repeating: "n", count: 256))])
      $0.add("Install.appex/n", [1])
    },
    Row("long path", .longName) {
      let folders = Array(repeating: String(repeating: "p", count: 100), count: 11)
      $0.addAttributes([("path", "Install.appex/" + folders.joined(separator: "/"))])
      $0.add("Install.appex/p", [1])
    },
    Row("outside", .outsideBundle) { $0.add("README", [1]) },
    Row("a second bundle", .outsideBundle) { $0.add("Other.appex/Info.plist", [1]) },
    Row("the same file twice", .duplicate) {
      $0.add("Install.appex/x", [1])
      $0.add("Install.appex/x", [2])
    },
    Row("the same but for case", .collision) {
      $0.add("Install.appex/readme", [1])
      $0.add("Install.appex/README", [2])
    },
    Row("folders the same but for case", .collision) {
      $0.add("Install.appex/a/x", [1])
      $0.add("Install.appex/A/y", [2])
    },
    Row("the same but for normalisation", .collision) {
      $0.add("Install.appex/\u{e9}", [1])
      $0.add("Install.appex/e\u{301}", [2])
    },
    Row("a file used as a folder", .fileAsFolder) {
      $0.add("Install.appex/x", [1])
      $0.add("Install.appex/x/y", [2])
    },
    Row("a folder used as a file", .fileAsFolder) {
      $0.add("Install.appex/x/y", [1])
      $0.add("Install.appex/x", [2])
    },
  ]

  static let kinds: [Row] = [
    Row("symbolic link out", .symbolicLink) {
      $0.add(Array("Install.appex/x".utf8), kind: "2", target: "/etc/passwd")
    },
    Row("symbolic link inside", .symbolicLink) {
      $0.add(Array("Install.appex/x".utf8), kind: "2", target: "Info.plist")
    },
    Row("hard link out", .hardLink) {
      $0.add(Array("Install.appex/x".utf8), kind: "1", target: "/etc/passwd")
    },
    Row("hard link inside", .hardLink) {
      $0.add(Array("Install.appex/x".utf8), kind: "1", target: "Install.appex/Info.plist")
    },
    Row("character device", .specialFile) { $0.add("Install.appex/x", kind: "3") },
    Row("block device", .specialFile) { $0.add("Install.appex/x", kind: "4") },
    Row("pipe", .specialFile) { $0.add("Install.appex/x", kind: "6") },
    Row("set-user-id", .setIDBits) { $0.add(Array("Install.appex/x".utf8), [1], mode: 0o4755) },
    Row("set-group-id", .setIDBits) { $0.add(Array("Install.appex/x".utf8), [1], mode: 0o2755) },
    Row("sticky", .setIDBits) { $0.add(Array("Install.appex/x".utf8), [1], mode: 0o1755) },
    Row("holes", .sparse) {
      // The map of the GNU format 0.1: one byte at the end of a gibibyte.
      $0.addAttributes([
        ("GNU.sparse.name", "Install.appex/x"), ("GNU.sparse.size", "1073741824"),
        ("GNU.sparse.numblocks", "1"), ("GNU.sparse.map", "1073741823,1"),
      ])
      $0.add("Install.appex/x", [1])
    },
  ]

  static let wholes: [Row] = [
    Row("cut off inside a file", .corrupt) { try InstallationFixture.tar().dropLast(2048) },
    Row("cut off between two files", .corrupt) { try InstallationFixture.tar().dropLast(1024) },
    Row("damaged header", .corrupt) {
      var bytes = try InstallationFixture.tar()
      bytes[600] ^= 0x55
      return bytes
    },
    Row("announces more than there is", .corrupt) {
      try InstallationFixture.tar {
        $0.add(Array("Install.appex/x".utf8), [1], size: 1 << 30)
      }
    },
    Row("no archive", .noArchive) { Array("This is no archive.".utf8) },
    Row("nothing at all", .noArchive) { [] },
    Row("an archive of nothing", .noArchive) { TarArchive().ended },
    Row("no bundle", .refused(.outsideBundle)) {
      var archive = TarArchive()
      archive.add("folder/file", [1])
      return archive.ended
    },
    Row("a file with the name of a bundle", .refused(.outsideBundle)) {
      var archive = TarArchive()
      archive.add("Install.appex", [1])
      return archive.ended
    },
    Row("too many entries", .tooLarge) {
      try InstallationFixture.tar { archive in
        for number in 0..<4100 { archive.add("Install.appex/f\(number)") }
      }
    },
    Row("encrypted", .encrypted) {
      try InstallationFixture.zip { $0.add("Install.appex/x", Array("secret".utf8), flags: 1) }
    },
    Row("a link in a zip archive", .refused(.symbolicLink)) {
      try InstallationFixture.zip {
        $0.add("Install.appex/x", Array("/etc/passwd".utf8), mode: 0o120777)
      }
    },
    Row("a path up in a zip archive", .refused(.parentComponent)) {
      try InstallationFixture.zip { $0.add("Install.appex/../../x", [1]) }
    },
    Row("an absolute path in a zip archive", .refused(.absolutePath)) {
      try InstallationFixture.zip { $0.add("/x", [1]) }
    },
    Row("a zip archive that is cut off", .noArchive) { try InstallationFixture.zip().dropLast(30) },
    Row("a manifest that is none", .unusable) {
      var archive = TarArchive()
      archive.add("Install.appex/Info.plist", Array("<plist>".utf8))
      return archive.ended
    },
  ]

  @Test("What an archive may not hold is refused by name", arguments: names + kinds + wholes)
  func refused(_ row: Row) async throws {
    let fixture = try InstallationFixture()
    let result = try await fixture.install(archive: row.bytes())
    #expect(result.code == row.code, "\(result)")
    #expect(fixture.names == [], "nothing may be left over")
    guard case .failure(let error) = result else { return }
    #expect(
      error.description.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
    )
    #expect(!error.description.hasSuffix("."))
  }

  @Test("The same archives without the one entry are installed")
  func control() async throws {
    for bytes in [try InstallationFixture.tar(), try InstallationFixture.zip()] {
      let fixture = try InstallationFixture()
      let installation = try await fixture.install(archive: bytes).get()
      #expect(installation.change == .installed)
      #expect(fixture.names == ["Install.appex"])
      let path = "\(fixture.target)/Install.appex/Install.so"
      #expect(try InstallationFixture.bytes(of: path) == InstallationFixture.library())
    }
  }

  @Test("Names that are odd and harmless are kept")
  func harmless() async throws {
    let fixture = try InstallationFixture()
    let names = ["Ünï cödé 日本", "...", "-rf", "a\\b", "%2e%2e", "\u{1F468}\u{200D}\u{1F469}"]
    let bytes = try InstallationFixture.tar { archive in
      for name in names { archive.add("Install.appex/\(name)", [1]) }
      archive.addAttributes([("SCHILY.xattr.user.x", "y")])
      archive.add("Install.appex/attributes", [1])
    }
    let installation = try await fixture.install(archive: bytes).get()
    for name in names {
      #expect(FileManager.default.fileExists(atPath: "\(fixture.target)/Install.appex/\(name)"))
    }
    #expect(installation.notes.contains { $0.contains("attributes") })
  }

  @Test(
    "A compressed archive that is damaged or cut off is told as such",
    .requires(program: "gzip"),
    .requires(program: "xz"),
    arguments: ["gzip", "xz"]
  )
  func compressed(_ program: String) async throws {
    let fixture = try InstallationFixture()
    let archive = "\(fixture.scratch)/archive.tar"
    try fixture.write(try InstallationFixture.tar(), to: archive)
    let process = try Process.run(
      URL(filePath: "/usr/bin/env"),
      arguments: [program, "--suffix=.z", archive]
    )
    process.waitUntilExit()
    try #require(process.terminationStatus == 0)
    let whole = try InstallationFixture.bytes(of: archive + ".z")
    var wrong = whole
    for index in 20..<60 { wrong[index] ^= 0x55 }
    for bytes in [Array(whole.prefix(whole.count / 2)), Array(whole.prefix(40)), wrong] {
      let result = try await fixture.install(archive: bytes)
      #expect(result.code == .corrupt, "\(result)")
    }
    #expect(fixture.names == [])
    // Positive control.
    #expect(try await fixture.install(archive: whole).code == nil)
  }

  @Test("A bomb is given up on before it is unpacked", .requires(program: "gzip"))
  func bomb() async throws {
    let fixture = try InstallationFixture()
    // A good bundle with zeros, which gzip makes a thousand times smaller.
    let head = try InstallationFixture.tar().dropLast(1024)
    var entry = TarArchive()
    entry.add(Array("Install.appex/zeros".utf8), size: 64 << 20)
    try fixture.write(Array(head) + entry.bytes, to: "\(fixture.scratch)/head")
    let script = """
      cd '\(fixture.scratch)' && { cat head; head -c 67109888 /dev/zero; } | gzip -9 >bomb.tar.gz
      """
    let process = try Process.run(URL(filePath: "/bin/sh"), arguments: ["-c", script])
    process.waitUntilExit()
    try #require(process.terminationStatus == 0)
    let result = await fixture.install("\(fixture.scratch)/bomb.tar.gz")
    #expect(result.code == .tooLarge, "\(result)")
    #expect(fixture.names == [])
  }
}
