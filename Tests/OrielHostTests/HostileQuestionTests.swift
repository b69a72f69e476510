import Foundation
import OrielManifest
import OrielSystem
import OrielTesting
import OrielWire
import Testing

@testable import OrielHost

/// Questions as no library of Oriel asks them, from an instance that writes its own messages.
@Suite(.requiresBundles, .timeLimit(.minutes(5))) struct HostileQuestionTests {
  /// Runs an instance that does what a script says, with every kind of entitlement granted.
  private func perform(
    _ change: (inout HostConfiguration) -> Void = { _ in },
    _ script: @escaping @Sendable (borrowing PacketSocket) throws -> Void
  ) async throws -> RequestResult {
    let runner = ScriptedRunner { _, _, socket in
      try ScriptedRunner.load(on: socket)
      try script(socket)
    }
    let host = try runner.host { configuration in
      configuration.limits.requestTime = .seconds(5)
      change(&configuration)
    }
    var options = RequestOptions()
    options.entitlements = [
      .entitlement(try Entitlement("network-client:127.0.0.1:*")), .kind(.networkClient),
      .kind(.openURL), .kind(.userSelectedFiles),
    ]
    let result = await host.perform(try Fixtures.named("Services"), items: [], options: options)
    await host.shutdownAndWait()
    return result
  }

  /// The answers that an instance has been sent so far, after its begin.
  private static func answers(
    _ count: Int,
    on socket: borrowing PacketSocket
  ) throws -> [(id: UInt64, answer: Answer, descriptors: Int)] {
    var buffer = PacketBuffer(capacity: 70_000)
    var answers: [(UInt64, Answer, Int)] = []
    while answers.count < count {
      guard try socket.receive(into: &buffer) == .packet else { return answers }
      let frame = try WireFrame(packet: buffer.bytes)
      guard frame.type == WireType.answer.rawValue else { continue }
      let descriptors = buffer.descriptors.count
      answers.append(
        (frame.id, try Answer(payload: frame, descriptorCount: descriptors), descriptors)
      )
    }
    return answers
  }

  private static func complete(on socket: borrowing PacketSocket) throws {
    try ScriptedRunner.send(Complete(items: [], itemFailures: [], flags: 0), on: socket)
  }

  @Test("Sixteen questions are taken, one more ends the instance", arguments: [16, 17])
  func tooMany(_ count: Int) async throws {
    let release = try Gate()
    defer { release.open() }
    let result = try await perform({ $0.resolveName = silence(until: release) }) { socket in
      for id in 1...count {
        try ScriptedRunner.send(
          Ask(.connect(host: "a\(id).example.com", port: 1)),
          id: UInt64(id),
          on: socket
        )
      }
      if count == 16 { try Self.complete(on: socket) }
    }
    if count == 16 {
      guard case .completed = result.outcome else {
        Issue.record("\(result.outcome)")
        return
      }
    } else {
      #expect(result.failure?.code == "protocol", "\(result.outcome)")
    }
  }

  @Test(
    "A question without a number, with that of another one, or with a descriptor ends the instance",
    arguments: ["none", "twice", "descriptor", "early"]
  )
  func malformed(_ kind: String) async throws {
    let ask = Ask(.connect(host: "slow.example.com", port: 1))
    let runner = ScriptedRunner { _, _, socket in
      let null = try Descriptor.open("/dev/null", .readOnly)
      if kind == "early" { try ScriptedRunner.send(ask, id: 1, on: socket) }
      try ScriptedRunner.load(on: socket)
      try ScriptedRunner.send(ask, id: kind == "none" ? 0 : 1, on: socket)
      if kind == "twice" { try ScriptedRunner.send(ask, id: 1, on: socket) }
      if kind == "descriptor" {
        try null.withRawValue { try ScriptedRunner.send(ask, id: 2, [$0], on: socket) }
      }
    }
    let release = try Gate()
    defer { release.open() }
    let host = try runner.host { $0.resolveName = silence(until: release) }
    var options = RequestOptions()
    options.entitlements = [.kind(.networkClient)]
    let result = await host.perform(try Fixtures.named("Services"), items: [], options: options)
    #expect(result.failure?.code == "protocol", "\(result.outcome)")
    await host.shutdownAndWait()
  }

  @Test("Withdrawing what was never asked, or twice, does nothing")
  func withdrawal() async throws {
    let result = try await perform { socket in
      for id in [0, 1, 1, .max] as [UInt64] {
        try ScriptedRunner.send(Ask(.withdrawn), id: id, on: socket)
      }
      // More in all than may be open at once; each makes room for the next.
      for id in 1...100 as ClosedRange<UInt64> {
        try ScriptedRunner.send(Ask(.connect(host: "x.invalid", port: 1)), id: id, on: socket)
        try ScriptedRunner.send(Ask(.withdrawn), id: id, on: socket)
      }
      try Self.complete(on: socket)
    }
    guard case .completed = result.outcome else {
      Issue.record("\(result.outcome)")
      return
    }
  }

  @Test("An instance that never reads its answers holds few descriptors of its host")
  func unreadAnswers() async throws {
    let server = try LoopbackServer()
    let port = server.port
    let result = try await perform { socket in
      // The queue of the socket is full long before; what waits counts as open.
      for id in 1...20_000 as ClosedRange<UInt64> {
        try ScriptedRunner.send(Ask(.connect(host: "127.0.0.1", port: port)), id: id, on: socket)
      }
    }
    #expect(result.failure?.code == "protocol", "\(result.outcome)")
  }

  @Test("Answers carry a descriptor with success only, and none comes after the outcome")
  func answers() async throws {
    let server = try LoopbackServer()
    let port = server.port
    let seen = Lock([String]())
    let result = try await perform { socket in
      let questions: [Ask.Question] = [
        .connect(host: "127.0.0.1", port: port), .connect(host: "127.0.0.1", port: 0),
        .connect(host: "", port: port), .connect(host: "10.0.0.1", port: 1),
        .openURL("file:///etc/passwd"), .openURL("https://example.com/"),
        .chooseFile(access: .read, prompt: ""),
      ]
      for (index, question) in questions.enumerated() {
        try ScriptedRunner.send(Ask(question), id: UInt64(index + 1), on: socket)
      }
      let answers = try Self.answers(questions.count, on: socket)
      seen.withLock { seen in
        seen = answers.sorted { $0.id < $1.id }.map {
          "\($0.id): \($0.answer.status) \($0.descriptors)"
        }
      }
      try Self.complete(on: socket)
      try ScriptedRunner.send(Ask(.connect(host: "127.0.0.1", port: port)), id: 99, on: socket)
      let late = try Self.answers(1, on: socket)
      seen.withLock { $0 += late.map { "\($0.id): \($0.answer.status) \($0.descriptors)" } }
    }
    guard case .completed = result.outcome else {
      Issue.record("\(result.outcome)")
      return
    }
    // The result is there at the outcome, and the late answer comes after it.
    try await wait { seen.withLock { $0.count == 8 } }
    // Numbers of the C interface: OK, INVALID_ARGUMENT, DENIED, UNSUPPORTED, CANCELLED.
    #expect(
      seen.withLock { $0 } == [
        "1: 0 1", "2: -2 0", "3: -2 0", "4: -11 0", "5: -11 0", "6: -5 0", "7: -5 0", "99: -9 0",
      ]
    )
    #expect(server.clientCount == 1)
  }
}

/// Looks up names for which nobody answers until a test is over.
private func silence(
  until release: Gate
) -> @Sendable (String) -> Result<[IPAddress], SystemError> {
  { _ in
    _ = release.isOpen(within: 60_000)
    return .failure(SystemError("getaddrinfo", .wouldBlock))
  }
}
