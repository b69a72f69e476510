import Foundation
import OrielHost
import OrielTesting
import Testing

/// What is left on the disk when a program that writes it is ended, or its calls fail, anywhere.
@Suite("Interrupted writing", .requiresCompiler, .requiresTracing, .timeLimit(.minutes(5)))
struct RegistryInterruptionTests {
  /// How a run of the writer went.
  enum End: Int32 {
    /// It ended before the call that was to be broken.
    case untouched = 0
    /// The call was broken.
    case broken = 1
  }

  /// Runs the writer with a broken call.
  private static func run(
    _ breaking: [String],
    _ folder: RegistryFolder,
    _ act: String...
  ) throws -> (end: End?, output: String) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: BuiltProducts.program("oriel-call-breaker"))
    process.arguments =
      breaking + [BuiltProducts.program("oriel-registry-writer"), folder.path] + act
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (End(rawValue: process.terminationStatus), String(decoding: data, as: UTF8.self))
  }

  /// What a registry finds, and what it has to say.
  private static func found(_ folder: RegistryFolder) -> (identifiers: [String], notes: [String]) {
    let snapshot = folder.registry().snapshot()
    return (snapshot.entries.compactMap(\.identifier), snapshot.diagnostics.map(\.description))
  }

  /// The ways in which a program can be ended at a call.
  static let endings = ["kill", "half"]
  /// Errors of calls: a full disk, a broken one, one that may only be read.
  static let errors: [Int32] = [ENOSPC, EIO, EROFS]

  @Test("A killed search leaves the old index or the new one, never another", arguments: endings)
  func killedSearch(ending: String) throws {
    let folder = try RegistryFolder()
    try folder.makeBundle("list/One", identifier: "com.example.one")
    _ = try Self.run(["kill", "1000000"], folder, "search")
    let old = try Data(contentsOf: URL(fileURLWithPath: "\(folder.cache)/index-1"))
    #expect(!old.isEmpty)
    try folder.makeBundle("list/Two", identifier: "com.example.two")
    var call = 1
    var kinds: Set<Bool> = []
    while call < 2000 {
      // Each run begins with the old index.
      try folder.write(Array(old), to: "cache/index-1")
      try folder.setMode(0o600, of: "cache/index-1")
      let (end, output) = try Self.run([ending, "\(call)"], folder, "search")
      guard end == .broken else {
        #expect(end == .untouched)
        #expect(output.split(separator: "\n").sorted() == ["com.example.one", "com.example.two"])
        break
      }
      let left = try Data(contentsOf: URL(fileURLWithPath: "\(folder.cache)/index-1"))
      kinds.insert(left == old)
      let found = Self.found(folder)
      #expect(found.identifiers == ["com.example.one", "com.example.two"], "call \(call)")
      #expect(found.notes == [], "call \(call)")
      call += 1
    }
    // Both were seen: the old one from early calls, the new one from late ones.
    #expect(kinds == [true, false])
    #expect(call > 8)
  }

  @Test("A killed decision is made or is not, and all others are kept", arguments: endings)
  func killedDecision(ending: String) throws {
    let folder = try RegistryFolder()
    try folder.makeBundle("list/One", identifier: "com.example.one")
    try folder.makeBundle("list/Two", identifier: "com.example.two")
    var call = 1
    var outcomes: Set<Bool> = []
    while call < 2000 {
      try folder.registry().forgetAll()
      try folder.registry().disable("com.example.one", reason: "before")
      let (end, _) = try Self.run([ending, "\(call)"], folder, "disable", "com.example.two")
      let snapshot = folder.registry().snapshot()
      #expect(snapshot.diagnostics == [], "call \(call)")
      #expect(try snapshot.find("com.example.one").decision?.reason == "before", "call \(call)")
      outcomes.insert(try snapshot.find("com.example.two").decision != nil)
      guard end == .broken else {
        #expect(end == .untouched)
        break
      }
      call += 1
    }
    #expect(outcomes == [true, false])
    #expect(call > 8)
  }

  @Test("A killed count of a failure is counted or is not", arguments: endings)
  func killedFailure(ending: String) throws {
    let folder = try RegistryFolder()
    try folder.makeBundle("list/One", identifier: "com.example.one")
    _ = folder.registry().snapshot()
    var call = 1
    var outcomes: Set<Bool> = []
    while call < 2000 {
      try folder.registry().release("com.example.one")
      let (end, _) = try Self.run([ending, "\(call)"], folder, "fail", "com.example.one")
      let snapshot = folder.registry().snapshot()
      #expect(snapshot.diagnostics == [], "call \(call)")
      outcomes.insert(try snapshot.find("com.example.one").quarantine != nil)
      guard end == .broken else {
        #expect(end == .untouched)
        break
      }
      call += 1
    }
    #expect(outcomes == [true, false])
  }

  @Test("On a full disk all is found, and what was decided before is kept", .requiresRoot)
  func fullDisk() throws {
    let folder = try RegistryFolder()
    try folder.makeBundle("list/One", identifier: "com.example.one")
    let writer = BuiltProducts.program("oriel-registry-writer")
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/unshare")
    // File systems of a few pages for the folders of the registry, in a mount namespace of its own.
    let script = """
      set -e
      for name in cache config; do
        mkdir "$1/$name"
        mount -t tmpfs -o size=32k,mode=0700 tmpfs "$1/$name"
      done
      "$2" "$1" disable com.example.first
      dd if=/dev/zero of="$1/config/filler" bs=4096 2>"$1/dd" || true
      dd if=/dev/zero of="$1/cache/filler" bs=4096 2>"$1/dd" || true
      "$2" "$1" disable com.example.second
      "$2" "$1" search
      cat "$1/config/decisions.plist"
      """
    process.arguments = ["-m", "/bin/sh", "-c", script, "sh", folder.path, writer]
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    let output = String(decoding: data, as: UTF8.self)
    #expect(process.terminationStatus == 0, "\(output)")
    #expect(output.contains("error: the decision cannot be kept in"))
    #expect(output.contains("No space left on device (ENOSPC); nothing was changed"))
    #expect(output.contains("com.example.one\n"))
    #expect(output.contains("the index of extensions cannot be kept"))
    #expect(output.contains("<key>com.example.first</key>"))
    #expect(!output.contains("com.example.second</key>"))
  }

  @Test("Where nothing can be written, all is found all the same", arguments: errors)
  func failingCalls(error: Int32) throws {
    var call = 1
    while call < 2000 {
      let folder = try RegistryFolder()
      try folder.makeBundle("list/One", identifier: "com.example.one")
      try folder.registry().disable("com.example.other", reason: "before")
      let (end, output) = try Self.run(["fail", "\(call)", "\(error)"], folder, "search")
      #expect(output.hasPrefix("com.example.one\n"), "call \(call): \(output)")
      let (second, _) = try Self.run(
        ["fail", "\(call)", "\(error)"],
        folder,
        "disable",
        "com.example.one"
      )
      let snapshot = folder.registry().snapshot()
      #expect(snapshot.diagnostics == [], "call \(call)")
      #expect(snapshot.entries.compactMap(\.identifier) == ["com.example.one"], "call \(call)")
      // What was decided before is kept.
      try folder.registry().enable("com.example.third")
      let text = try String(contentsOfFile: "\(folder.decisions)/decisions.plist", encoding: .utf8)
      #expect(text.contains("<string>before</string>"), "call \(call)")
      if end == .untouched, second == .untouched { break }
      // Only some calls change something; a broken one in between fails like the next one.
      call += 3
    }
    #expect(call > 8)
  }
}

extension Trait where Self == ConditionTrait {
  /// A system on which a program may trace its children.
  static var requiresTracing: ConditionTrait {
    requires("programs may not be traced") {
      let process = Process()
      process.executableURL = URL(fileURLWithPath: BuiltProducts.program("oriel-call-breaker"))
      process.arguments = ["kill", "1000000", "/bin/true"]
      try? process.run()
      process.waitUntilExit()
      return process.terminationStatus == 0
    }
  }
}
