import Foundation
import OrielSystem
import Testing

@testable import OrielHost

/// What a registry makes of files that something has damaged.
@Suite("Damaged decisions", .requiresCompiler, .timeLimit(.minutes(2)))
struct RegistryDamageTests {
  /// Damages a file.
  typealias Damage = @Sendable (RegistryFolder, _ name: String) throws -> Void

  /// Ways in which a file gets useless.
  static let damages: [(String, Damage)] = [
    ("empty", { try $0.write("", to: $1) }),
    ("garbage", { try $0.write([UInt8](repeating: 0xA5, count: 4096), to: $1) }),
    ("zeros", { try $0.write([UInt8](repeating: 0, count: 4096), to: $1) }),
    (
      "cut",
      { folder, name in
        let whole = try Data(contentsOf: URL(fileURLWithPath: "\(folder.path)/\(name)"))
        try folder.write(Array(whole.prefix(whole.count / 2)), to: name)
      }
    ),
    (
      "another version",
      { folder, name in
        let text = try String(contentsOfFile: "\(folder.path)/\(name)", encoding: .utf8)
        let changed = text.replacing("<integer>1</integer>", with: "<integer>2</integer>")
        #expect(changed != text)
        try folder.write(changed, to: name)
      }
    ),
    (
      "a choice that nobody knows",
      { folder, name in
        let text = try String(contentsOfFile: "\(folder.path)/\(name)", encoding: .utf8)
        let changed = text.replacing("disabled", with: "perhaps")
        #expect(changed != text)
        try folder.write(changed, to: name)
      }
    ),
    ("writable for all", { try $0.setMode(0o666, of: $1) }),
    (
      "a link",
      { folder, name in
        // The link leads to the very file that would be good if it lay here itself.
        let other = "elsewhere-\(UUID())"
        try folder.move(name, to: other)
        try FileManager.default.createSymbolicLink(
          atPath: "\(folder.path)/\(name)",
          withDestinationPath: "\(folder.path)/\(other)"
        )
      }
    ),
  ]

  /// A folder in which one extension is disabled and another one is enabled by name.
  static func folder() throws -> RegistryFolder {
    let folder = try RegistryDecisionTests.folder()
    try folder.makeBundle("list/Three", identifier: "com.example.three")
    let registry = folder.registry()
    try registry.disable("com.example.one", reason: "no")
    try registry.enable("com.example.two")
    return folder
  }

