import Foundation
import OrielSystem
import OrielWire
import Testing

@testable import OrielHost

/// The small parts of a host, alone.
@Suite(.timeLimit(.minutes(5))) struct PartsTests {
  @Test("Time limits are due in order, replace each other, and can be stopped")
  func deadlines() {
    var deadlines = Deadlines<String, Int>()
    #expect(deadlines.next == nil)
    for (key, kind, time) in [("a", 1, 30), ("b", 2, 10), ("c", 3, 20), ("a", 4, 5)] {
      deadlines.set(key, kind, at: MonotonicTime(nanoseconds: UInt64(time)))
    }
    deadlines.clear("c")
    #expect(deadlines.next == MonotonicTime(nanoseconds: 5))
    #expect(deadlines.takeDue(at: MonotonicTime(nanoseconds: 4)).isEmpty)
    let due = deadlines.takeDue(at: MonotonicTime(nanoseconds: 100))
    #expect(due.map(\.0) == ["a", "b"] && due.map(\.1) == [4, 2])
    #expect(deadlines.next == nil)
  }

  @Test("Output beyond the limit is counted and not kept")
  func capture() throws {
    var pipe = try OrielSystem.Pipe()
    let writing = pipe.takeWritingEnd()
    let poll = try EventPoll()
    var capture = OutputCapture(pipe.takeReadingEnd(), limit: 5)
    try capture.watch(by: poll, token: .output(1))
    var buffer = [UInt8](repeating: 0, count: 4)
    try writing.write([1, 2, 3])
    var isOpen = capture.read(into: &buffer)
    #expect(isOpen)
    try writing.write([4, 5, 6, 7])
    isOpen = capture.read(into: &buffer)
    let (bytes, dropped) = (capture.bytes, capture.dropped)
    #expect(isOpen && bytes == [1, 2, 3, 4, 5] && dropped == 2)
    try writing.close()
    isOpen = capture.read(into: &buffer)
    #expect(!isOpen)
  }

  @Test("Log lines beyond the limit are counted and not kept")
  func log() {
    var log = LogCollector(limit: 40)
    log.add(Log(level: 5, text: "0123456789"), at: .seconds(1))
    log.add(Log(level: 200, text: "0123456789"), at: .seconds(2))
    log.add(Log(level: 1, text: ""), at: .seconds(3))
    #expect(log.entries.map(\.message) == ["0123456789"])
    #expect(log.entries.map(\.level) == [.error])
    #expect(log.dropped == 10)
  }

  @Test("A token comes out of its number as it went in")
  func tokens() {
    let tokens: [Token] = [
      .commands, .timer, .control(1), .diagnostics(2), .request(3), .process(1 << 40), .output(5),
      .errorOutput(6), .endingRunner(7),
    ]
    #expect(tokens.map { Token(rawValue: $0.rawValue) } == tokens)
    #expect(Set(tokens.map(\.rawValue)).count == tokens.count)
  }

  @Test(
    "A time becomes whole milliseconds within the number's range",
    arguments: [
      (.milliseconds(1500), 1500), (.nanoseconds(999_999), 0), (.seconds(-1), 0),
      (.seconds(Int64.max), UInt32.max), (.zero, 0),
    ] as [(Duration, UInt32)]
  )
  func milliseconds(_ duration: Duration, _ expected: UInt32) {
    #expect(duration.wholeMilliseconds == expected)
  }

  @Test("Every reason has a code of its own and a sentence that says what to do")
  func sentences() {
    let reasons: [FailureReason] =
      [
        .setup(SetupFailure(stage: "a step", errorNumber: 1, reason: "it", remedy: "Mend it.")),
        .incompatible(needs: "a", has: "b"), crash(nil, .signal(11)),
        .crash(.exited(code: 1)), .crash(.uncaughtException("e")), .crash(.threadExitedInCall),
        .crash(.killedFromOutside(peakMemory: 1)), .crash(.fileTooLarge(limit: 1)),
        .violation(nil), .timeout(.start), .timeout(.request),
        .timeout(.processorTime), .outOfMemory(Self.memory), .runnerLost("it died"),
        .hostGone("it ended"),
        .protocolViolation("sent garbage"),
      ] + LoadFailure.Kind.allCases.map { .load(LoadFailure(kind: $0, message: "m")) }
    #expect(Set(reasons.map(\.code)).count == reasons.count)
    for reason in reasons {
      let sentences = reason.description.split(separator: ". ")
      #expect(sentences.count >= 2, "\(reason)")
      #expect(reason.description.hasSuffix("."), "\(reason)")
    }
  }

  @Test("A sentence tells what was reported, what is the wait status, and what is inferred")
  func evidence() {
    let abort = crash(6, .exited(code: 134)).description
    #expect(abort.contains("SIGABRT") && abort.contains("reported before it left with code 134"))
    #expect(crash(6, .signal(9)).description.contains("reported; its wait status is signal 9"))
    #expect(crash(6, nil).description.contains("its wait status is not known"))
    #expect(crash(nil, .signal(11)).description.contains("(SIGSEGV), which is its wait status"))
    #expect(CrashSignal(reported: nil, waited: .exited(code: 0)) == nil)
    let inferred = FailureReason.outOfMemory(Self.memory).description
    #expect(inferred.contains("512 MiB of memory") && inferred.contains("inferred: it crashed."))
    var reported = Self.memory
    reported.isInferred = false
    #expect(!FailureReason.outOfMemory(reported).description.contains("inferred"))
  }

  /// A lack of memory that is inferred.
  private static let memory = OutOfMemory(
    bound: .memory,
    peak: 500 << 20,
    limit: 512 << 20,
    isInferred: true,
    evidence: "it crashed"
  )

  /// A crash with what tells of it.
  private func crash(_ reported: Int32?, _ waited: WaitedEnd?) -> FailureReason {
    CrashSignal(reported: reported, waited: waited).map { .crash(.signal($0)) } ?? .timeout(.start)
  }

  @Test("Each request is sure of its share of descriptors, and none gets all of the rest")
  func descriptorBudget() {
    let budget = DescriptorBudget(limit: 1024, requests: 32)
    // Alone, as many as an answer may bring.
    #expect(budget.allows(WireLimit.contents, others: []))
    #expect(!budget.allows(300, others: []))
    var held = [WireLimit.contents]
    // Others take in turn as much as they get.
    for _ in 1..<32 {
      let most = (0...300).last { budget.allows($0, others: held) } ?? 0
      #expect(most >= budget.share && budget.share > 0)
      held.append(most)
    }
    #expect(held[1] > 64)
    #expect(held.reduce(0, +) <= 512)
  }

  @Test("A shortage is waited for, but not for ever")
  func shortage() {
    var shortage = Shortage()
    let times = [0, 1_999_999_999, 2_000_000_000].map { MonotonicTime(nanoseconds: 5 + $0) }
    #expect(times.map { shortage.mayWait(now: $0) } == [true, true, false])
    shortage.end()
    #expect(!shortage.isActive && shortage.mayWait(now: times[2]))
  }

  @Test("Every layer has a name of its own, and is required unless it is said otherwise")
  func layers() {
    #expect(SandboxLayer.allCases.count == 27)
    var configuration = HostConfiguration()
    for layer in SandboxLayer.allCases {
      #expect(SandboxLayer(identifier: layer.identifier) == layer)
      let isOptional = [.landlockScopes, .cgroupLimits, .supervisor].contains(layer)
      #expect(configuration.enforcement(of: layer) == (isOptional ? .bestEffort : .required))
    }
    #expect(SandboxLayer(identifier: "none") == nil)
    configuration.require(.landlockScopes)
    #expect(configuration.enforcement(of: .landlockScopes) == .required)
  }

  @Test("A runner that was named and is not there is an error that names it")
  func missingRunner() {
    var configuration = HostConfiguration()
    configuration.runnerPath = "/nonexistent/oriel-runner"
    do throws(HostError) {
      _ = try ExtensionHost(configuration: configuration)
      Issue.record("the host was made")
    } catch {
      #expect(error.code == .runnerNotFound)
      #expect(error.description.contains("/nonexistent/oriel-runner"))
    }
  }
}
