import Foundation
import OrielSystem
import OrielTesting
import OrielTypes
import OrielWire
import Testing

@testable import OrielHost

/// Forms that not everybody may see.
@Suite(.requiresBundles, .timeLimit(.minutes(5))) struct VisibilityTests {
  /// An attachment with a form for each, and one with none for extensions.
  private var item: ExtensionItem {
    var provider = ItemProvider([1], type: .plainText)
    let others: [(TypeIdentifier, ItemVisibility)] = [
      (.json, .ownContainer), (.html, .ownProcess),
    ]
    for (type, visibility) in others {
      provider.representations.insert(
        .init(type: type, source: .bytes([2]), visibility: visibility),
        at: 0
      )
    }
    let hidden = ItemProvider(
      suggestedName: "secret-name",
      representations: [.init(type: .pdf, source: .bytes([3]), visibility: .ownProcess)]
    )
    let last = ItemProvider([4], type: .png)
    return ExtensionItem(attachments: [hidden, provider, last])
  }

  @Test("Each viewer gets the forms that are for it, in order")
  func types() {
    #expect(
      item.registeredTypes(visibleTo: .hostProcess)
        == [[.pdf], [.html, .json, .plainText], [.png]]
    )
    #expect(item.registeredTypes(visibleTo: .ownExtension) == [[.json, .plainText], [.png]])
    #expect(item.registeredTypes(visibleTo: .otherExtension) == [[.plainText], [.png]])
  }

  @Test("A hidden form is neither sent nor loadable, whoever asks for it")
  func notSent() async throws {
    let types = [TypeIdentifier.plainText, .json, .html, .pdf]
    let lines = ["types"] + types.map { "bytes \($0)" }
    var item = item
    item.text = lines.joined(separator: "\n")
    let result = try await Fixtures.run("Loads", items: [item])
    let answers = Loads.answers(in: (result.texts.first ?? nil) ?? "")
    #expect(answers["types"] == "public.plain-text public.png", "\(result.outcome)")
    #expect(answers["bytes public.plain-text"]?.hasPrefix("OK 1 ") == true)
    for type in types.dropFirst() { #expect(answers["bytes \(type)"] == "NOT_FOUND") }
    // What the instance is sent holds nothing of it.
    let order = RequestOrder(
      id: 1,
      extension: try Fixtures.named("Loads"),
      items: [item],
      options: RequestOptions(),
      completion: { _ in }
    )
    let bytes = String(describing: order.wireItems.map(\.attachments))
    #expect(bytes.contains("public.png"))
    for word in ["public.json", "public.html", "adobe", "secret-name"] {
      #expect(!bytes.contains(word))
    }
    // An instance that says any name it likes reaches the visible forms only.
    var server = AttachmentServer(order.items)
    for place in 0..<4 as Range<UInt32> {
      for type in types.dropFirst() {
        let reply = server.reply(to: .init(attachment: place, type: "\(type)", form: .bytes))
        guard case .answer(let answer) = reply else {
          Issue.record("\(type) was found")
          continue
        }
        #expect(answer.message.status != 0)
      }
    }
  }

  @Test("An extension in the host's own container sees what is for its own")
  func ownContainer() async throws {
    let folder = NSTemporaryDirectory() + "/oriel-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    for app in ["Own.app", "Other.app"] {
      let plugins = "\(folder)/\(app)/PlugIns"
      try FileManager.default.createDirectory(atPath: plugins, withIntermediateDirectories: true)
      try FileManager.default.copyItem(
        atPath: BuiltProducts.bundle("Loads"),
        toPath: "\(plugins)/Loads.appex"
      )
    }
    var configuration = Fixtures.configuration
    configuration.hostContainer = try canonicalPath("\(folder)/Own.app")
    let host = try ExtensionHost(configuration: configuration)
    var item = item
    item.text = "types"
    for (app, expected) in [
      ("Own.app", "public.json,public.plain-text public.png"),
      ("Other.app", "public.plain-text public.png"),
    ] {
      let entry = CatalogEntry(inspecting: "\(folder)/\(app)/PlugIns/Loads.appex")
      let result = await host.perform(try #require(entry.installed), items: [item])
      let answers = Loads.answers(in: (result.texts.first ?? nil) ?? "")
      #expect(answers["types"] == expected, "\(app): \(result.outcome)")
    }
    await host.shutdownAndWait()
  }
}
