import Foundation
import OrielHost
import OrielSystem
import OrielTesting
import Synchronization
import Testing

/// What several who install and remove, and who mounts something, do to each other.
@Suite("A folder of extensions", .requiresBundles, .timeLimit(.minutes(2)))
struct InstallationFolderTests {
  let fixture: InstallationFixture
  let files = FileManager.default

  init() throws { fixture = try InstallationFixture() }

  /// Runs a program to its end; tells how it ended.
  private func run(_ command: String, _ arguments: [String]) throws -> Int32 {
    let process = try Process.run(URL(filePath: command), arguments: arguments)
    process.waitUntilExit()
    return process.terminationStatus
  }

  @Test("Of many that install one identifier under different names, one does")
  func oneIdentifier() async throws {
    let count = 6
    let sources = try (0..<count).map { try fixture.bundle("Name\($0).appex", in: "s\($0)") }
    let inspected = Mutex(0)
    let all = try Gate()
    var installer = ExtensionInstaller()
    // Nobody looks at what is there before everybody has come so far.
    installer.checkpoint = { step in
      guard step == .inspected else { return }
      if inspected.withLock({
        $0 += 1; return $0 == count
      }) {
        all.open()
      }
      _ = all.isOpen(within: 60_000)
    }
    let codes = await withTaskGroup(of: InstallationError.Code?.self) { [installer] group in
      for source in sources {
        group.addTask { await fixture.install(source, with: installer).code }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(codes.filter { $0 == nil }.count == 1, "\(codes)")
    #expect(codes.filter { $0 == .conflict }.count == count - 1, "\(codes)")
    #expect(fixture.names?.count == 1)
  }

  @Test("Who gives a bundle its place waits for who does so already")
  func folderLock() async throws {
    #expect(await fixture.install(try fixture.bundle()).code == nil)
    let folder = unsafe open(fixture.target, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    defer { close(folder) }
    try #require(flock(folder, LOCK_EX | LOCK_NB) == 0)
    let waiting = try Gate()
    let isDone = Atomic(false)
    var installer = ExtensionInstaller()
    installer.checkpoint = { if $0 == .inspected { waiting.open() } }
    let other = try fixture.bundle("Other.appex", identifier: "com.example.other")
    let task = Task { [installer] in
      let code = await fixture.install(other, with: installer).code
      isDone.store(true, ordering: .sequentiallyConsistent)
      return code
    }
    try await wait { waiting.isOpen(within: 0) }
    #expect(fixture.names?.contains("Other.appex") == false)
    let wasDone = isDone.load(ordering: .sequentiallyConsistent)
    #expect(!wasDone)
    flock(folder, LOCK_UN)
    #expect(await task.value == nil)
    #expect(fixture.names == ["Install.appex", "Other.appex"])
  }

  @Test("Who takes a bundle away waits for who gives one its place, until that is done or killed")
  func folderLockOfAnother() async throws {
    let path = try await fixture.install(try fixture.bundle()).get().path
    // Its lock is that of a process which knows nothing about extensions.
    let input = Foundation.Pipe()
    let holder = Process()
    holder.executableURL = URL(filePath: "/usr/bin/flock")
    holder.arguments = ["--no-fork", fixture.target, "cat"]
    holder.standardInput = input
    try holder.run()
    defer { if holder.isRunning { kill(holder.processIdentifier, SIGKILL) } }
    let folder = unsafe open(fixture.target, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    defer { close(folder) }
    func isFree() -> Bool {
      guard flock(folder, LOCK_EX | LOCK_NB) == 0 else { return false }
      flock(folder, LOCK_UN)
      return true
    }
    try await wait { !isFree() }
    let waiting = try Gate()
    var installer = ExtensionInstaller()
    installer.checkpoint = { if $0 == .stagingMade { waiting.open() } }
    let isDone = Atomic(false)
    let task = Task { [installer] in
      defer { isDone.store(true, ordering: .sequentiallyConsistent) }
      return try await installer.uninstall(path).extensions.count
    }
    try await wait { waiting.isOpen(within: 0) }
    let wasDone = isDone.load(ordering: .sequentiallyConsistent)
    #expect(!wasDone)
    #expect(files.fileExists(atPath: path))
    kill(holder.processIdentifier, SIGKILL)
    holder.waitUntilExit()
    #expect(try await task.value == 1)
    #expect(fixture.names == [])
    #expect(isFree())
  }

  @Test("What somebody else takes away meanwhile is told as not there")
  func takenAway() async throws {
    let path = try await fixture.install(try fixture.bundle()).get().path
    var installer = ExtensionInstaller()
    installer.checkpoint = { step in
      guard step == .stagingMade else { return }
      try? FileManager.default.removeItem(atPath: path)
    }
    let ready = installer
    let error = await #expect(throws: InstallationError.self) {
      _ = try await ready.uninstall(path)
    }
    #expect(error?.code == .notInstalled)
    #expect(error?.description.contains("does not exist") == true)
    #expect(fixture.names == [])
  }

  @Test("What is mounted in a bundle is left alone, and that is told", .requiresRoot)
  func mounted() async throws {
    #expect(await fixture.install(try fixture.bundle()).code == nil)
    let place = "\(fixture.target)/Install.appex/Resources"
    try #require(try run("/bin/mount", ["-t", "tmpfs", "tmpfs", place]) == 0)
    try fixture.write([1], to: "\(place)/mine")
    let removed = try await ExtensionInstaller().uninstall("\(fixture.target)/Install.appex")
    let left = "\(fixture.target)/.oriel-staging-Install.appex"
    let mounted = "\(left)/Install.appex/Resources"
    defer { if files.fileExists(atPath: mounted) { _ = try? run("/bin/umount", ["-l", mounted]) } }
    #expect(removed.notes.count == 1)
    #expect(removed.notes.first?.contains("unmount what is mounted in it") == true)
    #expect(fixture.names == [".oriel-staging-Install.appex"])
    #expect(try InstallationFixture.bytes(of: "\(mounted)/mine") == [1])
    // It is in nobody's way.
    #expect(await fixture.install(try fixture.bundle()).code == nil)
    let aside = try #require(fixture.names?.first { $0.hasPrefix(".oriel-used-") })
    #expect(fixture.names == [aside, "Install.appex"])
    let moved = "\(fixture.target)/\(aside)/Install.appex/Resources"
    defer { if files.fileExists(atPath: moved) { _ = try? run("/bin/umount", ["-l", moved]) } }
    #expect(try InstallationFixture.bytes(of: "\(moved)/mine") == [1])
    // Once it is unmounted the next one removes it.
    #expect(try run("/bin/umount", [moved]) == 0)
    let other = try fixture.bundle("Other.appex", identifier: "com.example.other")
    #expect(await fixture.install(other).code == nil)
    #expect(fixture.names == ["Install.appex", "Other.appex"])
  }

  @Test("A bundle that is a mount point stays, and that is told", .requiresRoot)
  func mountPoint() async throws {
    #expect(await fixture.install(try fixture.bundle()).code == nil)
    let place = "\(fixture.target)/Install.appex"
    try #require(try run("/bin/mount", ["--bind", place, place]) == 0)
    defer { _ = try? run("/bin/umount", ["-l", place]) }
    let error = await #expect(throws: InstallationError.self) {
      _ = try await ExtensionInstaller().uninstall(place)
    }
    #expect(error?.description.hasSuffix("EBUSY); unmount what is mounted there") == true)
    let new = await fixture.install(try fixture.bundle(version: "2.0"))
    #expect("\(new)".contains("EBUSY); unmount what is mounted there"), "\(new)")
    #expect(fixture.names == ["Install.appex"])
    #expect(files.fileExists(atPath: "\(place)/Info.plist"))
  }
}
