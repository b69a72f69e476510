import Foundation
import OrielHost
import OrielManifest
import OrielTesting
import Testing

/// Holes that other sandboxes had, tried with bundles that somebody hostile made.
@Suite("Holes that others had: bundles", .requiresBundles, .timeLimit(.minutes(5)))
struct BundleRegressionTests {
  /// errno values, from the kernel's <asm-generic/errno-base.h>.
  private static let notPermitted = 1
  private static let noSuchFile = 2
  private static let accessDenied = 13

  /// What an instance of a copy of the Probe fixture answers, by act.
  private func answers(_ bundle: String, _ acts: [String]) async throws -> [String: Int] {
    let entry = CatalogEntry(inspecting: bundle)
    let item = try #require(entry.installed, "\(entry.diagnostics)")
    let host = try #require(Fixtures.host)
    let result = await host.perform(
      item,
      items: [ExtensionItem(text: acts.joined(separator: "\n"))]
    )
    let text = try #require(result.texts.first ?? nil, "\(result.outcome)")
    var answers: [String: Int] = [:]
    for line in text.split(separator: "\n") {
      guard let equals = line.lastIndex(of: "=") else { continue }
      answers[String(line[..<equals])] = Int(line[line.index(after: equals)...])
    }
    return answers
  }

  /// A manifest that differs from that of the Probe fixture in some keys.
  private func manifest(_ changes: [String: Any]) throws -> Data {
    let url = URL(fileURLWithPath: "\(BuiltProducts.bundle("Probe"))/Info.plist")
    let list = try unsafe PropertyListSerialization.propertyList(
      from: try Data(contentsOf: url),
      format: nil
    )
    var keys = try #require(list as? [String: Any])
    keys.merge(changes) { $1 }
    // Only the binary form can hold every character.
    return try PropertyListSerialization.data(fromPropertyList: keys, format: .binary, options: 0)
  }