  @Test("A damaged file is mended from its copy, and nothing changes", arguments: damages.map(\.0))
  func oneFile(name: String) throws {
    let damage = try #require(Self.damages.first { $0.0 == name }?.1)
    for file in ["decisions.plist", "decisions.plist.backup"] {
      let folder = try Self.folder()
      try damage(folder, "config/\(file)")
      let registry = folder.registry()
      #expect(
        RegistryDecisionTests.offered(registry) == ["com.example.three", "com.example.two"],
        "\(file)"
      )
      #expect(registry.snapshot().diagnostics.isEmpty == file.hasSuffix("backup"), "\(file)")
      // The next decision mends it.
      try registry.disable("com.example.two")
      #expect(RegistryDecisionTests.offered(folder.registry()) == ["com.example.three"])
      #expect(folder.registry().snapshot().diagnostics == [], "\(file)")
    }
  }

  @Test(
    "When both files are damaged, nothing is offered that was disabled",
    arguments: damages.map(\.0)
  )
  func bothFiles(name: String) throws {
    let damage = try #require(Self.damages.first { $0.0 == name }?.1)
    let folder = try Self.folder()
    // What works without damage, first.
    #expect(
      RegistryDecisionTests.offered(folder.registry()) == ["com.example.three", "com.example.two"]
    )
    for file in ["decisions.plist", "decisions.plist.backup"] {
      try damage(folder, "config/\(file)")
    }
    let registry = folder.registry()
    #expect(RegistryDecisionTests.offered(registry) == [])
    #expect(registry.snapshot().diagnostics.contains { $0.severity == .error })
    guard case .unknownDecision = try RegistryDecisionTests.obstacle(registry, "com.example.one")
    else {
      Issue.record("the extension that was disabled may be offered")
      return
    }
    // What is decided anew holds, for that extension alone, and the damaged file is kept.
    try registry.enable("com.example.three")
    #expect(RegistryDecisionTests.offered(folder.registry()) == ["com.example.three"])
    let kept = try FileManager.default.contentsOfDirectory(atPath: folder.decisions)
    #expect(kept.contains { $0.hasPrefix("decisions.plist.damaged-") })
    // Starting over is said in so many words.
    try registry.forgetAll()
    #expect(RegistryDecisionTests.offered(folder.registry()).count == 3)
  }

  @Test("A missing file is used from its copy; without both nothing was decided")
  func missing() throws {
    let folder = try Self.folder()
    try folder.remove("config/decisions.plist")
    #expect(
      RegistryDecisionTests.offered(folder.registry()) == ["com.example.three", "com.example.two"]
    )
    #expect(folder.registry().snapshot().diagnostics.map(\.severity) == [.warning])
    try folder.remove("config/decisions.plist.backup")
    #expect(RegistryDecisionTests.offered(folder.registry()).count == 3)
  }

  @Test("A folder for decisions that others can write to is not believed")
  func sharedFolder() throws {
    let folder = try Self.folder()
    try folder.setMode(0o777, of: "config")
    #expect(RegistryDecisionTests.offered(folder.registry()) == [])
    #expect(throws: RegistryError.self) { try folder.registry().enable("com.example.one") }
    try folder.setMode(0o700, of: "config")
    #expect(RegistryDecisionTests.offered(folder.registry()).count == 2)
  }

  @Test("Where decisions cannot be kept, that is an error and changes nothing")
  func unwritable() throws {
    let folder = try Self.folder()
    for path in ["/proc/oriel", "\(folder.path)/list/One.appex/Code.so/oriel"] {
      let registry = folder.registry { $0.decisionsFolder = path }
      let error = #expect(throws: RegistryError.self) { try registry.disable("com.example.two") }
      #expect(error?.code == .unwritable)
    }
    // Nobody knows then what was decided, so nothing is offered.
    let homeless = folder.registry { $0.decisionsFolder = "relative" }
    #expect(throws: RegistryError.self) { try homeless.disable("com.example.two") }
    #expect(homeless.snapshot().diagnostics.map(\.severity) == [.error])
    #expect(RegistryDecisionTests.offered(homeless) == [])
  }

  @Test("A moment without descriptors loses no decision, and is over when it is")
  func shortage() async {
    await #expect(processExitsWith: .success) {
      let folder = try Self.folder()
      let registry = folder.registry()
      let item = try registry.snapshot().usableExtension("com.example.two")
      registry.count(.failed(.crash(.exited(code: 1))), of: item)
      guard DescriptorTable.limit(to: 64) else { fatalError("there is no limit") }
      var failures = 0
      for free in 0..<8 {
        var taken = try DescriptorTable.fill()
        for _ in 0..<free { _ = taken.popFirst() }
        do throws(RegistryError) {
          try registry.disable("com.example.three", reason: "\(free)")
        } catch {
          failures += 1
          guard error.code == .unwritable, error.message.contains("EMFILE") else {
            fatalError("\(error)")
          }
        }
        registry.count(.failed(.crash(.exited(code: 1))), of: item)
        _ = registry.decisions.read()
        taken = DescriptorList()
        let known = folder.registry().decisions.read()
        guard known.doubt == nil, registry.decisions.read().doubt == nil,
          known.records["com.example.one"]?.decision?.reason == "no"
        else { fatalError("with \(free) descriptors decisions were lost: \(known)") }
        let kept = try [folder.decisions, folder.state].flatMap {
          try FileManager.default.contentsOfDirectory(atPath: $0)
        }
        guard !kept.contains(where: { $0.contains("damaged") }) else {
          fatalError("with \(free) descriptors a good file was taken for a damaged one: \(kept)")
        }
      }
      // Some did not do, and some did.
      guard (2..<8).contains(failures) else { fatalError("\(failures) decisions failed") }
    }
  }

  @Test("What could not be read at one moment is read at the next one")
  func cache() throws {
    let folder = try RegistryFolder()
    let opened = try KeptFolder.open(folder.state, isCreated: true)
    let kept = try #require(opened != nil ? folder.state : nil)
    try folder.write("x", to: "state/file")
    let cache = FileCache<Int>()
    let later = RealTime.now + 10_000_000_000
    func value(_ load: () throws(SystemError) -> Int) throws -> Int? {
      guard let folder = try KeptFolder.open(kept, isCreated: false) else { return nil }
      return try cache.value(of: ["file"], in: folder, at: later, load: load)
    }
    #expect(throws: SystemError.self) {
      try value { () throws(SystemError) in throw SystemError("open", .tooManyOpenFiles) }
    }
    #expect(try value { 1 } == 1)
    #expect(try value { 2 } == 1)
    try folder.write("xy", to: "state/file")
    #expect(try value { 3 } == 3)
  }

  @Test("Whatever has the name of a file that is written for a moment is not written to")
  func temporaryNames() throws {
    let folder = try Self.folder()
    let registry = folder.registry()
    let name = "config/.decisions.plist.new"
    let files = FileManager.default
    try folder.makePipe(name)
    try registry.disable("com.example.a")
    try folder.write("precious", to: "precious")
    try files.linkItem(atPath: "\(folder.path)/precious", toPath: "\(folder.path)/\(name)")
    try registry.disable("com.example.b")
    try files.createSymbolicLink(
      atPath: "\(folder.path)/\(name)",
      withDestinationPath: "\(folder.path)/precious"
    )
    try registry.disable("com.example.c")
    #expect(
      try String(contentsOfFile: "\(folder.path)/precious", encoding: .utf8) == "precious"
    )
    try files.createDirectory(
      atPath: "\(folder.path)/\(name)",
      withIntermediateDirectories: false
    )
    #expect(throws: RegistryError.self) { try registry.disable("com.example.d") }
    try folder.remove(name)
    // The lock may be anything that can be locked, but no link.
    try folder.remove("config/decisions.lock")
    try folder.makePipe("config/decisions.lock")
    try registry.disable("com.example.e")
    try folder.remove("config/decisions.lock")
    try files.createSymbolicLink(
      atPath: "\(folder.decisions)/decisions.lock",
      withDestinationPath: "\(folder.path)/precious"
    )
    #expect(throws: RegistryError.self) { try registry.disable("com.example.f") }
    let known = folder.registry().decisions.read()
    #expect(known.diagnostics == [] && known.doubt == nil)
    #expect(
      ["a", "b", "c", "d", "e", "f"].filter { known.records["com.example.\($0)"] != nil }
        == ["a", "b", "c", "e"]
    )
  }

  @Test(
    "No reason makes a file that cannot be read again",
    arguments: [
      "e" + String(repeating: "\u{301}", count: 200_000), "\u{0}\u{1}\u{8}\u{1B}\u{FFFE}\u{FFFF}",
      "]]>&<!--\"'\r\n\t\u{2028}", String(repeating: "<", count: 100_000),
    ]
  )
  func reasons(reason: String) throws {
    let folder = try Self.folder()
    let registry = folder.registry()
    do {
      try registry.disable("com.example.three", reason: reason)
      #expect(
        folder.registry().decisions.read().records["com.example.three"]?.decision?.choice
          == .disabled
      )
    } catch {
      Issue.record("\(error)")
    }
    let known = folder.registry().decisions.read()
    #expect(known.doubt == nil)
    #expect(known.records["com.example.one"]?.decision?.reason == "no")
  }

  @Test("A damaged count of failures is kept aside, and counting begins anew")
  func failures() throws {
    let folder = try Self.folder()
    try FileManager.default.createDirectory(
      atPath: folder.state,
      withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700]
    )
    try folder.write("garbage", to: "state/quarantine.plist")
    let registry = folder.registry()
    #expect(RegistryDecisionTests.offered(registry).count == 2)
    #expect(registry.snapshot().diagnostics.map(\.severity) == [.warning])
  }

  @Test("What cannot be read of failures releases nothing, and is told")
  func unreadableFailures() throws {
    let folder = try Self.folder()
    let registry = folder.registry()
    let item = try registry.snapshot().usableExtension("com.example.two")
    for _ in 0..<3 { registry.count(.failed(.crash(.exited(code: 1))), of: item) }
    // Positive control: it is in quarantine, for all who can read that.
    #expect(try registry.snapshot().find("com.example.two").quarantine != nil)
    #expect(try folder.registry().snapshot().find("com.example.two").quarantine != nil)
    // A folder that others can write to is not believed.
    try folder.setMode(0o777, of: "state")
    let snapshot = registry.snapshot()
    #expect(try snapshot.find("com.example.two").quarantine != nil)
    #expect(snapshot.diagnostics.map(\.severity) == [.warning])
    // Who never could read it does not know what is in quarantine, and says what to do.
    let stranger = folder.registry()
    #expect(stranger.snapshot().diagnostics.map(\.severity) == [.error])
    #expect(RegistryDecisionTests.offered(stranger) == [])
    let obstacle = try RegistryDecisionTests.obstacle(stranger, "com.example.three")
    guard case .unknownQuarantine(let reason) = obstacle else {
      throw StrayObstacle(obstacle: obstacle)
    }
    #expect(reason.contains(folder.state) && reason.contains("remove it"))
    #expect(throws: RegistryError.self) { try stranger.release("com.example.two") }
    #expect(throws: RegistryError.self) { try stranger.enable("com.example.two") }
    let error = registry.count(.failed(.crash(.exited(code: 1))), of: item)
    #expect(error?.code == .unwritable)
    // What was cleared while it could be read is not kept.
    try folder.setMode(0o700, of: "state")
    try registry.release("com.example.two")
    #expect(try registry.snapshot().find("com.example.two").quarantine == nil)
    let homeless = folder.registry { $0.stateFolder = "relative" }
    #expect(homeless.snapshot().diagnostics.map(\.severity) == [.warning])
  }

  @Test(
    "A file of failures that is there and cannot be read releases nothing",
    arguments: Spoiled.allCases
  )
  func spoiledFailures(_ spoiled: Spoiled) throws {
    let folder = try Self.folder()
    let item = try folder.registry().snapshot().usableExtension("com.example.two")
    for _ in 0..<3 { folder.registry().count(.failed(.crash(.exited(code: 1))), of: item) }
    // Positive control: one is offered, and the other one is in quarantine.
    #expect(RegistryDecisionTests.offered(folder.registry()) == ["com.example.three"])
    let file = "\(folder.state)/quarantine.plist"
    let kept = try Data(contentsOf: URL(filePath: file))
    try spoiled.spoil(file)
    #expect(RegistryDecisionTests.offered(folder.registry()) == [])
    #expect(folder.registry().snapshot().diagnostics.map(\.severity) == [.error])
    // Nothing is written over what may be mended, and who asks for that is told.
    let error = folder.registry().count(.failed(.crash(.exited(code: 1))), of: item)
    #expect(error?.code == .unwritable)
    try FileManager.default.removeItem(atPath: file)
    try kept.write(to: URL(filePath: file))
    #expect(RegistryDecisionTests.offered(folder.registry()) == ["com.example.three"])
  }

  /// What can become of a file, so that root cannot read it either.
  enum Spoiled: CaseIterable {
    case folder, link, pipe, huge, othersCanWrite

    /// Does that to a file.
    func spoil(_ file: String) throws {
      let files = FileManager.default
      // The C functions read a string that outlives the call.
      switch self {
      case .folder:
        try files.removeItem(atPath: file)
        try files.createDirectory(atPath: file, withIntermediateDirectories: false)
      case .link:
        try files.moveItem(atPath: file, toPath: "\(file).real")
        try files.createSymbolicLink(atPath: file, withDestinationPath: "\(file).real")
      case .pipe:
        try files.removeItem(atPath: file)
        #expect(unsafe mkfifo(file, 0o600) == 0)
      case .huge: #expect(unsafe truncate(file, 1 << 40) == 0)
      case .othersCanWrite: #expect(unsafe chmod(file, 0o666) == 0)
      }
    }
  }

  /// That something else is in the way than was expected.
  struct StrayObstacle: Error {
    /// What it is.
    let obstacle: Obstacle?
  }

  @Test("Whatever a reason is made of, it is kept as it was given, or cut")
  func reasons() throws {
    let folder = try Self.folder()
    let registry = folder.registry()
    let reasons = [
      "", " ", "a\r\nb\rc\n", "\u{0}", "\u{1}\u{7F}\u{85}\u{FFFE}", "<![CDATA[ ]]>&amp;",
      "e\u{301}",
      String(repeating: "👩‍👩‍👧‍👦", count: 1000), "\u{10FFFF}\u{202E}",
    ]
    for (number, reason) in reasons.enumerated() {
      try registry.disable("com.example.n\(number)", reason: reason)
    }
    let known = folder.registry().decisions.read()
    #expect(known.doubt == nil)
    for (number, reason) in reasons.enumerated() {
      let kept = known.records["com.example.n\(number)"]?.decision?.reason
      // What XML cannot say is shown to be missing.
      let expected = reason.unicodeScalars.prefix(1000).map { scalar -> Unicode.Scalar in
        let isLost = scalar.value < 32 && !"\t\n\r".unicodeScalars.contains(scalar)
        return isLost || scalar.value == 0xFFFE ? "\u{FFFD}" : scalar
      }
      #expect(kept.map { Array($0.unicodeScalars) } == expected, "\(number)")
    }
  }

  @Test("More decisions than a file holds are refused, with what to do, and none is lost")
  func tooMany() throws {
    let folder = try Self.folder()
    try folder.registry().disable("com.example.two", reason: "first")
    let path = "\(folder.decisions)/decisions.plist"
    let whole = try String(contentsOfFile: path, encoding: .utf8)
    // A file of nearly the greatest size: 32 MiB.
    let record =
      "<dict><key>choice</key><string>disabled</string><key>reason</key><string>"
      + String(repeating: "r", count: 1000)
      + "</string><key>author</key><string>user</string><key>date</key>"
    let date = try #require(whole.firstMatch(of: /<date>[^<]*<\/date>/)).output
    let start = try #require(whole.range(of: "<key>com.example.two</key>")).lowerBound
    var more = ""
    var number = 0
    while whole.utf8.count + more.utf8.count < (32 << 20) - 1500 {
      more += "<key>com.example.n\(number)</key>\(record)\(date)</dict>"
      number += 1
    }
    let full = whole[..<start] + more + whole[start...]
    for name in ["decisions.plist", "decisions.plist.backup"] {
      try Data(full.utf8).write(to: URL(filePath: "\(folder.decisions)/\(name)"))
    }
    let registry = folder.registry()
    // Positive control: the file can be read.
    #expect(registry.decisions.read().records.count == number + 2)
    let error = #expect(throws: RegistryError.self) {
      for extra in 0..<100 {
        try registry.disable("com.example.x\(extra)", reason: String(repeating: "r", count: 1000))
      }
    }
    #expect(error?.message.contains("'oriel forget'") == true, "\(String(describing: error))")
    let known = folder.registry().decisions.read()
    #expect(known.doubt == nil)
    #expect(known.records["com.example.two"]?.decision?.reason == "first")
  }
}
