import Foundation
import OrielActivation
import OrielHost
import Testing

/// Which extensions a registry offers, in which order, and why not the others.
@Suite("Offers of a registry", .requiresCompiler, .timeLimit(.minutes(2)))
struct RegistryOfferTests {
  /// A rule for at most so many images.
  static func images(_ count: Int) -> String {
    """
    <dict><key>NSExtensionActivationSupportsImageWithMaxCount</key>
    <integer>\(count)</integer></dict>
    """
  }

  /// Items with so many pictures.
  static func pictures(_ count: Int) -> [ExtensionItem] {
    [
      ExtensionItem(
        attachments: (0..<count).map { _ in
          ItemProvider([1], type: TypeIdentifier("public.jpeg") ?? .data)
        }
      )
    ]
  }

  @Test("Offers are in the order of names, whatever the case, and then of identifiers")
  func order() throws {
    let folder = try RegistryFolder()
    for (file, identifier, name) in [
      ("A", "com.example.a", "beta"), ("B", "com.example.c", "Alpha"),
      ("C", "com.example.b", "Alpha"),
      ("D", "com.example.d", "Äpfel"), ("E", "com.example.e", "Zulu"),
      ("F", "com.example.f", "alpha"),
    ] {
      try folder.makeBundle("list/\(file)", identifier: identifier, displayName: name)
    }
    let offers = folder.registry().offers(for: Self.pictures(1))
    #expect(
      offers.map(\.extension.identifier) == [
        "com.example.b", "com.example.c", "com.example.f", "com.example.a", "com.example.e",
        "com.example.d",
      ]
    )
    #expect(offers.map(\.displayName) == ["Alpha", "Alpha", "alpha", "beta", "Zulu", "Äpfel"])
  }

  @Test("A host's ranking has the last word, and can make nothing up")
  func ranking() throws {
    let folder = try RegistryFolder()
    for name in ["A", "B", "C"] {
      try folder.makeBundle("list/\(name)", identifier: "com.example.\(name.lowercased())")
    }
    try folder.makeBundle("other/X", identifier: "com.example.x")
    let foreign = try #require(folder.registry(["other"]).offers(for: Self.pictures(1)).first)
    let registry = folder.registry { configuration in
      configuration.ranking = { offers in
        [foreign] + offers.reversed().dropLast() + offers.filter { $0.displayName == "C" }
      }
    }
    let snapshot = registry.snapshot()
    #expect(
      snapshot.offers(for: Self.pictures(1)).map(\.extension.identifier)
        == ["com.example.c", "com.example.b"]
    )
    let reasons = snapshot.explanations(for: Self.pictures(1)).map { "\($0.entry.displayName)" }
    #expect(reasons == ["C", "B", "A"])
    #expect(
      snapshot.explanations(for: Self.pictures(1)).last?.reason?.description
        == "was left out by the host's own ranking"
    )
  }

  @Test("Every extension that is not offered has its reason")
  func reasons() throws {
    let folder = try RegistryFolder()
    try folder.makeBundle("list/Good", identifier: "com.example.good", rule: Self.images(2))
    try folder.makeBundle("list/One", identifier: "com.example.one", rule: Self.images(1))
    try folder.makeBundle("list/Off", identifier: "com.example.off")
    try folder.makeBundle("list/Twin", identifier: "com.example.good")
    try folder.makeBundle("list/Broken", identifier: "com.example.broken", library: nil)
    try folder.makeBundle("list/Keys", identifier: "com.example.keys", point: "org.oriel.keyboard")
    try folder.makeBundle("list/Odd", identifier: "com.example.odd", point: "com.example.own-point")
    let registry = folder.registry()
    try registry.disable("com.example.off")
    let snapshot = registry.snapshot()
    var reasons: [String: String] = [:]
    for explanation in snapshot.explanations(for: Self.pictures(2)) {
      let name = explanation.entry.path.split(separator: "/").last.map(String.init) ?? ""
      #expect(explanation.isOffered == (explanation.reason == nil))
      reasons[name] =
        switch explanation.reason {
        case nil: "offered"
        case .obstacle(.hidden(let path)): "hidden by \(path.split(separator: "/").last ?? "")"
        case .obstacle(.disabled): "disabled"
        case .obstacle(.broken): "broken"
        case .obstacle(let other): "\(other)"
        case .unknownPoint(let point): "unknown \(point)"
        case .pointWithoutRules(let point): "without rules \(point)"
        case .otherPoint(let point): "other \(point)"
        case .rule(let trace): trace.nearestMiss?.sentence ?? trace.summary
        case .ranking: "ranking"
        }
    }
    #expect(
      reasons == [
        "Good.appex": "offered",
        "One.appex": "declares at most 1 image, the request has 2",
        "Off.appex": "disabled",
        "Twin.appex": "hidden by Good.appex",
        "Broken.appex": "broken",
        "Keys.appex": "without rules org.oriel.keyboard",
        "Odd.appex": "unknown com.example.own-point",
      ]
    )
    // A host that asks for a point knows it.
    let odd = ExtensionPointIdentifier("com.example.own-point")
    #expect(
      snapshot.offers(for: Self.pictures(2), at: odd).map(\.extension.identifier)
        == ["com.example.odd"]
    )
    #expect(
      snapshot.offers(for: Self.pictures(2), at: .keyboard).map(\.extension.identifier)
        == ["com.example.keys"]
    )
    #expect(snapshot.offers(for: Self.pictures(2), at: .action).isEmpty)
    // With one picture less, one more extension is offered.
    #expect(
      Set(snapshot.offers(for: Self.pictures(1)).map(\.extension.identifier))
        == ["com.example.good", "com.example.one"]
    )
  }

  @Test("Types that installed extensions declare count for all rules")
  func declaredTypes() throws {
    let folder = try RegistryFolder()
    let declaration = """
      <key>UTExportedTypeDeclarations</key><array><dict>
        <key>UTTypeIdentifier</key><string>com.example.picture</string>
        <key>UTTypeConformsTo</key><array><string>public.image</string></array>
      </dict></array>
      """
    let items = [
      ExtensionItem(
        attachments: [
          ItemProvider([1], type: try #require(TypeIdentifier("com.example.picture")))
        ]
      )
    ]
    try folder.makeBundle("list/Images", identifier: "com.example.images", rule: Self.images(1))
    #expect(folder.registry().offers(for: items).isEmpty)
    try folder.makeBundle(
      "list/Types",
      identifier: "com.example.types",
      rule: "<string>FALSEPREDICATE</string>",
      more: declaration
    )
    let registry = folder.registry()
    #expect(registry.offers(for: items).map(\.extension.identifier) == ["com.example.images"])
    // What a disabled extension declares still counts: it is installed.
    try registry.disable("com.example.types")
    #expect(registry.offers(for: items).map(\.extension.identifier) == ["com.example.images"])
  }

  @Test("What an application declares is known for its extensions")
  func containerTypes() throws {
    let folder = try RegistryFolder()
    try folder.makeBundle(
      "list/App.app/PlugIns/Images",
      identifier: "com.example.app.images",
      rule: Self.images(1)
    )
    let type = try #require(TypeIdentifier("com.example.app.drawing"))
    let items = [ExtensionItem(attachments: [ItemProvider([1], type: type)])]
    let registry = folder.registry(["list"])
    #expect(registry.offers(for: items).isEmpty)
    try folder.write(
      """
      { "CFBundleIdentifier": "com.example.app", "UTExportedTypeDeclarations": [
        { "UTTypeIdentifier": "com.example.app.drawing", "UTTypeConformsTo": ["public.image"] } ] }
      """,
      to: "list/App.app/Info.json"
    )
    #expect(registry.offers(for: items).map(\.extension.identifier) == ["com.example.app.images"])
  }

  @Test("Only a form that an extension may load counts for what it is offered for")
  func visibility() throws {
    let folder = try RegistryFolder()
    for name in ["list/Foreign", "My.app/PlugIns/Own"] {
      let identifier = "com.example.\(name.split(separator: "/").last ?? "")"
      try folder.makeBundle(name, identifier: identifier, rule: Self.images(1))
    }
    /// Who is offered a picture that is as visible as this.
    func offered(_ visibility: ItemVisibility, container: String? = nil) throws -> [String] {
      var provider = ItemProvider([1], type: .png)
      provider.representations[0].visibility = visibility
      let registry = folder.registry(["list", "My.app"]) { $0.hostContainer = container }
      let snapshot = registry.snapshot()
      let items = [ExtensionItem(attachments: [provider])]
      let offers = snapshot.offers(for: items).map(\.extension.identifier)
      let explained = snapshot.explanations(for: items).filter(\.isOffered)
      #expect(explained.compactMap(\.entry.identifier) == offers)
      return offers
    }
    let container = "\(try #require(folder.registry(["My.app"]).snapshot().entries.first).path)"
      .replacing("/PlugIns/Own.appex", with: "")
    #expect(try offered(.all) == ["com.example.Foreign", "com.example.Own"])
    #expect(try offered(.all, container: container) == ["com.example.Foreign", "com.example.Own"])
    #expect(try offered(.ownContainer, container: container) == ["com.example.Own"])
    #expect(try offered(.ownContainer) == [])
    #expect(try offered(.ownProcess, container: container) == [])
  }

  @Test("Registries that search at once all find everything, with and without an index")
  func manyAtOnce() async throws {
    let folder = try RegistryFolder()
    for number in 0..<40 {
      try folder.makeBundle("list/B\(number)", identifier: "com.example.b\(number)")
    }
    let counts = await withTaskGroup(of: (Int, [Diagnostic]).self) { group in
      for number in 0..<24 {
        group.addTask {
          let registry = folder.registry { $0.usesIndex = number % 4 != 0 }
          let snapshot = registry.snapshot()
          return (snapshot.entries.filter { $0.obstacle == nil }.count, snapshot.diagnostics)
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(counts.allSatisfy { $0.0 == 40 && $0.1.isEmpty })
  }

  @Test("A host has folders of its own, before those of all hosts")
  func hostFolders() throws {
    let folder = try RegistryFolder()
    let data = "\(folder.path)/data"
    let variables = ["XDG_DATA_HOME": data, "XDG_DATA_DIRS": "\(folder.path)/system"]
    let host = try #require(BundleIdentifier("com.example.editor"))
    let path = SearchPath(host: host) { variables[$0] }
    #expect(
      path.locations.map(\.path) == [
        "\(data)/oriel/hosts/com.example.editor/extensions", "\(data)/oriel/extensions",
        "\(folder.path)/system/oriel/hosts/com.example.editor/extensions",
        "\(folder.path)/system/oriel/extensions",
      ]
    )
    #expect(path.locations.map(\.origin) == [.user, .user, .system, .system])
    try folder.makeBundle("data/oriel/extensions/All", identifier: "com.example.all")
    try folder.makeBundle(
      "data/oriel/hosts/com.example.editor/extensions/Own",
      identifier: "com.example.own"
    )
    try folder.makeBundle("system/oriel/extensions/Own", identifier: "com.example.own")
    let registry = folder.registry { $0.searchPath = path }
    let snapshot = registry.snapshot()
    #expect(snapshot.entries.map(\.origin) == [.user, .user, .system])
    #expect(
      try snapshot.find("com.example.own").path
        == "\(data)/oriel/hosts/com.example.editor/extensions/Own.appex"
    )
    // Another host does not see it there.
    let other = folder.registry { $0.searchPath = SearchPath { variables[$0] } }
    #expect(
      try other.snapshot().find("com.example.own").path
        == "\(folder.path)/system/oriel/extensions/Own.appex"
    )
  }
}
