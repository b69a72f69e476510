import Foundation
import OrielHost
import OrielTesting
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
