import OrielHost
import OrielTesting
import Testing

/// What an instance that was taken over may return instead of what the archive holds.
@Suite(.requiresUnpacker, .timeLimit(.minutes(5))) struct HostileUnpackerTests {
  /// A stream, as `stream.h` describes it.
  struct Stream {
    var bytes = Array("ORIELUP1".utf8)
    var entries = 0
    var content = 0

    /// Adds an entry.
    mutating func add(
      _ path: String,
      _ chunks: [[UInt8]] = [],
      kind: UInt8 = 1,
      flags: UInt8 = 0,
      mode: Int = 0o644
    ) {
      let name = Array(path.utf8)
      bytes += [kind, flags] + number(name.count, 2) + number(mode, 4) + name
      for chunk in chunks { bytes += number(chunk.count, 4) + chunk }
      bytes += number(0, 4)
      entries += 1
      if kind == 1 { content += chunks.reduce(0) { $0 + $1.count } }
    }

    /// The stream with an end.
    func ended(entries: Int? = nil, content: Int? = nil) -> [UInt8] {
      bytes + number(0, 4) + number(entries ?? self.entries, 4) + number(content ?? self.content, 8)
    }

    /// A stream with a good bundle.
    static func good() throws -> Stream {
      var stream = Stream()
      stream.add("Install.appex", kind: 2, mode: 0o755)
      stream.add("Install.appex/Info.plist", [InstallationFixture.manifest()])
      let library = try InstallationFixture.library()
      stream.add("Install.appex/Install.so", [Array(library[..<100]), Array(library[100...])])
      return stream
    }
  }

  /// A stream with what it must be refused for.
  struct Row: CustomTestStringConvertible, Sendable {
    let name: String
    let code: InstallationError.Code
    let bytes: @Sendable (Stream) -> [UInt8]
    var testDescription: String { name }

    init(
      _ name: String,
      _ code: InstallationError.Code = .unpacker,
      _ bytes: @escaping @Sendable (Stream) -> [UInt8]
    ) {
      self.name = name
      self.code = code
      self.bytes = bytes
    }

    /// A stream with one entry more.
    init(
      _ name: String,
      _ refusal: EntryRefusal,
      more: @escaping @Sendable (inout Stream) -> Void
    ) {
      self.init(name, .refused(refusal)) {
        var stream = $0
        more(&stream)
        return stream.ended()
      }
    }
  }

  static let rows: [Row] = [
    Row("nothing") { _ in [] },
    Row("another beginning") { Array("X".utf8) + $0.ended().dropFirst() },
    Row("no end") { $0.bytes },
    Row("half an end") { $0.ended().dropLast(3) },
    Row("something after the end") { $0.ended() + [0] },
    Row("more entries than there are") { $0.ended(entries: 9) },
    Row("more bytes than there are") { $0.ended(content: 1 << 40) },
    Row("a kind that is none") {
      var stream = $0
      stream.add("Install.appex/x", kind: 6)
      return stream.ended()
    },
    Row("flags that are none") {
      var stream = $0
      stream.add("Install.appex/x", flags: 4)
      return stream.ended()
    },
    Row("a mode that is none") {
      var stream = $0
      stream.add("Install.appex/x", mode: 0o100644)
      return stream.ended()
    },
    Row("a path longer than the stream") { $0.bytes + [1, 0, 255, 255, 0, 0, 0, 0, 65] },
    Row("a chunk longer than the stream") {
      $0.bytes + [1, 0, 15, 0, 0, 0, 0, 0] + Array("Install.appex/x".utf8) + [255, 255, 255, 127]
    },
    Row("a folder with content") {
      var stream = $0
      stream.add("Install.appex/x", [[1]], kind: 2)
      return stream.ended()
    },
    Row("a bundle that is a link", .outsideBundle) {
      $0 = Stream()
      $0.add("Install.appex", [Array("/".utf8)], kind: 3)
    },
    Row("a path up", .parentComponent) { $0.add("Install.appex/../x", [[1]]) },
    Row("an absolute path", .absolutePath) { $0.add("/x", [[1]]) },
    Row("a zero in a name", .controlCharacter) { $0.add("Install.appex/x\u{0}y", [[1]]) },
    Row("an empty path", .emptyComponent) { $0.add("", [[1]]) },
    Row("a slash at the end", .emptyComponent) { $0.add("Install.appex/x/", kind: 2) },
    Row("a link", .symbolicLink) { $0.add("Install.appex/x", [Array("/".utf8)], kind: 3) },
    Row("a hard link", .hardLink) { $0.add("Install.appex/x", [Array("/".utf8)], kind: 4) },
    Row("a device", .specialFile) { $0.add("Install.appex/x", kind: 5) },
    Row("holes", .sparse) { $0.add("Install.appex/x", flags: 2) },
    Row("a set-user-id bit", .setIDBits) { $0.add("Install.appex/x", mode: 0o4755) },
    Row("the bundle twice", .duplicate) { $0.add("Install.appex", kind: 2) },
    Row("too many entries", .tooLarge) {
      var stream = $0
      for number in 0..<4096 { stream.add("Install.appex/\(number)") }
      return stream.ended()
    },
  ]

  /// An installer whose service returns what it is given.
  static let installer = ExtensionInstaller(unpackerPath: BuiltProducts.bundle("ReturnsAttachment"))

  @Test("A stream that a service would not write is not believed", arguments: rows)
  func refused(_ row: Row) async throws {
    let fixture = try InstallationFixture()
    let result = try await fixture.install(
      archive: row.bytes(try Stream.good()),
      with: Self.installer
    )
    #expect(result.code == row.code, "\(result)")
    #expect(fixture.names == [], "nothing may be left over")
  }

  @Test("The same stream without it is installed")
  func control() async throws {
    let fixture = try InstallationFixture()
    let bytes = try Stream.good().ended()
    #expect(try await fixture.install(archive: bytes, with: Self.installer).get().files == 2)
    let path = "\(fixture.target)/Install.appex/Install.so"
    #expect(try InstallationFixture.bytes(of: path) == InstallationFixture.library())
  }

  @Test(
    "A service that crashes, hangs or returns nothing installs nothing",
    arguments: ["Crash", "CompleteEarly", "Cancel", "Garbage", "HangInRequest"]
  )
  func broken(_ name: String) async throws {
    let fixture = try InstallationFixture()
    var configuration = HostConfiguration()
    configuration.limits.graceTime = .milliseconds(100)
    let installer = ExtensionInstaller(
      configuration: configuration,
      unpackerPath: BuiltProducts.bundle(name)
    )
    try fixture.write(try InstallationFixture.tar(), to: "\(fixture.scratch)/archive")
    let task = Task { await fixture.install("\(fixture.scratch)/archive", with: installer) }
    if name == "HangInRequest" { task.cancel() }
    let code = await task.value.code
    #expect(code == (name == "HangInRequest" ? .cancelled : .unpacker))
    #expect(fixture.names == [])
  }

  @Test("A service that takes too long is told with the time that it had")
  func late() async throws {
    let fixture = try InstallationFixture()
    var configuration = HostConfiguration()
    configuration.limits.startTime = .milliseconds(300)
    let installer = ExtensionInstaller(
      configuration: configuration,
      unpackerPath: BuiltProducts.bundle("HangInEntry")
    )
    try fixture.write(try InstallationFixture.tar(), to: "\(fixture.scratch)/archive")
    let result = await fixture.install("\(fixture.scratch)/archive", with: installer)
    #expect(result.code == .unpacker)
    #expect("\(result)".contains("archive was not unpacked within 0.3 seconds"), "\(result)")
    #expect(fixture.names == [])
  }

  @Test("Without the service archives are refused, and folders are installed")
  func missing() async throws {
    let fixture = try InstallationFixture()
    let installer = ExtensionInstaller(unpackerPath: "\(fixture.scratch)/Unpack.appex")
    let result = try await fixture.install(archive: InstallationFixture.tar(), with: installer)
    #expect(result.code == .sandbox)
    #expect(try await fixture.install(fixture.bundle(), with: installer).get().change == .installed)
  }
}

/// A little-endian number of so many bytes.
private func number(_ value: Int, _ width: Int) -> [UInt8] {
  (0..<width).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
}