  @Test("CVE-2021-30465, CVE-2026-34078: a bundle that becomes a link time and again is itself")
  func exchangedBundle() async throws {
    let folder = try BundleCopyFolder("CompleteEarly")
    let decoy = try BundleCopyFolder("CompleteTwice", as: "CompleteEarly")
    try FileManager.default.moveItem(
      atPath: "\(decoy.bundle)/CompleteTwice.so",
      toPath: "\(decoy.bundle)/CompleteEarly.so"
    )
    let link = "\(folder.folder)/link"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: decoy.bundle)
    let entry = CatalogEntry(inspecting: folder.bundle)
    let item = try #require(entry.installed)
    let host = try #require(Fixtures.host)
    let flipper = Flipper(folder.bundle, link)
    var completed = 0
    var failed = 0
    var attempts = 0
    // Half of the time the bundle is there; a race that only ever ends one way shows nothing.
    while completed < 20 || failed < 20, attempts < 10_000 {
      attempts += 1
      let result = await host.perform(item, items: [])
      switch result.outcome {
      case .completed:
        #expect(result.texts == ["early"])
        completed += 1
      case .failed: failed += 1
      case .cancelled: Issue.record("\(result.outcome)")
      }
    }
    let flips = flipper.stop()
    #expect(flips > 0)
    #expect(completed >= 20 && failed >= 20)
  }

  @Test(
    "CVE-2024-32462, CVE-2021-21261: an identifier that would be an option or a variable is refused",
    arguments: [
      "--bind", "-a.b", "org.-x", "org.a\u{0}b", "org.a\nb", "org.a=b", "org..a", "..", ".",
      "org/../a", "LD_PRELOAD=/tmp/x.so", "org.a b", "org.ä", "", "org.a;b", "org.$HOME",
    ]
  )
  func identifiers(text: String) async throws {
    let folder = try BundleCopyFolder("Probe")
    let file = URL(fileURLWithPath: "\(folder.bundle)/Info.plist")
    try manifest(["CFBundleIdentifier": "org.a-b.c"]).write(to: file)
    #expect(CatalogEntry(inspecting: folder.bundle).installed != nil)
    try manifest(["CFBundleIdentifier": text]).write(to: file)
    #expect(CatalogEntry(inspecting: folder.bundle).installed == nil)
  }

  @Test(
    "CVE-2024-32462: the name of a library that would lead elsewhere is refused",
    arguments: [
      "../Probe.so", "/usr/lib/libc.so.6", "a\u{0}.so", "a\n.so", "..", ".", "", "./Probe.so",
    ]
  )
  func executables(text: String) throws {
    let folder = try BundleCopyFolder("Probe")
    try manifest(["CFBundleExecutable": text])
      .write(to: URL(fileURLWithPath: "\(folder.bundle)/Info.plist"))
    #expect(CatalogEntry(inspecting: folder.bundle).installed == nil)
  }

  @Test("CVE-2024-32462: names of folders and extensions become neither arguments nor variables")
  func hostileNames() async throws {
    let folder = try BundleCopyFolder("Probe", as: "--bind=\n..\\LD_PRELOAD=$(x)")
    try manifest(["CFBundleDisplayName": "--ro-bind=/\nLD_AUDIT=x\u{202E}"])
      .write(to: URL(fileURLWithPath: "\(folder.bundle)/Info.plist"))
    let acts = ["find-argument", "find-variable", "find-loader-variable", "find-descriptor"]
    let answers = try await answers(folder.bundle, ["random"] + acts)
    #expect(answers["random"] == 0)
    for act in acts { #expect(answers[act] == Self.noSuchFile, "\(act)") }
  }

  @Test("CVE-2018-1002200: links, pipes, devices, set-id and sparse files in a bundle do nothing")
  func archiveLikeBundle() async throws {
    let folder = try BundleCopyFolder("Probe")
    let files = FileManager.default
    let bundle = folder.bundle
    try files.createSymbolicLink(atPath: "\(bundle)/out", withDestinationPath: "/etc/passwd")
    try files.createSymbolicLink(atPath: "\(bundle)/up", withDestinationPath: "../../../../..")
    let hasPipe = unsafe mkfifo("\(bundle)/pipe", 0o666) == 0
    try #require(hasPipe)
    try folder.write("#!/bin/sh\n", to: "program")
    let isSetID = unsafe chmod("\(bundle)/program", 0o6777) == 0
    try #require(isSetID)
    for name in ["name", "NAME", "e\u{301}", "\u{E9}", "-rf", "a\nb", " "] {
      try folder.write(name, to: name)
    }
    try folder.write("", to: "sparse")
    let isSparse = unsafe truncate("\(bundle)/sparse", 1 << 40) == 0
    try #require(isSparse)
    var deep = bundle
    for _ in 0..<100 { deep += "/d" }
    try files.createDirectory(atPath: deep, withIntermediateDirectories: true)
    // Character device 1:5 is /dev/zero.
    let hasDevice = unsafe mknod("\(bundle)/device", S_IFCHR | 0o666, 0x105) == 0
    #expect(hasDevice || geteuid() != 0)

    let expected = [
      "read:/extension/name": 0, "read:/extension/sparse": 0, "list:/extension/d/d/d": 0,
      "read:/extension/out": Self.noSuchFile, "read:/extension/up/etc/passwd": Self.noSuchFile,
      "exec:/extension/program": Self.notPermitted, "write:/extension/pipe": Self.accessDenied,
      "read:/extension/device": hasDevice ? Self.accessDenied : Self.noSuchFile,
    ]
    let answers = try await answers(bundle, Array(expected.keys))
    for (act, answer) in expected { #expect(answers[act] == answer, "\(act)") }
  }

  @Test(
    "CVE-2018-1002200: a manifest or library that is no plain file is refused, and never waited for"
  )
  func specialFiles() throws {
    let kinds: [(String) -> Bool] = [
      { unsafe mkfifo($0, 0o666) == 0 }, { unsafe mkdir($0, 0o777) == 0 },
      { unsafe symlink("/dev/zero", $0) == 0 }, { unsafe symlink($0, $0) == 0 },
    ]
    for name in ["Info.plist", "Probe.so"] {
      for make in kinds {
        let folder = try BundleCopyFolder("Probe")
        #expect(CatalogEntry(inspecting: folder.bundle).installed != nil)
        let path = "\(folder.bundle)/\(name)"
        try FileManager.default.removeItem(atPath: path)
        try #require(make(path))
        #expect(CatalogEntry(inspecting: folder.bundle).installed == nil)
      }
    }
  }

  @Test("CVE-2003-1564: a manifest that grows when it is read costs neither time nor memory")
  func manifestBombs() async {
    // In a process of its own, whose memory nobody else uses.
    await #expect(processExitsWith: .success) {
      let folder = try BundleCopyFolder("Probe")
      #expect(CatalogEntry(inspecting: folder.bundle).installed != nil)
      let head = "<?xml version=\"1.0\"?>"
      var bombs = [
        String(repeating: "<array>", count: 100_000),
        "<plist><dict>" + String(repeating: "<key>a</key><true/>", count: 50_000)
          + "</dict></plist>",
        "<plist><integer>" + String(repeating: "9", count: 1_000_000) + "</integer></plist>",
        "<plist><real>1e" + String(repeating: "9", count: 1_000_000) + "</real></plist>",
        "<plist><string>" + String(repeating: "&#x41;", count: 170_000) + "</string></plist>",
        "<!--" + String(repeating: "-", count: 1_000_000),
      ]
      var entities = "<!DOCTYPE plist [<!ENTITY a0 \"aaaaaaaaaa\">"
      for level in 1...30 {
        let parts = String(repeating: "&a\(level - 1);", count: 10)
        entities += "<!ENTITY a\(level) \"\(parts)\">"
      }
      bombs.append(entities + "]><plist><string>&a30;</string></plist>")
      let before = try Self.peakMemory()
      for bomb in bombs {
        let start = ContinuousClock.now
        try folder.write(head + bomb, to: "Info.plist")
        #expect(CatalogEntry(inspecting: folder.bundle).installed == nil)
        #expect(ContinuousClock.now - start < .seconds(5))
      }
      // A file of 1 TiB that holds nothing.
      let isSparse = unsafe truncate("\(folder.bundle)/Info.plist", 1 << 40) == 0
      try #require(isSparse)
      #expect(CatalogEntry(inspecting: folder.bundle).installed == nil)
      #expect(try Self.peakMemory() - before < 96 << 10)
    }
  }

  /// The most memory that this process had, in KiB.
  private static func peakMemory() throws -> Int {
    let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") })
    return try #require(Int(line.filter(\.isNumber)))
  }
}

/// A thread that exchanges two paths all the time.
private final class Flipper: Sendable {
  private let state = State()

  /// What both threads use.
  private final class State: @unchecked Sendable {
    private let lock = NSLock()
    private var isStopped = false
    private var count = 0
    private let end = DispatchSemaphore(value: 0)

    /// Counts an exchange; false when there shall be no more.
    func goOn() -> Bool {
      lock.withLock {
        count += 1
        return !isStopped
      }
    }

    func finish() { end.signal() }

    func stop() -> Int {
      lock.withLock { isStopped = true }
      end.wait()
      return lock.withLock { count }
    }
  }

  init(_ first: String, _ second: String) {
    let state = state
    let aside = first + ".aside"
    Thread.detachNewThread {
      while state.goOn() {
        // For a moment there is neither, which is a race of its own.
        _ = unsafe rename(first, aside)
        _ = unsafe rename(second, first)
        sched_yield()
        _ = unsafe rename(first, second)
        _ = unsafe rename(aside, first)
        sched_yield()
      }
      state.finish()
    }
  }

  func stop() -> Int { state.stop() }
}
