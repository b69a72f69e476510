import Foundation
import OrielHost
import Testing

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
    let homeless = folder.registry { $0.decisionsFolder = "relative" }
    #expect(throws: RegistryError.self) { try homeless.disable("com.example.two") }
    #expect(homeless.snapshot().diagnostics.map(\.severity) == [.note])
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
}
