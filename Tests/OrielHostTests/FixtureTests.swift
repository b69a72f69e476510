import Foundation
import OrielHost
import OrielTesting
import Testing

/// What each fixture must end with.
@Suite(.requiresBundles, .timeLimit(.minutes(5))) struct FixtureTests {
  /// A fixture and the outcome it must give.
  struct Row: CustomStringConvertible, Sendable {
    let name: String
    let outcome: String
    var startTimeout: Duration?
    var requestTimeout: Duration?
    var graceTime: Duration?
    var description: String { "\(name): \(outcome)" }
  }

  static let rows: [Row] = [
    Row(name: "CompleteEarly", outcome: "completed"),
    Row(name: "CompleteTwice", outcome: "completed"),
    Row(name: "ReturnsAttachment", outcome: "completed"),
    Row(name: "ThreadCompletes", outcome: "completed"),
    Row(name: "Printer", outcome: "completed"),
    Row(name: "LogFlood", outcome: "completed"),
    Row(name: "HugeOutput", outcome: "completed"),
    Row(name: "TooMuchOutput", outcome: "completed"),
    Row(name: "OwnLoop", outcome: "completed"),
    Row(name: "StaleHandles", outcome: "completed"),
    Row(name: "WrongArguments", outcome: "completed"),
    Row(name: "ReturnsDescriptor", outcome: "completed"),
    Row(name: "CompleteThenWork", outcome: "completed"),
    Row(name: "CompleteThenHang", outcome: "completed", graceTime: .milliseconds(100)),
    Row(name: "Limits", outcome: "completed"),
    Row(name: "MemoryBomb", outcome: "completed"),
    Row(name: "MemoryPressure", outcome: "completed"),
    Row(name: "SwiftMemoryBomb", outcome: "completed"),
    Row(name: "Refused", outcome: "completed"),
    Row(name: "CallPrice", outcome: "completed"),
    Row(name: "Entitled", outcome: "completed"),
    Row(name: "Loads", outcome: "completed"),
    Row(name: "DeclaresTypes", outcome: "completed"),
    Row(name: "SwiftLoads", outcome: "completed"),
    Row(name: "SwiftRuntime", outcome: "completed"),
    Row(name: "SwiftServices", outcome: "completed"),
    Row(name: "SwiftText", outcome: "completed"),
    Row(name: "SwiftUserInfo", outcome: "completed"),
    Row(name: "FoundationJSON", outcome: "completed"),
    Row(name: "Cancel", outcome: "cancelled"),
    Row(name: "Crash", outcome: "crash.signal"),
    Row(name: "CrashInConstructor", outcome: "crash.signal"),
    Row(name: "Abort", outcome: "crash.signal"),
    Row(name: "SwiftFatalError", outcome: "crash.signal"),
    Row(name: "Exit", outcome: "crash.exited"),
    Row(name: "CppException", outcome: "crash.exception"),
    Row(name: "PthreadExit", outcome: "crash.threadExited"),
    Row(name: "Garbage", outcome: "protocol"),
    Row(name: "MessageFlood", outcome: "protocol"),
    Row(name: "NoRequestTable", outcome: "load.missingTable"),
    Row(name: "NullEntry", outcome: "load.missingTable"),
    Row(name: "NullSlot", outcome: "load.nullSlot"),
    Row(name: "WrongABI", outcome: "load.abiVersion"),
    Row(name: "Unresolved", outcome: "load.linker"),
    Row(name: "FailingStart", outcome: "load.startFailed"),
    Row(name: "ExitInEntry", outcome: "crash.threadExited"),
    Row(name: "ManyAttachments", outcome: "completed"),
    Row(name: "Places", outcome: "completed"),
    Row(name: "Probe", outcome: "completed"),
    Row(name: "Services", outcome: "completed"),
    Row(name: "HangInEntry", outcome: "timeout.start", startTimeout: .milliseconds(300)),
    Row(
      name: "HangInRequest",
      outcome: "timeout.request",
      requestTimeout: .milliseconds(100),
      graceTime: .milliseconds(100)
    ),
    Row(
      name: "Idle",
      outcome: "timeout.request",
      requestTimeout: .milliseconds(100),
      graceTime: .milliseconds(100)
    ),
    Row(
      name: "NeverComplete",
      outcome: "timeout.request",
      requestTimeout: .milliseconds(100),
      graceTime: .milliseconds(100)
    ),
    Row(
      name: "CancelOnHostCancel",
      outcome: "timeout.request",
      requestTimeout: .milliseconds(100)
    ),
  ]

  /// Fixtures that need an attachment, whose functions are called, or that no host ever runs.
  static let elsewhere: Set<String> = [
    "EchoItems", "MutatedConversation", "RawChannel", "PendingLoads", "TouchFile", "NoEntry",
    "ReadsLater", "PhotoBlog", "Shout", "Exerciser", "LibC", "SQLite",
    "TurboJPEG", "Zlib", "Glow", "Sobel", "Pixeliz0r",
  ]

  @Test("Every fixture has its row, or a test of its own")
  func completeness() throws {
    let bundles = try FileManager.default.contentsOfDirectory(atPath: BuiltProducts.extensions)
    let built = Set(bundles.filter { $0.hasSuffix(".appex") }.map { String($0.dropLast(6)) })
    #expect(built == Set(Self.rows.map(\.name)).union(Self.elsewhere))
  }

  // From Unicode's SpecialCasing.txt and UnicodeData.txt.
  @Test(
    "Shout maps text to upper case as Unicode does",
    arguments: [
      ("good morning", "GOOD MORNING"), ("straße", "STRASSE"), ("ﬁn", "FIN"), ("ŉ", "ʼN"),
      ("ǆ", "Ǆ"), ("ὀδυσσεύς", "ὈΔΥΣΣΕΎΣ"), ("жизнь", "ЖИЗНЬ"), ("日本 1", "日本 1"),
    ]
  )
  func shout(text: String, expected: String) async throws {
    let result = try await Fixtures.run("Shout", items: [ExtensionItem(text: text)])
    #expect(result.texts == [expected], "\(result.outcome)")
  }

  @Test("A library without the entry function is never run")
  func noEntry() {
    let entry = CatalogEntry(inspecting: BuiltProducts.bundle("NoEntry"))
    #expect(entry.installed == nil)
    #expect(entry.diagnostics.contains { $0.description.contains("oriel_extension_entry") })
  }

  @Test("A fixture gives its outcome, and a sentence about it", arguments: rows)
  func outcome(_ row: Row) async throws {
    let result = try await Fixtures.run(row.name, items: [ExtensionItem(text: "hello")]) {
      $0.startTimeout = row.startTimeout
      $0.requestTimeout = row.requestTimeout
      $0.graceTime = row.graceTime
    }
    #expect(code(result.outcome) == row.outcome, "\(result.outcome)")
    #expect(result.outcome.description.hasSuffix("."))
    #expect(result.report?.isSufficient == true)
    #expect(result.timings.finished != nil)
    #expect(
      result.resourceUsage != nil,
      "the runner tells what every instance used; \(result.timings)"
    )
  }

  @Test(
    "A crash names its signal, and what was reported apart from the wait status",
    arguments: [("Crash", 11, nil), ("Abort", 6, 6)] as [(String, Int32, Int32?)]
  )
  func signals(_ name: String, _ number: Int32, _ reported: Int32?) async throws {
    let result = try await Fixtures.run(name)
    guard case .crash(.signal(let signal)) = result.failure else {
      Issue.record("\(result.outcome)")
      return
    }
    #expect(signal.number == number && signal.reported == reported)
    if reported == nil { #expect(signal.waited == .signal(number)) }
    #expect(signal.waited != nil)
  }

  @Test("An exit names its code")
  func exitCode() async throws {
    #expect(try await Fixtures.run("Exit").failure == .crash(.exited(code: 7)))
  }

  @Test("The linker's message reaches the host")
  func linkerMessage() async throws {
    let result = try await Fixtures.run("Unresolved")
    #expect(result.outcome.description.contains("oriel_fixture_function_that_nobody_has"))
  }

  @Test("A cancellation brings domain, code and text, also of single items")
  func cancellation() async throws {
    let result = try await Fixtures.run("Cancel", items: [ExtensionItem(text: "x")])
    guard case .cancelled(let failure, let itemErrors, .extension) = result.outcome else {
      Issue.record("\(result.outcome)")
      return
    }
    #expect(failure.domain == "org.oriel.fixture.cancel")
    #expect(failure.code == -42)
    #expect(failure.text == "Gives up, as it always does.")
    #expect(itemErrors.map(\.itemIndex) == [0])
    #expect(itemErrors.first?.failure.code == 7)
  }

  @Test("Output and log lines are kept, with their levels")
  func output() async throws {
    let result = try await Fixtures.run("Printer")
    #expect(String(decoding: result.standardOutput, as: UTF8.self) == "a line on standard output\n")
    #expect(String(decoding: result.standardError, as: UTF8.self) == "a line on standard error\n")
    #expect(result.log.map(\.level) == [.debug, .info, .notice, .warning, .error])
    #expect(result.log.map(\.message) == (1...5).map { "a line of level \($0)" })
  }

  @Test("A flood of output is cut at the limit, counted, and does not hold up the request")
  func outputFlood() async throws {
    let result = try await Fixtures.run("LogFlood")
    let limit = Int(ExtensionLimits().logBytes)
    #expect(result.standardOutput.count == limit)
    // The pipe is closed when as much again was dropped; what the extension wrote then is lost.
    #expect(result.droppedOutputBytes > limit)
    #expect(result.droppedOutputBytes < 16384 * 257 - limit)
    #expect(result.log.reduce(0) { $0 + $1.message.utf8.count } <= limit)
  }

  @Test("A large result comes whole, in memory that nobody can change")
  func largeResult() async throws {
    let result = try await Fixtures.run("HugeOutput")
    guard case .completed(let items, _) = result.outcome,
      let content = items.first?.attachments.first?.representations.first
    else {
      Issue.record("\(result.outcome)")
      return
    }
    #expect(content.size == 32 << 20)
    #expect(throws: AttachmentError.tooLarge(size: 32 << 20, limit: 1)) {
      try content.bytes(limit: 1)
    }
    var expected = Data()
    while expected.count < 32 << 20 { expected.append(contentsOf: 0..<251) }
    #expect(Data(try content.bytes(limit: 64 << 20)) == expected.prefix(32 << 20))
  }

  @Test("More returned bytes than the request allows are refused before the host ends it")
  func returnedBytesLimit() async throws {
    let result = try await Fixtures.run("HugeOutput") { $0.returnedBytesLimit = 1 << 20 }
    guard case .cancelled(let failure, _, .extension) = result.outcome else {
      Issue.record("\(result.outcome)")
      return
    }
    // ORIEL_E_TOO_LARGE, which the fixture returns.
    #expect(failure.domain == "oriel.status" && failure.code == -7, "\(failure)")
  }

  @Test("After completion an extension may work on, until the grace time ends")
  func graceTime() async throws {
    let works = try await Fixtures.run("CompleteThenWork")
    #expect(works.texts == ["work goes on"])
    #expect(works.log.map(\.message) == ["work done after the outcome"])
    let hangs = try await Fixtures.run("CompleteThenHang") { $0.graceTime = .milliseconds(50) }
    #expect(hangs.texts == ["work never ends"])
    #expect(hangs.log.map(\.message) == ["expiring"])
  }

  @Test("The outcome is there before the grace time ends")
  func earlyOutcome() async throws {
    let result = try await Fixtures.run("CompleteThenHang") {
      $0.waitsForExit = false
      $0.graceTime = .seconds(5)
    }
    #expect(result.texts == ["work never ends"])
    #expect(try #require(result.timings.finished) < .seconds(4))
  }

  @Test("The steps of a request are timed in order")
  func timings() async throws {
    let timings = try await Fixtures.run("CompleteEarly").timings
    let steps = [timings.reported, timings.loaded, timings.finished]
    let known = steps.compactMap(\.self)
    #expect(known.count == steps.count && known == known.sorted())
    #expect(timings.launched != nil && timings.began != nil)
  }

  @Test("Many requests at once each get their own answer")
  func parallel() async throws {
    let item = try Fixtures.named("SwiftText")
    let host = try #require(Fixtures.host)
    await withTaskGroup(of: (Int, RequestResult).self) { group in
      for index in 0..<40 {
        group.addTask {
          (index, await host.perform(item, items: [ExtensionItem(text: "text \(index)")]))
        }
      }
      for await (index, result) in group {
        #expect(result.texts == ["TEXT \(index)"], "\(result.outcome)")
      }
    }
  }

  /// The code of a failure, or the kind of another outcome.
  private func code(_ outcome: Outcome) -> String {
    switch outcome {
    case .completed: "completed"
    case .cancelled: "cancelled"
    case .failed(let reason): reason.code
    }
  }
}
