import Foundation
import OrielSystem
import OrielTesting
import OrielTypes
import Testing

@testable import OrielHost
@testable import OrielManifest

/// What a registry keeps from one snapshot to the next, which must never show.
@Suite("Memory of a registry", .requiresCompiler, .timeLimit(.minutes(2)))
struct RegistryMemoryTests {
  /// Things that happen to what a registry finds.
  enum Act: CaseIterable {
    case add, remove, rename, changeRule, changeType, disable, enable, hide, changeContainer, none
  }

  /// A folder to which things happen, and what asks about it.
  private struct Scene {
    let folder: RegistryFolder
    var random: ReplayableRandom
    var names: Set<Int> = []
    /// How many steps there were, so that no two manifests are the same.
    var step = 0

    /// Makes the bundle with a number; every third one lies in a container.
    mutating func make(_ number: Int, hides: Bool = false) throws {
      let place = number.isMultiple(of: 3) ? "list/App\(number % 2).app/PlugIns" : "list"
      let type = """
        <key>UTExportedTypeDeclarations</key><array><dict>
        <key>UTTypeIdentifier</key><string>com.example.t\(step % 3)</string>
        <key>UTTypeConformsTo</key>
        <string>\(Bool.random(using: &random) ? "public.image" : "public.text")</string>
        </dict></array>
        """
      try folder.makeBundle(
        "\(place)/\(hides ? "A" : "B")\(number)",
        identifier: "com.example.b\(number)",
        rule: RegistryOfferTests.images(Int.random(in: 1...3, using: &random)),
        displayName: "Name \(Int.random(in: 0...20, using: &random))",
        more: "<key>CFBundleVersion</key><string>\(step)</string>\(type)"
      )
      names.insert(number)
    }

    /// Lets something happen.
    mutating func perform(_ act: Act, _ registry: ExtensionRegistry) throws {
      step += 1
      let number = Int.random(in: 0..<12, using: &random)
      let known = names.sorted().randomElement(using: &random) ?? number
      let place = known.isMultiple(of: 3) ? "list/App\(known % 2).app/PlugIns" : "list"
      switch act {
      case .add: try make(number)
      case .remove:
        try? folder.remove("\(place)/B\(known).appex")
        try? folder.remove("\(place)/A\(known).appex")
        names.remove(known)
      case .rename, .changeRule, .changeType: try make(known)
      case .hide: try make(known, hides: true)
      case .disable: try registry.disable("com.example.b\(known)")
      case .enable: try registry.enable("com.example.b\(known)")
      case .changeContainer:
        try folder.write(
          """
          { "UTExportedTypeDeclarations": [ { "UTTypeIdentifier": "com.example.t9",
            "UTTypeConformsTo": ["public.\(Bool.random(using: &random) ? "image" : "data")"] } ] }
          """,
          to: "list/App\(number % 2).app/Info.json"
        )
      case .none: break
      }
    }
  }

  /// Everything that a host sees of what is offered.
  private func answers(_ registry: ExtensionRegistry) -> [String] {
    let snapshot = registry.snapshot()
    var lines = snapshot.entries.map {
      "\($0.path) \($0.displayName) \($0.obstacle.map { "\($0)" } ?? "")"
    }
    let types = ["public.jpeg"] + [0, 1, 2, 9].map { "com.example.t\($0)" }
    for name in types {
      guard let type = TypeIdentifier(name) else { continue }
      for count in 1...3 {
        let item = ExtensionItem(
          attachments: Array(repeating: ItemProvider([1], type: type), count: count)
        )
        lines += snapshot.offers(for: [item]).map {
          "\(name) \(count): \($0.displayName) \($0.extension.path) \($0.extension.manifest.version ?? "")"
        }
      }
    }
    return lines + snapshot.typeDiagnostics.map { "\($0)" }
  }

  @Test("A registry that was asked before answers as one that was not", arguments: 0..<3)
  func sameAnswers(_ round: Int) throws {
    let folder = try RegistryFolder()
    var scene = Scene(folder: folder, random: ReplayableRandom())
    let registry = folder.registry()
    var different: Set<[String]> = []
    for _ in 0..<60 {
      let act = Act.allCases.randomElement(using: &scene.random) ?? .none
      try scene.perform(act, registry)
      let fresh = answers(folder.registry { $0.usesIndex = false })
      #expect(answers(registry) == fresh, "after \(act), seed \(scene.random.seed)")
      different.insert(fresh)
    }
    // What happens makes a difference.
    #expect(different.count > 20)
  }

  @Test("A container that could not be read at one moment is read at the next one")
  func shortage() async {
    await #expect(processExitsWith: .success) {
      let folder = try RegistryFolder()
      let text =
        "<plist><dict><key>CFBundleIdentifier</key><string>com.example.app</string></dict></plist>"
      try folder.write(text, to: "App.app/Info.plist")
      let container = FoundContainer("\(folder.path)/App.app")
      let later = RealTime.now + 10_000_000_000
      let memory = EntryMemory()
      guard DescriptorTable.limit(to: 64) else { fatalError("there is no limit") }
      for free in 0..<4 {
        var taken = try DescriptorTable.fill()
        for _ in 0..<free { _ = taken.popFirst() }
        let found = memory.manifest(of: container, at: later)
        guard free > 0 || found.identifier == nil else { fatalError("it was read: \(found)") }
        taken = DescriptorList()
      }
      let found = memory.manifest(of: container, at: later)
      guard found.identifier?.rawValue == "com.example.app" else { fatalError("\(found)") }
    }
  }

  @Test("Rules that are no longer there are thrown out")
  func shelf() throws {
    let folder = try RegistryFolder()
    let registry = folder.registry()
    for version in 0..<200 {
      try folder.makeBundle(
        "list/One",
        identifier: "com.example.one",
        more: "<key>CFBundleVersion</key><string>\(version)</string>"
      )
      let offers = registry.offers(for: RegistryOfferTests.pictures(1))
      #expect(offers.map(\.extension.manifest.version) == ["\(version)"])
    }
    #expect(registry.snapshot().ruleBook.size < 100)
  }
}
