import Foundation
import OrielHost
import OrielTesting
import OrielTypes
import Testing

/// What a registry makes of bundles and folders that others can change.
///
/// The paths that calls of the C library get in `unsafe` expressions are strings, which live for the
/// call.
@Suite("Bundles and folders of others", .requiresCompiler, .timeLimit(.minutes(2)))
struct RegistryOwnershipTests {
  /// A user that is neither root nor the one of the tests.
  static let stranger: UInt32 = 54_321

  /// The names of extensions that are offered for a text.
  static func offered(_ registry: ExtensionRegistry) -> [String] {
    registry.offers(for: RegistryDecisionTests.items).map(\.extension.identifier).sorted()
  }

  /// A folder with bundles of these names.
  static func folder(_ names: [String]) throws -> RegistryFolder {
    let folder = try RegistryFolder()
    for name in names {
      let last = name.split(separator: "/").last ?? ""
      try folder.makeBundle(name, identifier: "com.example.\(last.lowercased())")
    }
    return folder
  }

  @Test("What others can change has a warning, and a host of root does not offer it")
  func exposed() throws {
    let folder = try Self.folder(["list/Good", "list/Bundle", "list/File"])
    try folder.write("x", to: "list/File.appex/helper.so")
    let careless = folder.registry(origin: .environment) { $0.refusesExposedBundles = false }
    let careful = folder.registry(origin: .environment) { $0.refusesExposedBundles = true }
    #expect(Self.offered(careless).count == 3)
    #expect(Self.offered(careful).count == 3)
    try folder.setMode(0o777, of: "list/Bundle.appex")
    try folder.setMode(0o666, of: "list/File.appex/helper.so")
    #expect(Self.offered(careless).count == 3)
    let warnings = careless.snapshot().entries.flatMap(\.found.diagnostics).map(\.message)
      .filter { $0.contains("changed") }
    #expect(
      Set(warnings) == [
        "can be changed by everybody", "holds helper.so, which can be changed by everybody",
      ]
    )
    #expect(Self.offered(careful) == ["com.example.good"])
    guard case .exposed = try RegistryDecisionTests.obstacle(careful, "com.example.file") else {
      Issue.record("a bundle with a file that all can write has no obstacle")
      return
    }
    // The sticky bit of a file protects nothing.
    try folder.setMode(0o1666, of: "list/File.appex/helper.so")
    #expect(Self.offered(careful) == ["com.example.good"])
    // In a directory that all can write to, every bundle may be another one at any time.
    try folder.setMode(0o777, of: "list")
    #expect(Self.offered(careful).isEmpty)
    #expect(Self.offered(careless).count == 3)
    #expect(careless.snapshot().diagnostics.map(\.severity) == [.warning])
    // With the sticky bit others can only add what is theirs.
    try folder.setMode(0o1777, of: "list")
    #expect(Self.offered(careful).count == 1)
    // The same holds for containers in it.
    try folder.makeBundle("list/App.app/PlugIns/In", identifier: "com.example.in")
    #expect(Self.offered(careful) == ["com.example.good", "com.example.in"])
    try folder.setMode(0o777, of: "list")
    #expect(Self.offered(careful).isEmpty)
    try folder.remove("list/App.app")
    // Who names a place has looked where it is.
    let named = folder.registry { $0.refusesExposedBundles = true }
    #expect(Self.offered(named).count == 3)
  }

  @Test("What cannot be looked at whole is not taken for safe")
  func unexamined() throws {
    let folder = try Self.folder(["list/Good", "list/Bundle"])
    let careless = folder.registry(origin: .environment) { $0.refusesExposedBundles = false }
    let careful = folder.registry(origin: .environment) { $0.refusesExposedBundles = true }
    #expect(Self.offered(careful).count == 2)
    // What comes behind the link is not looked at, such as a file that everybody can change.
    try FileManager.default.createSymbolicLink(
      atPath: "\(folder.path)/list/Bundle.appex/a",
      withDestinationPath: "Code.so"
    )
    #expect(Self.offered(careless).count == 2)
    #expect(Self.offered(careful) == ["com.example.good"])
    let obstacle = try RegistryDecisionTests.obstacle(careful, "com.example.bundle")
    #expect(
      obstacle?.description
        == "holds a symbolic link, so that nobody knows whether others can change it; mend that in "
        + "the bundle"
    )
    #expect(Self.offered(folder.registry { $0.refusesExposedBundles = true }).count == 2)
  }

  /// A manifest's declaration of a type.
  private static func declaration(_ type: String) -> String {
    """
    <key>UTExportedTypeDeclarations</key><array><dict>
      <key>UTTypeIdentifier</key><string>\(type)</string>
      <key>UTTypeConformsTo</key><string>public.image</string>
    </dict></array>
    """
  }

  /// A folder with a bundle and a container, each of which declares a type.
  private static func typeFolder() throws -> RegistryFolder {
    let folder = try RegistryFolder()
    let bundles = [("Own", "own"), ("App.app/PlugIns/In", "in")]
    for (name, type) in bundles {
      try folder.makeBundle(
        "list/\(name)",
        identifier: "com.example.\(type)",
        more: declaration("com.example.type.\(type)")
      )
    }
    try folder.write(
      "<plist><dict>\(declaration("com.example.type.app"))</dict></plist>",
      to: "list/App.app/Info.plist"
    )
    return folder
  }

  /// The types of the folder that a registry knows.
  private static func types(_ registry: ExtensionRegistry) -> [String] {
    let types = registry.snapshot().types
    return ["app", "in", "own"].filter { name in
      TypeIdentifier("com.example.type.\(name)").map { types.conforms($0, to: .image) } ?? false
    }
  }

  @Test("What is refused because others can change it declares no types")
  func exposedTypes() throws {
    let rows: [(path: String, mode: Int, rest: [String])] = [
      ("list/Own.appex", 0o777, ["app", "in"]),
      ("list/Own.appex/Info.plist", 0o666, ["app", "in"]),
      ("list/Own.appex/Code.so", 0o666, ["app", "in"]),
      ("list/App.app/PlugIns/In.appex", 0o777, ["own"]),
      ("list/App.app/PlugIns", 0o777, ["own"]),
      ("list/App.app", 0o777, ["own"]),
      ("list/App.app/Info.plist", 0o666, ["in", "own"]),
      ("list", 0o777, []),
    ]
    for (path, mode, rest) in rows {
      let folder = try Self.typeFolder()
      let careless = folder.registry(origin: .environment) { $0.refusesExposedBundles = false }
      let careful = folder.registry(origin: .environment) { $0.refusesExposedBundles = true }
      #expect(Self.types(careful) == ["app", "in", "own"])
      try folder.setMode(mode, of: path)
      #expect(Self.types(careful) == rest, "\(path)")
      #expect(Self.types(careless) == ["app", "in", "own"], "\(path)")
      // Who names a place has looked where it is.
      let named = folder.registry { $0.refusesExposedBundles = true }
      #expect(Self.types(named) == ["app", "in", "own"], "\(path)")
    }
  }

  @Test("What has to be approved and is not declares no types, also when it is disabled")
  func unapprovedTypes() throws {
    let folder = try Self.typeFolder()
    #expect(Self.types(folder.registry()) == ["app", "in", "own"])
    for policy in [ApprovalPolicy.required, .pinned] {
      let registry = folder.registry { $0.approval = policy }
      try registry.forgetAll()
      #expect(Self.types(registry) == [])
      try registry.disable("com.example.own")
      #expect(Self.types(registry) == [])
      try registry.approve("com.example.own")
      // What is disabled is installed all the same.
      #expect(Self.types(registry) == ["own"])
      try registry.approve("com.example.in")
      #expect(Self.types(registry) == ["app", "in", "own"])
      try folder.write("\(policy)", to: "list/Own.appex/changed")
      #expect(Self.types(registry) == (policy == .pinned ? ["app", "in"] : ["app", "in", "own"]))
    }
  }

  @Test("A place counts as exposed with what is above it, containers and links")
  func places() throws {
    let folder = try Self.folder(["top/list/One", "top/list/My.app/PlugIns/Two", "far/Three"])
    try FileManager.default.createSymbolicLink(
      atPath: "\(folder.path)/top/list/Link.appex",
      withDestinationPath: "\(folder.path)/far/Three.appex"
    )
    let all = ["com.example.one", "com.example.three", "com.example.two"]
    func offered(_ origin: SearchPath.Location.Origin) -> [String] {
      Self.offered(
        folder.registry(["top/list"], origin: origin) { $0.refusesExposedBundles = true }
      )
    }
    #expect(offered(.system) == all)
    try folder.setMode(0o777, of: "top/list/My.app")
    #expect(offered(.system) == ["com.example.one", "com.example.three"])
    try folder.setMode(0o755, of: "top/list/My.app")
    #expect(offered(.system) == all)
    // What leads to the bundle may be exchanged, wherever the bundle is.
    try folder.setMode(0o777, of: "top/list")
    #expect(offered(.system) == [])
    try folder.setMode(0o755, of: "top/list")
    try folder.setMode(0o777, of: "top")
    #expect(offered(.system) == [])
    #expect(offered(.user) == [])
    // Who sets a variable has chosen where the place lies.
    #expect(offered(.environment) == all)
  }

  @Test("What another user owns is his to change", .requiresRoot)
  func foreign() throws {
    let folder = try Self.folder(["list/Good", "list/Bundle", "list/File"])
    let registry = folder.registry(origin: .environment)
    #expect(Self.offered(registry).count == 3)
    for name in ["Bundle.appex", "File.appex/Code.so"] {
      #expect(unsafe chown("\(folder.path)/list/\(name)", Self.stranger, Self.stranger) == 0)
    }
    #expect(Self.offered(registry) == ["com.example.good"])
    let entry = try registry.snapshot().find("com.example.file")
    #expect(
      entry.obstacle?.description
        == "holds Code.so, which can be changed by the user \(Self.stranger); "
        + "take that right away with 'chmod -R o-w' or 'chown'"
    )
    #expect(unsafe chown("\(folder.path)/list", Self.stranger, Self.stranger) == 0)
    #expect(Self.offered(registry) == [])
  }

  @Test("In the folders of another user nothing is made, changed or believed", .requiresRoot)
  func foreignFolders() throws {
    let folder = try Self.folder(["list/One"])
    let files = FileManager.default
    func registry(_ home: String) -> ExtensionRegistry {
      folder.registry {
        $0.cacheFolder = "\(folder.path)/\(home)/.cache/oriel"
        $0.decisionsFolder = "\(folder.path)/\(home)/.config/oriel"
        $0.stateFolder = "\(folder.path)/\(home)/.local/state/oriel"
      }
    }
    for home in ["mine", "his"] {
      try files.createDirectory(atPath: "\(folder.path)/\(home)", withIntermediateDirectories: true)
    }
    let his = "\(folder.path)/his"
    // First where all may be made.
    #expect(registry("mine").snapshot().diagnostics == [])
    try registry("mine").disable("com.example.one")
    #expect(Self.offered(registry("mine")) == [])
    let made = try files.contentsOfDirectory(atPath: "\(folder.path)/mine").sorted()
    #expect(made == [".cache", ".config"])
    #expect(unsafe chown(his, Self.stranger, Self.stranger) == 0)
    let snapshot = registry("his").snapshot()
    #expect(snapshot.entries.map(\.obstacle) == [nil])
    #expect(snapshot.diagnostics.map(\.severity) == [.note])
    #expect(snapshot.diagnostics.first?.message.contains("belongs to another user") == true)
    let error = #expect(throws: RegistryError.self) {
      try registry("his").disable("com.example.one")
    }
    #expect(error?.code == .unwritable)
    #expect(error?.message.contains("belongs to another user") == true)
    let item = try snapshot.usableExtension("com.example.one")
    #expect(registry("his").count(.failed(.crash(.exited(code: 1))), of: item)?.code == .unwritable)
    #expect(try files.contentsOfDirectory(atPath: his) == [])
    // Folders that are there are neither used nor believed.
    for name in [".cache", ".config"] {
      try files.copyItem(atPath: "\(folder.path)/mine/\(name)", toPath: "\(his)/\(name)")
      #expect(unsafe chown("\(his)/\(name)/oriel", Self.stranger, Self.stranger) == 0)
    }
    let before = try files.subpathsOfDirectory(atPath: his).sorted()
    let entries = registry("his").snapshot().entries
    guard case .unknownDecision? = entries.first?.obstacle else {
      Issue.record("decisions of another user are believed")
      return
    }
    #expect(throws: RegistryError.self) { try registry("his").forgetAll() }
    #expect(try files.subpathsOfDirectory(atPath: his).sorted() == before)
  }

  @Test("Without a home there is no index, which a note tells")
  func homeless() throws {
    let folder = try Self.folder(["list/One"])
    let registry = folder.registry { $0.cacheFolder = "relative" }
    let snapshot = registry.snapshot()
    #expect(snapshot.entries.compactMap(\.identifier) == ["com.example.one"])
    #expect(
      snapshot.diagnostics.map(\.message) == ["has no place, so every search reads all bundles"]
    )
  }
}
