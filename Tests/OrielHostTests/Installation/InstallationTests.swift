import Foundation
import OrielHost
import OrielSystem
import OrielTesting
import Testing

/// Installing from folders, replacing, and removing.
@Suite(.requiresBundles, .timeLimit(.minutes(5))) struct InstallationTests {
  let fixture: InstallationFixture
  let files = FileManager.default

  init() throws { fixture = try InstallationFixture() }

  @Test("A bundle is installed, found as it is, replaced and removed")
  func life() async throws {
    let first = try await fixture.install(try fixture.bundle()).get()
    #expect(first.change == .installed)
    #expect(first.path == "\(fixture.target)/Install.appex")
    #expect(first.files == 3)
    #expect(first.extensions.map(\.identifier) == ["com.example.install"])
    #expect(
      try InstallationFixture.bytes(of: "\(first.path)/Resources/deep/text.txt")
        == Array("text".utf8)
    )

    #expect(try await fixture.install(try fixture.bundle()).get().change == .unchanged)

    let newer = try fixture.bundle(in: "newer", version: "2.0")
    try files.removeItem(atPath: "\(newer)/Resources")
    let second = try await fixture.install(newer).get()
    #expect(second.change == .replaced)
    #expect(second.replaced.first?.manifest?.shortVersion == "1.0")
    #expect(second.extensions.first?.manifest?.shortVersion == "2.0")
    #expect(!files.fileExists(atPath: "\(second.path)/Resources"))
    #expect(fixture.names == ["Install.appex"])

    let removed = try await ExtensionInstaller().uninstall(second.path)
    #expect(removed.extensions.map(\.identifier) == ["com.example.install"])
    #expect(fixture.names == [])
    await #expect(throws: InstallationError.self) {
      try await ExtensionInstaller().uninstall(second.path)
    }
  }

  @Test("Everybody may read what is installed, and only the user may change it")
  func modes() async throws {
    let source = try fixture.bundle()
    try files.setAttributes([.posixPermissions: 0o777], ofItemAtPath: "\(source)/Install.so")
    try files.setAttributes([.posixPermissions: 0o400], ofItemAtPath: "\(source)/Info.plist")
    try files.setAttributes([.posixPermissions: 0o777], ofItemAtPath: "\(source)/Resources")
    let path = try await fixture.install(source).get().path
    for (name, mode) in [
      ("", 0o755), ("Install.so", 0o755), ("Info.plist", 0o644), ("Resources", 0o755),
    ] {
      let found = try files.attributesOfItem(atPath: "\(path)/\(name)")[.posixPermissions]
      #expect(found as? Int == mode, "\(name)")
    }
  }

  @Test("A container is installed and removed as one")
  func container() async throws {
    let container = "\(fixture.scratch)/source/Two.app"
    _ = try fixture.bundle("One.appex", in: "source/Two.app/PlugIns", identifier: "com.example.one")
    _ = try fixture.bundle("Two.appex", in: "source/Two.app/PlugIns", identifier: "com.example.two")
    let installation = try await fixture.install(container).get()
    #expect(installation.extensions.count == 2)
    let part = "\(installation.path)/PlugIns/One.appex"
    do {
      _ = try await ExtensionInstaller().uninstall(part)
      Issue.record("a part was removed")
    } catch {
      #expect(error.code == .conflict)
      #expect(error.description.contains("Two.app"))
    }
    #expect(try await ExtensionInstaller().uninstall(installation.path).extensions.count == 2)
    #expect(fixture.names == [])
  }

  @Test("What cannot be started, or stands in the way of another, is refused")
  func refused() async throws {
    let broken = try fixture.bundle("Broken.appex")
    try fixture.write([1, 2, 3], to: "\(broken)/Install.so")
    #expect(await fixture.install(broken).code == .unusable)
    let empty = "\(fixture.scratch)/Empty.app"
    try files.createDirectory(atPath: empty, withIntermediateDirectories: true)
    #expect(await fixture.install(empty).code == .unusable)
    #expect(fixture.names == [])

    let path = try await fixture.install(try fixture.bundle()).get().path
    #expect(await fixture.install(try fixture.bundle("Same.appex")).code == .conflict)
    let other = try fixture.bundle(in: "other", identifier: "com.example.other")
    #expect(await fixture.install(other).code == .conflict)
    #expect(await fixture.install(path).code == .source)
    #expect(await fixture.install("\(fixture.scratch)/nothing").code == .source)
    #expect(await fixture.install("/dev/null").code == .source)
    #expect(await fixture.install(fixture.scratch).code == .source)
    #expect(fixture.names == ["Install.appex"])
  }

  @Test("Links and special files in a folder are refused, and not followed")
  func specialFiles() async throws {
    let source = try fixture.bundle()
    let odd = "\(source)/Resources/odd"
    try files.createSymbolicLink(atPath: odd, withDestinationPath: "/etc/passwd")
    #expect(await fixture.install(source).code == .refused(.symbolicLink))
    try files.removeItem(atPath: odd)
    try files.createSymbolicLink(atPath: odd, withDestinationPath: "/etc")
    #expect(await fixture.install(source).code == .refused(.symbolicLink))
    try files.removeItem(atPath: odd)
    try #require(unsafe mkfifo(odd, 0o600) == 0)
    #expect(await fixture.install(source).code == .refused(.specialFile))
    try files.removeItem(atPath: odd)
    try fixture.write([1], to: odd)
    try #require(unsafe chmod(odd, 0o4755) == 0)
    #expect(await fixture.install(source).code == .refused(.setIDBits))
    try #require(unsafe chmod(odd, 0o755) == 0)
    #expect(await fixture.install(source).code == nil)
  }

  /// Something in a bundle: what it is called, its mode, and whether it is a folder.
  private struct Part {
    let name: String
    var mode: UInt16 = 0o644
    var isFolder = false
  }

  @Test("A folder may hold what an archive may, and nothing else", .requiresUnpacker)
  func sameRule() async throws {
    let rows: [(parts: [Part], isRefused: Bool)] = [
      ([Part(name: "readme"), Part(name: "other")], false),
      ([Part(name: "readme"), Part(name: "README")], true),
      ([Part(name: "a/x"), Part(name: "A/y")], true),
      ([Part(name: "\u{e9}"), Part(name: "e\u{301}")], true),
      ([Part(name: "stra\u{df}e"), Part(name: "STRASSE")], true),
      ([Part(name: "\u{130}"), Part(name: "i\u{307}")], true),
      ([Part(name: "deep/down/name"), Part(name: "deep/down/NAME")], true),
      ([Part(name: "info.PLIST")], true),
      ([Part(name: "a\nb")], true),
      ([Part(name: "a\u{202e}b")], true),
      ([Part(name: "file", mode: 0o755)], false),
      ([Part(name: "file", mode: 0o4755)], true),
      ([Part(name: "file", mode: 0o1755)], true),
      ([Part(name: "folder", mode: 0o2755, isFolder: true)], false),
      ([Part(name: "folder", mode: 0o4755, isFolder: true)], true),
      ([Part(name: "folder", mode: 0o1777, isFolder: true)], true),
    ]
    for (parts, isRefused) in rows {
      let fixture = try InstallationFixture()
      let source = try fixture.bundle()
      for part in parts {
        let path = "\(source)/\(part.name)"
        if part.isFolder {
          try FileManager.default.createDirectory(
            atPath: path,
            withIntermediateDirectories: false
          )
        } else {
          // Foundation writes names in one normalisation.
          let folder = path.split(separator: "/").dropLast().joined(separator: "/")
          try FileManager.default.createDirectory(
            atPath: "/\(folder)",
            withIntermediateDirectories: true
          )
          // The path is a string, which lives for the call.
          let file = unsafe open(path, O_CREAT | O_EXCL | O_WRONLY, 0o644)
          try #require(file >= 0)
          close(file)
        }
        // The path is a string, which lives for the call.
        try #require(unsafe chmod(path, mode_t(part.mode)) == 0)
      }
      let archive = try InstallationFixture.tar { archive in
        for part in parts {
          archive.add(
            Array("Install.appex/\(part.name)".utf8),
            kind: part.isFolder ? "5" : "0",
            mode: Int(part.mode)
          )
        }
      }
      let names = parts.map(\.name)
      let folderCode = await fixture.install(source).code
      #expect((folderCode != nil) == isRefused, "\(names) gives \(String(describing: folderCode))")
      let other = try InstallationFixture()
      let archiveCode = try await other.install(archive: archive).code
      #expect(archiveCode == folderCode, "\(names)")
      if isRefused { #expect(fixture.names ?? [] == []) }
    }
  }

  @Test("A bundle that changes while it is copied is refused")
  func changing() async throws {
    let source = try fixture.bundle()
    let manifest = InstallationFixture.manifest(version: "3.0")
    for change in 0..<3 {
      var installer = ExtensionInstaller()
      let isDone = Lock(false)
      installer.checkpoint = { [fixture] step in
        guard step == .fileWritten, !isDone.withLock({ $0 }) else { return }
        isDone.withLock { $0 = true }
        switch change {
        // What was copied, what was not, and what was not there.
        case 0: try? fixture.write(manifest, to: "\(source)/Info.plist")
        case 1: try? fixture.write(Array("longer".utf8), to: "\(source)/Resources/deep/text.txt")
        default: try? fixture.write([1], to: "\(source)/new")
        }
      }
      let code = await fixture.install(source, with: installer).code
      // A file that is copied after it was changed is copied as it is by then.
      #expect(change == 1 ? [nil, .changed].contains(code) : code == .changed, "\(change)")
      #expect(isDone.withLock { $0 })
    }
  }

  @Test("Folders of somebody else, and those that everybody may change, are not used")
  func folders() async throws {
    try files.createDirectory(atPath: fixture.target, withIntermediateDirectories: true)
    try #require(unsafe chmod(fixture.target, 0o777) == 0)
    #expect(await fixture.install(try fixture.bundle()).code == .folder)
    try #require(unsafe chmod(fixture.target, 0o755) == 0)
    #expect(await fixture.install(try fixture.bundle()).code == nil)
    if geteuid() == 0 {
      try #require(unsafe chown(fixture.target, 12_345, 12_345) == 0)
    } else {
      try #require(unsafe chmod(fixture.target, 0o555) == 0)
    }
    let newer = try fixture.bundle(in: "newer", version: "2.0")
    let code = await fixture.install(newer).code
    #expect(code == (geteuid() == 0 ? .folder : .notWritable))
    try #require(unsafe chmod(fixture.target, 0o755) == 0)
  }

  @Test("What is named like a bundle and holds no manifest is not removed")
  func noBundle() async throws {
    _ = try await fixture.install(try fixture.bundle()).get()
    for (folder, file) in [
      ("Project.app", "notes.txt"), ("Empty.appex", "notes.txt"),
      ("Deep.app", "PlugIns/A.appex/notes.txt"),
    ] {
      let path = "\(fixture.target)/\(folder)/\(file)"
      try fixture.write([1], to: path)
      do {
        _ = try await ExtensionInstaller().uninstall("\(fixture.target)/\(folder)")
        Issue.record("\(folder) was removed")
      } catch {
        #expect(error.code == .notInstalled)
      }
      #expect(files.fileExists(atPath: path), "\(folder)")
    }
    // One with a manifest that nobody can use goes.
    try fixture.write(Array("no list".utf8), to: "\(fixture.target)/Empty.appex/Info.plist")
    _ = try await ExtensionInstaller().uninstall("\(fixture.target)/Empty.appex")
    #expect(!files.fileExists(atPath: "\(fixture.target)/Empty.appex"))
  }

  @Test("A folder that all may add to is used only when it is root's", .requiresRoot)
  func stickyFolders() async throws {
    try files.createDirectory(atPath: fixture.target, withIntermediateDirectories: true)
    try #require(unsafe chmod(fixture.target, 0o1777) == 0)
    #expect(await fixture.install(try fixture.bundle()).code == nil)
    try #require(unsafe chown(fixture.target, 12_345, 12_345) == 0)
    let newer = try fixture.bundle(in: "newer", version: "2.0")
    #expect(await fixture.install(newer).code == .folder)
  }

  @Test("Links in the way are not followed")
  func links() async throws {
    let path = try await fixture.install(try fixture.bundle()).get().path
    let kept = "\(fixture.scratch)/kept"
    try files.moveItem(atPath: path, toPath: kept)
    try files.createSymbolicLink(atPath: path, withDestinationPath: kept)
    #expect(await fixture.install(try fixture.bundle()).code == .conflict)
    do {
      _ = try await ExtensionInstaller().uninstall(path)
      Issue.record("a link was removed")
    } catch {
      #expect(error.code == .notInstalled)
    }
    try files.removeItem(atPath: path)
    // Inside a bundle a link is removed, and what it leads to is not.
    let again = try await fixture.install(try fixture.bundle()).get().path
    try files.createSymbolicLink(atPath: "\(again)/out", withDestinationPath: kept)
    _ = try await ExtensionInstaller().uninstall(again)
    #expect(files.fileExists(atPath: "\(kept)/Info.plist"))
  }

  @Test("Of two installers of one extension, one does its work and the other says why not")
  func together() async throws {
    let begun = try Gate()
    let release = try Gate()
    var slow = ExtensionInstaller()
    slow.checkpoint = { step in
      guard step == .fileWritten else { return }
      begun.open()
      _ = release.isOpen(within: 60_000)
    }
    let source = try fixture.bundle()
    async let first = fixture.install(source, with: slow)
    try await wait { begun.isOpen(within: 0) }
    let second = await fixture.install(try fixture.bundle(in: "newer", version: "2.0"))
    #expect(second.code == .busy, "\(second)")
    // Another extension has nothing to do with it, nor does who cleans up.
    let other = try fixture.bundle("Other.appex", identifier: "com.example.other")
    #expect(await fixture.install(other).code == nil)
    release.open()
    #expect(await first.code == nil)
    #expect(fixture.names == ["Install.appex", "Other.appex"])
  }

  @Test("Many installers at once leave one whole version")
  func many() async throws {
    let sources = try (0..<8).map { try fixture.bundle(in: "v\($0)", version: "\($0).0") }
    await withTaskGroup(of: Void.self) { group in
      for source in sources {
        group.addTask {
          let code = await fixture.install(source).code
          #expect([nil, .busy, .conflict].contains(code), "\(source)")
        }
      }
    }
    #expect(fixture.names == ["Install.appex"])
    let entry = CatalogEntry(inspecting: "\(fixture.target)/Install.appex")
    #expect(entry.installed != nil)
  }

  @Test("A request of the old version goes on while a new one takes its place")
  func upgradeWhileRunning() async throws {
    let path = try await fixture.install(BuiltProducts.bundle("EchoItems")).get().path
    let old = try #require(CatalogEntry(inspecting: path).installed)
    let pipe = "\(fixture.scratch)/pipe"
    try fixture.write(Array("content".utf8), to: pipe)
    let newer = "\(fixture.scratch)/newer/EchoItems.appex"
    try files.createDirectory(
      atPath: "\(fixture.scratch)/newer",
      withIntermediateDirectories: true
    )
    try files.copyItem(atPath: path, toPath: newer)
    try fixture.write([1], to: "\(newer)/new")

    let begun = try Gate()
    let release = try Gate()
    let host = try LoadGate.host(begun: begun, release: release)
    let item = ItemProvider(
      representations: [.init(type: .data, source: .file(path: pipe))]
    )
    async let result = host.perform(old, items: [ExtensionItem(attachments: [item])])
    // The old library is loaded, and waits for a file.
    try await wait { begun.isOpen(within: 0) }
    #expect(try await fixture.install(newer).get().change == .replaced)
    #expect(files.fileExists(atPath: "\(path)/new"))
    release.open()
    guard case .completed = await result.outcome else {
      Issue.record("\(await result.outcome)")
      return
    }
    // What was looked at before is not what is there now, and is not started.
    let again = await host.perform(old, items: [])
    #expect(again.failure != nil)
    await host.shutdownAndWait()
  }
}
