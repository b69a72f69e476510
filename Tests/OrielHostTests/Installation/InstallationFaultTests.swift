import Foundation
import OrielHost
import OrielTesting
import Testing

/// Installers that end where they may not, and file systems that take no more.
@Suite(.requiresBundles, .timeLimit(.minutes(5))) struct InstallationFaultTests {
  let fixture: InstallationFixture

  init() throws { fixture = try InstallationFixture() }

  /// What is installed: a version that is whole, or nothing.
  func version() throws -> String? {
    let path = "\(fixture.target)/Install.appex"
    guard FileManager.default.fileExists(atPath: path) else { return nil }
    let entry = CatalogEntry(inspecting: path)
    try #require(entry.installed != nil, "\(entry.diagnostics)")
    #expect(
      try InstallationFixture.bytes(of: "\(path)/Resources/deep/text.txt") == Array("text".utf8)
    )
    #expect(
      try InstallationFixture.bytes(of: "\(path)/Install.so") == InstallationFixture.library()
    )
    return entry.manifest?.shortVersion
  }

  @Test(
    "A killed installer leaves the old version or the new one",
    arguments: InstallationStep.allCases
  )
  func killed(_ step: InstallationStep) async throws {
    let old = try fixture.bundle()
    let new = try fixture.bundle(in: "newer", version: "2.0")
    // First where there is nothing, then over an older version.
    for source in [old, new] {
      let target = fixture.target
      let before = try version()
      await #expect(processExitsWith: .signal(SIGKILL)) {
        [step, source = source as String, target = target as String] in
        var installer = ExtensionInstaller()
        installer.checkpoint = { if $0 == step { kill(getpid(), SIGKILL) } }
        _ = try await installer.install(source, to: target)
      }
      let isPlaced = [.placed, .settled, .cleared].contains(step)
      #expect(try version() == (isPlaced ? (source == old ? "1.0" : "2.0") : before))
      let hidden = fixture.names?.filter { $0.hasPrefix(".") }
      #expect(hidden?.isEmpty == (step == .cleared), "\(hidden ?? [])")
      // The next one removes what is left, whatever it does itself.
      #expect(await fixture.install(source).code == nil)
      #expect(fixture.names == ["Install.appex"])
    }
  }

  @Test(
    "A killed remover leaves all or nothing",
    arguments: [InstallationStep.stagingMade, .placed, .settled]
  )
  func killedRemover(_ step: InstallationStep) async throws {
    let path = try await fixture.install(try fixture.bundle()).get().path
    await #expect(processExitsWith: .signal(SIGKILL)) { [step, path = path as String] in
      var installer = ExtensionInstaller()
      installer.checkpoint = { if $0 == step { kill(getpid(), SIGKILL) } }
      _ = try await installer.uninstall(path)
    }
    #expect(try version() == (step == .stagingMade ? "1.0" : nil))
    let other = try fixture.bundle("Other.appex", identifier: "com.example.other")
    #expect(await fixture.install(other).code == nil)
    #expect(fixture.names?.filter { $0.hasPrefix(".") } == [])
  }

  @Test("A full disk is told, and keeps the old version", .requiresRoot)
  func fullDisk() async throws {
    try FileManager.default.createDirectory(
      atPath: fixture.target,
      withIntermediateDirectories: true
    )
    func run(_ command: String, _ arguments: [String]) throws -> Int32 {
      let process = try Process.run(URL(filePath: command), arguments: arguments)
      process.waitUntilExit()
      return process.terminationStatus
    }
    try #require(
      try run("/bin/mount", ["-t", "tmpfs", "-o", "size=1m,mode=755", "tmpfs", fixture.target]) == 0
    )
    defer { _ = try? run("/bin/umount", ["-l", fixture.target]) }
    #expect(await fixture.install(try fixture.bundle()).code == nil)
    let large = try fixture.bundle(in: "newer", version: "2.0")
    try fixture.write([UInt8](repeating: 1, count: 2 << 20), to: "\(large)/large")
    let result = await fixture.install(large)
    #expect(result.code == .notWritable, "\(result)")
    #expect("\(result)".contains("make room"))
    #expect(try version() == "1.0")
    #expect(fixture.names == ["Install.appex"])

    try #require(try run("/bin/mount", ["-o", "remount,ro", fixture.target]) == 0)
    let small = try fixture.bundle(in: "small", version: "3.0")
    #expect(await fixture.install(small).code == .notWritable)
    await #expect(throws: InstallationError.self) {
      try await ExtensionInstaller().uninstall("\(fixture.target)/Install.appex")
    }
    #expect(try version() == "1.0")
  }

  @Test("A large bundle comes through in parts", .requiresUnpacker)
  func large() async throws {
    // More than two parts of 16 MiB, with a pattern that no part repeats.
    let pattern = (0..<(1 << 20)).map { UInt8(truncatingIfNeeded: ($0 &* 2_654_435_761) >> 13) }
    var content: [UInt8] = []
    for index in 0..<40 { content += [UInt8(index)] + pattern }
    let bytes = try InstallationFixture.tar { archive in
      archive.add("Install.appex/large", content)
    }
    let installation = try await fixture.install(archive: bytes).get()
    #expect(try InstallationFixture.bytes(of: "\(installation.path)/large") == content)
  }
}
