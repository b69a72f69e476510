import Foundation
import OrielHost
import OrielSystem
import OrielTesting
import OrielTypes
import Testing

/// Contents that functions of the host's program make, as a real extension loads them.
@Suite(.requiresBundles, .timeLimit(.minutes(5))) struct DeferredLoadTests {
  /// A folder for the files of one test.
  private let folder = NSTemporaryDirectory() + "/oriel-\(UUID().uuidString)"

  init() throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  static let small = [UInt8]("small".utf8)
  static let large = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }

  /// What a function can give.
  enum Kind: String, CaseIterable { case bytes, file, openFile }

  /// Gives bytes in one of the ways.
  private func content(_ bytes: [UInt8], as kind: Kind) throws -> ItemContent {
    let path = "\(folder)/\(UUID().uuidString)"
    if kind != .bytes { try Data(bytes).write(to: URL(fileURLWithPath: path)) }
    switch kind {
    case .bytes: return .bytes(bytes)
    case .file: return .file(path: path)
    case .openFile:
      // At its end, and written to: the reader must get an offset and an access of its own.
      let descriptor = unsafe open(path, O_RDWR)
      lseek(descriptor, 0, SEEK_END)
      return .openFile(OpenFile(takingOver: descriptor))
    }
  }

  @Test("A function is called once for each load, and what it gives arrives in every form")
  func forms() async throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    for kind in Kind.allCases {
      for bytes in [Self.small, Self.large, []] {
        let seen = Lock([String]())
        let provider = ItemProvider(type: .plainText, suggestedName: "a.txt") { context in
          seen.withLock { $0.append("\(context.form) \(context.requester ?? "-")") }
          return try self.content(bytes, as: kind)
        }
        let lines = ["bytes", "file", "url"].map { "\($0) public.text" }
        let answers = try await Loads.run(lines, provider)
        let expected = "OK \(Loads.checksum(bytes))"
        #expect(answers[lines[0]] == expected, "\(kind): \(answers.result.outcome)")
        #expect(answers[lines[1]] == expected, "\(kind)")
        #expect(answers[lines[2]]?.hasSuffix("/a.txt") == true, "\(kind)")
        #expect(
          seen.withLock { $0 } == ["bytes", "file", "url"].map { "\($0) org.oriel.fixture.loads" }
        )
      }
    }
  }

  @Test("A URL that a function gives is a URL, and no file")
  func urls() async throws {
    let provider = ItemProvider(type: .url) { _ in .url("https://example.com/x") }
    let lines = ["bytes public.url", "file public.url", "url public.url"]
    let answers = try await Loads.run(lines, provider)
    #expect(answers[lines[0]] == "OK \(Loads.checksum(Array("https://example.com/x".utf8)))")
    #expect(answers[lines[1]] == "UNSUPPORTED org.oriel.load 3 the content is a URL")
    #expect(answers[lines[2]] == "OK https://example.com/x")
  }

  @Test("A function that is not asked for is not called")
  func notCalled() async throws {
    let tally = Tally()
    var provider = ItemProvider([1, 2], type: .plainText)
    provider.register(.json) { _ in
      tally.count("called")
      return .bytes([])
    }
    let answers = try await Loads.run(["types", "bytes public.text"], provider)
    #expect(answers["types"] == "public.plain-text,public.json")
    #expect(answers["bytes public.text"]?.hasPrefix("OK 2 ") == true)
    #expect(tally["called"] == 0)
    _ = try await Loads.run(["bytes public.json"], provider)
    #expect(tally["called"] == 1)
  }

  /// An error of the program that Oriel knows nothing of.
  struct OwnError: Error, CustomStringConvertible {
    let description = "out of cheese"
  }

  @Test(
    "A function that throws fails its load only, and says why",
    arguments: [
      (ItemLoadError(domain: "org.example", code: -7, text: "no"), "IO org.example -7 no"),
      (
        ItemLoadError(.denied, domain: "org.example", code: 2, text: "locked"),
        "DENIED org.example 2 locked"
      ),
      (
        ItemLoadError(domain: "d", code: 1, text: String(repeating: "é", count: 3000)),
        "IO d 1 " + String(repeating: "é", count: 2048)
      ),
      (OwnError(), "IO OrielHostTests.DeferredLoadTests.OwnError 1 out of cheese"),
      (CancellationError(), "CANCELLED org.oriel.load 6 the load was cancelled"),
    ] as [(any Error, String)]
  )
  func failures(_ error: any Error, _ expected: String) async throws {
    var provider = ItemProvider(type: .plainText) { _ in throw error }
    provider.register(.json) { _ in .bytes(Self.small) }
    let lines = ["bytes public.text", "bytes public.json", "async public.text"]
    let answers = try await Loads.run(lines, provider)
    #expect(answers[lines[0]] == expected, "\(answers.result.outcome)")
    #expect(answers[lines[1]] == "OK \(Loads.checksum(Self.small))")
    #expect(answers[lines[2]]?.hasSuffix(expected.drop { $0 != " " }) == true)
    #expect(Loads.isTidy(answers.result))
  }

  @Test("A function that gives too many bytes, or a file that is none, is refused")
  func refused() async throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    var configuration = Fixtures.configuration
    configuration.providedBytesLimit = 1000
    let host = try ExtensionHost(configuration: configuration)
    let extensionItem = try Fixtures.named("Loads")
    let path = folder
    let contents: [(ItemContent, String)] = [
      (.bytes([UInt8](repeating: 1, count: 1000)), "OK 1000"),
      (
        .bytes([UInt8](repeating: 1, count: 1001)),
        "TOO_LARGE org.oriel.load 4 the content has 1001 bytes in memory, more than 1000"
      ),
      (.file(path: path), "UNSUPPORTED"),
      (.file(path: path + "/none"), "NOT_FOUND"),
      (.openFile(OpenFile(takingOver: unsafe open("/dev/zero", O_RDONLY))), "UNSUPPORTED"),
      (.openFile(OpenFile(takingOver: unsafe open(path, O_RDONLY | O_DIRECTORY))), "UNSUPPORTED"),
    ]
    for (content, expected) in contents {
      let provider = ItemProvider(type: .data) { _ in content }
      let item = ExtensionItem(text: "bytes public.data", attachments: [provider])
      let result = await host.perform(extensionItem, items: [item])
      let answer = Loads.answers(in: (result.texts.first ?? nil) ?? "")["bytes public.data"] ?? ""
      #expect(answer.hasPrefix(expected), "\(answer)")
    }
    await host.shutdownAndWait()
  }

  @Test("How far a load is reaches the extension, seldom and in the end exactly")
  func progress() async throws {
    let elapsed = Lock(Duration.zero)
    let provider = ItemProvider(type: .data) { context in
      let start = ContinuousClock.now
      var steps: UInt64 = 0
      while ContinuousClock.now - start < .milliseconds(200) {
        steps += 1
        context.progress.report(completed: steps)
      }
      context.progress.report(completed: 3, of: 4)
      elapsed.withLock { $0 = ContinuousClock.now - start }
      return .bytes([1])
    }
    let answers = try await Loads.run(["async public.data"], provider)
    let answer = try #require(answers["async public.data"])
    let words = answer.split(separator: " ").map(String.init)
    let place = try #require(words.firstIndex(of: "words"))
    let count = try #require(Int(words[place + 1]))
    // One in 50 ms, the first at once, and the last before the end.
    let most = Int(elapsed.withLock { $0 } / .milliseconds(50)) + 2
    #expect((2...most).contains(count), "\(answer)")
    #expect(answer.contains("last 3/4 then STALE"), "\(answer)")
    #expect(Loads.isTidy(answers.result))
  }

  @Test("A load that nobody watches says nothing")
  func unwatched() async throws {
    let provider = ItemProvider(type: .data) { context in
      for step in 0..<1000 as Range<UInt64> { context.progress.report(completed: step, of: 1000) }
      context.progress.report(fraction: .nan)
      return .bytes([1])
    }
    let answers = try await Loads.run(["bytes public.data"], provider)
    #expect(answers["bytes public.data"]?.hasPrefix("OK 1 ") == true)
  }

  @Test("Giving a load up cancels its function, whose answer nobody gets")
  func cancellation() async throws {
    let tally = Tally()
    let provider = ItemProvider(type: .data) { context in
      tally.count("called")
      context.progress.report(completed: 1, of: 2)
      await waitForCancellation()
      tally.count("cancelled")
      return .bytes([1, 2, 3])
    }
    let line = "cancel public.data"
    let answers = try await Loads.run([line, "bytes public.none"], provider)
    #expect(
      answers[line]?.hasPrefix("OK current OK cancel OK CANCELLED 0 ") == true,
      "\(answers.lines)"
    )
    #expect(answers["bytes public.none"] == "NOT_FOUND")
    try await wait { tally["cancelled"] == 1 }
    #expect(tally["called"] == 1)
    #expect(Loads.isTidy(answers.result))
  }

  @Test("Many functions at once hold up neither each other nor the host")
  func many() async throws {
    let tally = Tally()
    let provider = ItemProvider(type: .data) { _ in
      tally.count("called")
      await waitForCancellation()
      tally.count("cancelled")
      throw CancellationError()
    }
    let lines = Array(repeating: "start public.data", count: 64) + ["start public.data"]
    let answers = try await Loads.run(lines, provider)
    // The last one is one too many; all others are told that they end.
    #expect(answers["start public.data"] == "TOO_LARGE")
    #expect(Loads.isTidy(answers.result), "\(answers.result.log)")
    try await wait { tally["cancelled"] == tally["called"] }
    #expect(tally["cancelled"] == tally["called"] && tally["called"] <= 64)
  }

  @Test("Swift extensions load in every way, and are told why not")
  func swift() async throws {
    var provider = ItemProvider(type: .plainText) { context in
      context.progress.report(completed: 1, of: 2)
      return .bytes(Self.small)
    }
    provider.register(.json) { _ in throw ItemLoadError(domain: "org.example", code: 5, text: "no")
    }
    provider.register(.html) { context in
      context.progress.report(completed: 1)
      await waitForCancellation()
      return .bytes([])
    }
    provider.preview = ItemPreview { context in
      Pictures.png(width: context.preferredSize.width, height: context.preferredSize.height)
    }
    let lines = [
      "bytes public.plain-text", "file public.plain-text", "url public.plain-text",
      "bytes public.json", "preview 32 16", "abandon public.html", "bytes public.movie",
    ]
    let answers = try await Loads.run(lines, provider, fixture: "SwiftLoads")
    #expect(answers[lines[0]] == "5 1/2", "\(answers.result.outcome)")
    #expect(answers[lines[1]] == "open")
    #expect(answers[lines[2]]?.hasPrefix("file:///") == true)
    #expect(answers[lines[3]] == "The host could not give the attachment: no (org.example 5).")
    #expect(answers[lines[4]] == "public.png 32x16 24")
    #expect(answers[lines[5]] == "Loading the attachment was cancelled.")
    #expect(answers[lines[6]] == "The attachment is not of this type.")
  }
}
