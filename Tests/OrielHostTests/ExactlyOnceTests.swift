import Foundation
import OrielSystem
import OrielTesting
import OrielTypes
import Testing

@testable import OrielHost

/// Loads end once, wherever they are and whatever happens: every moment with every event.
@Suite(.requiresBundles, .timeLimit(.minutes(5))) struct ExactlyOnceTests {
  /// Where a load is when something happens.
  enum Moment: String, CaseIterable {
    /// Its function runs.
    case running
    /// Its function tells how far it is, all the time.
    case progressing
    /// The functions of many loads run.
    case many
    /// Its file is being opened, which takes long.
    case opening
    /// The extension holds the file that it gave.
    case held
    /// It has ended.
    case ended

    /// What the fixture does to get there.
    var lines: [String] {
      switch self {
      case .running, .progressing: ["start public.text"]
      case .many: Array(repeating: "start public.text", count: 20)
      case .opening: ["start public.text"]
      case .held: ["keep public.text"]
      case .ended: ["bytes public.text"]
      }
    }
  }

  /// What happens.
  enum Event: String, CaseIterable {
    /// The extension completes its request.
    case completion
    /// The host's program cancels the request.
    case hostCancel
    /// The time of the request is over.
    case deadline
    /// The extension crashes.
    case crash
    /// The instance is killed.
    case kill
    /// The runner is killed, and the instance with it.
    case runnerKill
    /// The host is shut down.
    case shutdown

    /// What the fixture does when it is there.
    var line: String? {
      switch self {
      case .completion: nil
      case .crash: "crash"
      case .hostCancel, .deadline, .kill, .runnerKill, .shutdown: "wait"
      }
    }

    /// Whether the instance lives to tell what became of its callbacks.
    var isTold: Bool { [.completion, .hostCancel, .deadline].contains(self) }

    /// The beginning of the outcome's code.
    func fits(_ outcome: Outcome) -> Bool {
      switch (self, outcome) {
      case (.completion, .completed), (.hostCancel, .cancelled(_, _, by: .host)),
        (.crash, .failed(.crash(.signal))):
        true
      case (.deadline, .failed(let reason)): reason.code == "timeout.request"
      case (.kill, .failed(let reason)): reason.code != "hostGone"
      case (.runnerKill, .failed(let reason)): reason.code == "runnerLost"
      case (.shutdown, .failed(let reason)): reason.code == "hostGone"
      default: false
      }
    }
  }

  /// A host for one event, with what the test sees of it.
  private final class Stage: Sendable {
    let processes: RunnerProcesses
    let host: ExtensionHost
    let opening = Lock<Gate?>(nil)
    let entered = Tally()

    init() throws {
      processes = try RunnerProcesses()
      var configuration = Fixtures.configuration
      configuration.runnerPath = processes.path
      let (opening, entered) = (opening, entered)
      configuration.openFile = { path, form, access in
        let gate = opening.withLock { $0 }
        if path.hasSuffix("/slow"), let gate {
          entered.count("opening")
          _ = gate.isOpen(within: 60_000)
        }
        return AttachmentServer.open(path, form, access)
      }
      host = try ExtensionHost(configuration: configuration)
    }
  }

  /// What was seen of one request.
  private struct Seen: Sendable {
    let tally = Tally()
    let files = Lock([String]())
    let reached = AsyncStream.makeStream(of: Void.self)
  }

  @Test("Whatever happens, every load, function and file ends once", arguments: Event.allCases)
  func everyMoment(_ event: Event) async throws {
    var stage = try Stage()
    for moment in Moment.allCases {
      var milliseconds = 400
      while try await !play(event, at: moment, on: stage, within: milliseconds) {
        // The machine was too busy to get there in time.
        milliseconds *= 2
        try #require(milliseconds < 30_000)
      }
      if event == .shutdown { stage = try Stage() }
    }
    await stage.host.shutdownAndWait()
  }

  /// Makes something happen at a moment; false when the time was over before.
  private func play(
    _ event: Event,
    at moment: Moment,
    on stage: Stage,
    within milliseconds: Int
  ) async throws -> Bool {
    let seen = Seen()
    let gate = try Gate()
    stage.opening.withLock { $0 = moment == .opening ? gate : nil }
    let opened = stage.entered["opening"]
    let provider = provider(moment, seen) {
      if moment == .opening {
        try await stage.entered.wait(for: "opening", toReach: opened + 1)
      }
    }
    let lines = moment.lines + ["bytes public.json"] + (event.line.map { [$0] } ?? [])
    let item = ExtensionItem(text: lines.joined(separator: "\n"), attachments: [provider])
    var options = RequestOptions()
    options.waitsForExit = true
    if event == .deadline { options.requestTimeout = .milliseconds(milliseconds) }
    let fixture = try Fixtures.named("Loads")
    let task = Task { [options] in
      defer { seen.reached.continuation.finish() }
      return await stage.host.perform(fixture, items: [item], options: options)
    }
    var hasReached = false
    for await _ in seen.reached.stream {
      hasReached = true
      break
    }
    switch event {
    case .completion, .deadline, .crash: break
    case .hostCancel: task.cancel()
    case .kill: for instance in stage.processes.instances { kill(instance, SIGKILL) }
    case .runnerKill: kill(try #require(stage.processes.runner), SIGKILL)
    case .shutdown: stage.host.shutdown()
    }
    let result = await task.value
    gate.open()
    guard hasReached || event != .deadline else { return false }
    let what = "\(event) while \(moment)"
    #expect(hasReached, "\(what)")
    #expect(event.fits(result.outcome), "\(what): \(result.outcome)")
    if event.isTold { #expect(Loads.isTidy(result), "\(what): \(result.log)") }
    // Every function that was called has ended, and was called once for each load.
    let count = moment.lines.count
    try await wait { seen.tally["finished"] == seen.tally["called"] }
    #expect(seen.tally["finished"] == seen.tally["called"], "\(what)")
    #expect(seen.tally["called"] == count, "\(what)")
    try await wait { seen.files.withLock { !$0.contains(where: exists) } }
    #expect(seen.files.withLock { $0.filter(exists) } == [], "\(what)")
    #expect(seen.files.withLock { $0.count } == count, "\(what)")
    guard event != .shutdown else { return true }
    let next = await stage.host.perform(try Fixtures.named("CompleteEarly"), items: [])
    #expect(next.texts == ["early"], "after \(what): \(next.outcome)")
    return true
  }

  /// An attachment whose text is loaded at the moment, and whose JSON comes when it is reached.
  private func provider(
    _ moment: Moment,
    _ seen: Seen,
    isOpening: @escaping @Sendable () async throws -> Void
  ) -> ItemProvider {
    var provider = ItemProvider(type: .plainText) { context in
      seen.tally.count("called")
      defer { seen.tally.count("finished") }
      switch moment {
      case .running, .many: await waitForCancellation()
      case .progressing:
        try await reportUntilCancelled(context.progress)
      case .opening, .held, .ended: break
      }
      // Also when nobody waits any more.
      let path = try context.temporaryFile(named: moment == .opening ? "slow" : "file")
      try Data([1, 2, 3]).write(to: URL(fileURLWithPath: path))
      seen.files.withLock { $0.append(path) }
      let lifetime: FileLifetime = moment == .opening ? .untilRequestEnds : .untilReleased
      return .file(path: path, lifetime: lifetime)
    }
    provider.register(.json) { _ in
      try await seen.tally.wait(for: "called", toReach: moment.lines.count)
      try await isOpening()
      seen.reached.continuation.yield()
      return .bytes([])
    }
    return provider
  }

  /// Tells on a thread of its own how far the work is, often and until the task is cancelled.
  private func reportUntilCancelled(_ progress: LoadProgress) async throws {
    let end = try Gate()
    let (ended, continuation) = AsyncStream.makeStream(of: Void.self)
    try OrielSystem.Thread.start {
      var count: UInt64 = 0
      while !end.isOpen(within: 1) {
        count += 1
        progress.report(completed: count, of: .max)
      }
      continuation.yield()
      continuation.finish()
    }
    await waitForCancellation()
    end.open()
    // A task of its own is not cancelled, and so sees the end of the thread.
    await Task { for await _ in ended {} }.value
  }

  private func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }

  @Test("A thousand loads and many requests leave neither descriptors nor memory behind")
  func growth() async {
    // A process of its own, so that its descriptors and its memory can be counted.
    await #expect(processExitsWith: .success) {
      // Dispatch opens what its timers need at their first use and keeps it.
      try await Task.sleep(for: .milliseconds(1), clock: .continuous)
      let count = ProcessInfo.processInfo.environment["ORIEL_TEST_REQUESTS"].flatMap { Int($0) }
      let host = try ExtensionHost(configuration: Fixtures.configuration)
      let fixture = try Fixtures.named("Loads")
      var provider = ItemProvider(type: .plainText) { context in
        context.progress.report(fraction: 0.5)
        let path = try context.temporaryFile(named: "file")
        try Data([UInt8](repeating: 1, count: 100_000)).write(to: URL(fileURLWithPath: path))
        return .file(path: path, lifetime: .untilReleased)
      }
      provider.register(.data) { _ in .bytes([UInt8](repeating: 2, count: 200_000)) }
      provider.register(.json) { _ in throw CancellationError() }
      provider.register(.html) { _ in
        await waitForCancellation()
        throw CancellationError()
      }
      provider.preview = ItemPreview { _ in Pictures.png(width: 4, height: 4) }
      let lines = [
        "again 10 bytes public.plain-text", "keep public.plain-text", "async public.json",
        "again 10 file public.data", "url public.plain-text", "preview 8 8", "start public.html",
      ]
      let item = ExtensionItem(text: lines.joined(separator: "\n"), attachments: [provider])
      var options = RequestOptions()
      options.waitsForExit = true
      func play(_ count: Int) async {
        for _ in 0..<count {
          let result = await host.perform(fixture, items: [item], options: options)
          guard case .completed = result.outcome else {
            Issue.record("\(result.outcome)")
            return
          }
        }
      }
      await play(10)
      let before = MutatedConversations.Footprint.current
      await play(count ?? 20)
      try await wait { DescriptorTable.targets == before.descriptors }
      let after = MutatedConversations.Footprint.current
      #expect(after.descriptors == before.descriptors)
      let growth = after.memory - before.memory
      if let count { print("\(count) requests: \(before), then \(after)") }
      #expect(growth < 8 << 20, "\(growth >> 10) KiB more than before")
      await host.shutdownAndWait()
    }
  }
}
