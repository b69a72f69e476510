import Foundation
import OrielHost
import OrielTesting
import OrielTypes
import Testing

/// Requests know the types that bundles declare, as what is offered does.
@Suite(.requiresBundles, .timeLimit(.minutes(5))) struct DeclaredTypeTests {
  /// What is loaded as what, and with what answer.
  struct Row: CustomStringConvertible, Sendable {
    let registered: String
    let wanted: String
    let isFound: Bool
    var description: String { "\(registered) as \(wanted)" }

    init(_ registered: String, _ wanted: String, _ isFound: Bool = true) {
      (self.registered, self.wanted, self.isFound) = (registered, wanted, isFound)
    }
  }

  static let rows: [Row] = [
    Row("org.oriel.fixture.drawing", "org.oriel.fixture.drawing"),
    Row("org.oriel.fixture.drawing", "org.oriel.fixture.picture"),
    Row("org.oriel.fixture.drawing", "public.image"),
    Row("org.oriel.fixture.drawing", "public.item"),
    Row("ORG.Oriel.Fixture.Drawing", "PUBLIC.Image"),
    Row("org.oriel.fixture.picture", "public.image"),
    Row("com.example.sketch", "public.image"),
    Row("public.json", "public.text"),
    // No declaration makes more of a type than there is in it.
    Row("org.oriel.fixture.drawing", "public.text", false),
    Row("org.oriel.fixture.picture", "org.oriel.fixture.drawing", false),
    Row("com.example.sketch", "org.oriel.fixture.picture", false),
    Row("com.example.other", "public.image", false),
    // A system type is what it is, whatever a bundle says.
    Row("public.json", "public.image", false),
  ]

  @Test("An extension loads by the parents of types that it declares", arguments: rows)
  func ownDeclarations(_ row: Row) async throws {
    let type = try #require(TypeIdentifier(row.registered))
    let item = ExtensionItem(text: row.wanted, attachments: [ItemProvider([1, 2], type: type)])
    let result = try await Fixtures.run("DeclaresTypes", items: [item])
    let answer = row.isFound ? "\(row.registered) 2" : "NOT_FOUND"
    #expect(result.texts == ["\(row.wanted)=\(answer)\n"], "\(result.outcome)")
  }

  @Test("What an extension returns is a special case of what its bundle says")
  func returned() async throws {
    let result = try await Fixtures.run("DeclaresTypes", items: [ExtensionItem(text: "")])
    guard case .completed(let items, _) = result.outcome else {
      Issue.record("\(result.outcome)")
      return
    }
    let drawing = try #require(items.first?.attachments.first)
    #expect(try await drawing.bytes(as: .image, limit: 10) == Array("a line".utf8))
    #expect(try await drawing.openFile(as: .image).bytes(limit: 10) == Array("a line".utf8))
    #expect(drawing.firstType(conformingTo: .image)?.rawValue == "org.oriel.fixture.drawing")
    #expect(!drawing.hasRepresentation(conformingTo: .text))
    #expect(drawing.types.preferredSuffix(of: try drawingType) == "orieldrawing")
    // Whoever knows less finds less.
    #expect(!drawing.hasRepresentation(conformingTo: .image, types: .system))
    let again = drawing.provider
    #expect(again.hasRepresentation(conformingTo: .image, types: drawing.types))
    #expect(!again.hasRepresentation(conformingTo: .image))
  }

  /// The type that the fixture exports.
  private var drawingType: TypeIdentifier {
    get throws { try #require(TypeIdentifier("org.oriel.fixture.drawing")) }
  }

  /// What the fixture that declares nothing answers when it loads a drawing as a picture.
  private func answer(
    _ extension: InstalledExtension? = nil,
    _ change: (inout HostConfiguration) -> Void
  ) async throws -> String? {
    var configuration = Fixtures.configuration
    change(&configuration)
    let host = try ExtensionHost(configuration: configuration)
    let loads = try Fixtures.named("Loads")
    let result = await host.perform(
      `extension` ?? loads,
      items: [
        ExtensionItem(
          text: "bytes public.image",
          attachments: [ItemProvider([1, 2], type: try drawingType)]
        )
      ]
    )
    await host.shutdownAndWait()
    return Loads.answers(in: result.texts.first.flatMap { $0 } ?? "")["bytes public.image"]
  }

  /// A registry that finds the fixture that declares types.
  private func registry(in folder: RegistryFolder) -> ExtensionRegistry {
    folder.registry([BuiltProducts.bundle("DeclaresTypes")])
  }

  @Test("What other bundles declare counts where the host knows of them")
  func otherDeclarations() async throws {
    let folder = try RegistryFolder()
    let registry = registry(in: folder)
    let found = "OK " + Loads.checksum([1, 2])
    #expect(try await answer { _ in } == "NOT_FOUND")
    // Nothing was looked for yet.
    #expect(try await answer { $0.registry = registry } == "NOT_FOUND")
    let types = registry.snapshot().types
    #expect(try await answer { $0.registry = registry } == found)
    #expect(try await answer { $0.types = types } == found)
    #expect(
      try await answer {
        $0.registry = registry
        $0.types = .system
      } == "NOT_FOUND"
    )
  }

  @Test("A bundle in a container knows what the container declares")
  func container() async throws {
    let folder = try RegistryFolder()
    let copy = try BundleCopyFolder("Loads")
    defer { withExtendedLifetime(copy) {} }
    let app = "\(copy.folder)/Example.app"
    try FileManager.default.createDirectory(
      atPath: "\(app)/PlugIns",
      withIntermediateDirectories: true
    )
    try FileManager.default.moveItem(atPath: copy.bundle, toPath: "\(app)/PlugIns/Loads.appex")
    let path = "\(app)/PlugIns/Loads.appex"
    func answer(_ registry: ExtensionRegistry?) async throws -> String? {
      var configuration = Fixtures.configuration
      configuration.registry = registry
      let host = try ExtensionHost(configuration: configuration)
      let item = ExtensionItem(
        text: "bytes public.image",
        attachments: [ItemProvider([1, 2], type: try drawingType)]
      )
      let loads = try #require(CatalogEntry(inspecting: path).installed)
      let result = await host.perform(loads, items: [item])
      await host.shutdownAndWait()
      return Loads.answers(in: result.texts.first.flatMap { $0 } ?? "")["bytes public.image"]
    }
    #expect(try await answer(nil) == "NOT_FOUND")
    try Data(
      """
      <plist version="1.0"><dict>
        <key>CFBundleIdentifier</key><string>com.example.app</string>
        <key>UTExportedTypeDeclarations</key><array><dict>
          <key>UTTypeIdentifier</key><string>org.oriel.fixture.drawing</string>
          <key>UTTypeConformsTo</key><string>public.image</string>
        </dict></array>
      </dict></plist>
      """.utf8
    ).write(to: URL(fileURLWithPath: "\(app)/Info.plist"))
    let found = "OK " + Loads.checksum([1, 2])
    #expect(try await answer(nil) == found)
    #expect(try await answer(folder.registry(["list"])) == found)
  }

  @Test("What is wrong with declared types is told with the bundle that says so", .requiresCompiler)
  func problems() throws {
    let folder = try RegistryFolder()
    func declare(_ name: String, _ type: String, _ parent: String) throws {
      let declaration = """
        <key>UTExportedTypeDeclarations</key><array><dict>
          <key>UTTypeIdentifier</key><string>\(type)</string>
          <key>UTTypeConformsTo</key><string>\(parent)</string>
        </dict></array>
        """
      try folder.makeBundle(
        "list/\(name)",
        identifier: "com.example.\(name)",
        more: declaration
      )
    }
    try declare("a", "com.example.page", "public.data")
    #expect(folder.registry().snapshot().typeDiagnostics.isEmpty)
    try declare("b", "com.example.page", "public.text")
    try declare("c", "public.json", "public.image")
    try declare("d", "com.example.loop", "com.example.loop")
    let snapshot = folder.registry().snapshot()
    let told = snapshot.typeDiagnostics.map { ($0.file.split(separator: "/").last, "\($0)") }
    #expect(told.count == 3)
    for (bundle, words) in [
      ("b.appex", "declared by several bundles"), ("c.appex", "is a system type"),
      ("d.appex", "conforms to itself"),
    ] {
      #expect(told.contains { $0.0 == Substring(bundle) && $0.1.contains(words) }, "\(told)")
    }
    let page = try #require(TypeIdentifier("com.example.page"))
    #expect(!snapshot.types.conforms(page, to: .text) && snapshot.types.conforms(page, to: .data))
  }

  @Test("What is offered for a type is what can be loaded by it")
  func offered() async throws {
    let folder = try RegistryFolder()
    let registry = registry(in: folder)
    let item = ExtensionItem(
      text: "public.image",
      attachments: [ItemProvider([1, 2], type: try drawingType)]
    )
    let offers = registry.snapshot().offers(for: [item])
    let offer = try #require(offers.first { $0.extension.identifier.hasSuffix("declarestypes") })
    let result = try await #require(Fixtures.host).perform(offer.extension, items: [item])
    #expect(result.texts == ["public.image=org.oriel.fixture.drawing 2\n"], "\(result.outcome)")
  }

  @Test("A bundle outside the places of the registry knows its own types, and theirs")
  func outside() async throws {
    let folder = try RegistryFolder()
    let registry = registry(in: folder)
    _ = registry.snapshot()
    let copy = try BundleCopyFolder("Loads")
    defer { withExtendedLifetime(copy) {} }
    let manifest = try String(contentsOfFile: "\(copy.bundle)/Info.plist", encoding: .utf8)
    try copy.write(
      manifest.replacingOccurrences(
        of: "<key>NSExtension</key>",
        with: """
          <key>UTImportedTypeDeclarations</key><array><dict>
            <key>UTTypeIdentifier</key><string>com.example.page</string>
            <key>UTTypeConformsTo</key><string>org.oriel.fixture.drawing</string>
          </dict></array>
          <key>NSExtension</key>
          """
      ),
      to: "Info.plist"
    )
    let loads = try #require(CatalogEntry(inspecting: copy.bundle).installed)
    var configuration = Fixtures.configuration
    configuration.registry = registry
    let host = try ExtensionHost(configuration: configuration)
    let page = try #require(TypeIdentifier("com.example.page"))
    let item = ExtensionItem(
      text: "bytes public.image",
      attachments: [ItemProvider([1, 2], type: page)]
    )
    let result = await host.perform(loads, items: [item])
    await host.shutdownAndWait()
    let report = result.texts.first.flatMap { $0 } ?? ""
    #expect(
      Loads.answers(in: report)["bytes public.image"] == "OK " + Loads.checksum([1, 2]),
      "\(result)"
    )
  }
}
