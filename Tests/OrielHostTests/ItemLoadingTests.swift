import Foundation
import OrielSystem
import OrielTesting
import OrielTypes
import Testing

@testable import OrielHost

/// Loads in the host's own process, of what it offers and of what came back.
@Suite(.timeLimit(.minutes(5))) struct ItemLoadingTests {
  /// A folder for the files of one test.
  private let folder = NSTemporaryDirectory() + "/oriel-\(UUID().uuidString)"

  init() throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  private func file(_ bytes: [UInt8]) throws -> String {
    let path = "\(folder)/\(UUID().uuidString)"
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    return path
  }

  @Test("A form is found by a type that it conforms to, the best first")
  func types() {
    var provider = ItemProvider([1], type: .png)
    provider.representations.append(
      .init(type: .jpeg, source: .bytes([2]), visibility: .ownProcess)
    )
    #expect(provider.firstType(conformingTo: .image) == .png)
    #expect(provider.firstType(conformingTo: .jpeg) == .jpeg)
    #expect(provider.hasRepresentation(conformingTo: .data))
    #expect(!provider.hasRepresentation(conformingTo: .text))
  }

  @Test("Every source gives its bytes as bytes and as an open file")
  func sources() async throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let bytes = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 3) }
    let sources: [ItemProvider.Source] = [
      .bytes(bytes), .file(path: try file(bytes)),
      .temporaryFile(TemporaryFile(path: try file(bytes))),
      .deferred { _ in .bytes(bytes) },
      .deferred { _ in .file(path: try self.file(bytes)) },
      .deferred { _ in .file(path: try self.file(bytes), lifetime: .untilReleased) },
      .deferred { _ in
        let path = try self.file(bytes)
        return .openFile(OpenFile(takingOver: unsafe open(path, O_RDONLY)))
      },
    ]
    for source in sources {
      let provider = ItemProvider(representations: [.init(type: .data, source: source)])
      #expect(try await provider.bytes(as: .data, limit: 100_000) == bytes)
      #expect(try await provider.openFile(as: .data).bytes(limit: 100_000) == bytes)
      await #expect(throws: ItemLoadError.self) {
        try await provider.bytes(as: .data, limit: 99_999)
      }
      await #expect(throws: ItemLoadError.self) { try await provider.url(as: .data) }
      await #expect(throws: ItemLoadError.self) {
        try await provider.bytes(as: .image, limit: 100_000)
      }
    }
    let url = ItemProvider(url: "https://example.com/")
    #expect(try await url.url() == "https://example.com/")
    await #expect(throws: ItemLoadError.self) { try await url.openFile(as: .url) }
  }

  @Test("A file has a URL under public.file-url, and no bytes there but those of its own type")
  func fileURL() async throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let path = "\(folder)/ä b%?#.json"
    try Data([1, 2]).write(to: URL(fileURLWithPath: path))
    let provider = ItemProvider(contentsOfFile: path)
    let temporary = ItemProvider(
      representations: [
        .init(type: .json, source: .bytes([1, 2])),
        .init(type: .fileURL, source: .temporaryFile(TemporaryFile(path: path))),
      ]
    )
    for provider in [provider, temporary] {
      for type in [TypeIdentifier.fileURL, .url] {
        let text = try await provider.url(as: type)
        // Foundation reads what was written.
        #expect(
          URL(string: text)?.resolvingSymlinksInPath().path(percentEncoded: false)
            == URL(fileURLWithPath: path).resolvingSymlinksInPath().path(percentEncoded: false)
        )
        await #expect(throws: ItemLoadError.self) { try await provider.bytes(as: type, limit: 9) }
      }
      #expect(try await provider.bytes(as: .json, limit: 9) == [1, 2])
      #expect(try await provider.openFile(as: .fileURL).bytes(limit: 9) == [1, 2])
    }
    let answers = try await Loads.run(["bytes public.json", "bytes public.file-url"], temporary)
    #expect(answers["bytes public.json"] == "OK \(Loads.checksum([1, 2]))")
    #expect(answers["bytes public.file-url"]?.hasPrefix("UNSUPPORTED") == true)
    let long = ItemProvider(url: "https://example.com/" + String(repeating: "x", count: 70_000))
    #expect(try await Loads.run(["url public.url"], long)["url public.url"] == "TOO_LARGE")
  }

  @Test("A copy that does not fit takes no room from those after it", .requiresBundles)
  func copies() async throws {
    var provider = ItemProvider([UInt8](repeating: 1, count: 40 << 20), type: .png)
    provider.representations.append(
      .init(type: .json, source: .bytes([UInt8](repeating: 2, count: 1 << 20)))
    )
    let lines = ["url public.png", "url public.json"]
    let answers = try await Loads.run(lines, provider)
    #expect(answers["url public.png"]?.hasPrefix("TOO_LARGE") == true)
    #expect(answers["url public.json"]?.hasPrefix("OK file:///") == true)
    let again = try await Loads.run(["again 5 url public.png", "url public.json"], provider)
    #expect(again["url public.json"]?.hasPrefix("OK file:///") == true)
  }

  /// An error of a type that nobody else knows.
  private struct Unknown: Error {}

  @Test("What a private error is called tells nothing about this process")
  func privateError() async throws {
    // What Swift calls it by itself.
    #expect(String(reflecting: Unknown.self).contains("unknown context at"))
    let provider = ItemProvider(type: .data) { _ in throw Unknown() }
    let error = await #expect(throws: ItemLoadError.self) {
      try await provider.bytes(as: .data, limit: 1)
    }
    #expect(error?.domain == "OrielHostTests.ItemLoadingTests.Unknown")
    let answer = try await Loads.run(["bytes public.data"], provider)["bytes public.data"]
    #expect(answer?.contains("OrielHostTests.ItemLoadingTests.Unknown") == true, "\(answer ?? "")")
  }

  @Test("A file that is made for a load goes with the open file")
  func lifetime() async throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let path = try file([1, 2])
    let provider = ItemProvider(type: .data) { _ in .file(path: path, lifetime: .untilReleased) }
    var opened: OpenFile? = try await provider.openFile(as: .data)
    #expect(FileManager.default.fileExists(atPath: path))
    #expect(try opened?.bytes(limit: 2) == [1, 2])
    opened = nil
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test("A file that is made for a load of its bytes is gone when these are there")
  func lifetimeOfBytes() async throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    // A thread that still held the file would be seen in some of so many loads.
    for number in 0..<100 {
      let path = try file([1, UInt8(number)])
      let provider = ItemProvider(type: .data) { _ in .file(path: path, lifetime: .untilReleased) }
      let bytes = try await provider.bytes(as: .data, limit: 2)
      #expect(bytes == [1, UInt8(number)])
      #expect(!FileManager.default.fileExists(atPath: path), "load \(number)")
    }
  }

  @Test("Progress, errors and cancellation of a function are the caller's")
  func functions() async throws {
    let seen = Lock([LoadProgress.Value]())
    let provider = ItemProvider(type: .data) { context in
      #expect(context.requester == nil && context.form == .bytes && context.byteLimit == 7)
      context.progress.report(fraction: 0.25)
      context.progress.report(completed: 9, of: 3)
      return .bytes([])
    }
    _ = try await provider.bytes(as: .data, limit: 7) { value in
      seen.withLock { $0.append(value) }
    }
    let values = seen.withLock { $0 }
    #expect(values.map(\.fraction) == [0.25, 1])
    let failing = ItemProvider(type: .data) { _ in
      throw ItemLoadError(domain: "d", code: 3, text: "t")
    }
    await #expect(throws: ItemLoadError(domain: "d", code: 3, text: "t")) {
      try await failing.bytes(as: .data, limit: 1)
    }
    let endless = ItemProvider(type: .data) { _ in
      await waitForCancellation()
      throw CancellationError()
    }
    let task = Task { try await endless.bytes(as: .data, limit: 1) }
    task.cancel()
    await #expect(throws: ItemLoadError.self) { try await task.value }
  }

  @Test("What came back is loaded by type, and given to the next extension", .requiresBundles)
  func returned() async throws {
    let large = [UInt8](repeating: 9, count: 300_000)
    var provider = ItemProvider(large, type: .png, suggestedName: "large.png")
    provider.representations.append(.init(type: .json, source: .bytes([1, 2])))
    let first = try await Fixtures.run(
      "EchoItems",
      items: [ExtensionItem(attachments: [provider, ItemProvider([5], type: .plainText)])]
    )
    guard case .completed(let items, _) = first.outcome else {
      Issue.record("\(first.outcome)")
      return
    }
    let attachment = try #require(items.first?.attachments.first)
    #expect(attachment.hasRepresentation(conformingTo: .image))
    #expect(try await attachment.bytes(as: .image, limit: 1 << 20) == large)
    #expect(try await attachment.openFile(as: .png).bytes(limit: 1 << 20) == large)
    await #expect(throws: ItemLoadError.self) {
      try await attachment.bytes(as: .movie, limit: 1 << 20)
    }
    let lines = ["bytes public.image", "file public.image"]
    let answers = try await Loads.run(lines, attachment.provider)
    for line in lines { #expect(answers[line] == "OK \(Loads.checksum(large))") }
    let small = try #require(items.first?.attachments.last)
    let next = try await Loads.run(["bytes public.text"], small.provider)
    #expect(next["bytes public.text"] == "OK \(Loads.checksum([5]))")
  }
}
