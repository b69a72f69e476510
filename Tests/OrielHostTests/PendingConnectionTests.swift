import Foundation
import OrielManifest
import OrielSystem
import OrielTesting
import Testing

@testable import OrielHost

/// What becomes of connections that are on their way when something else happens.
@Suite(.requiresBundles, .timeLimit(.minutes(5))) struct PendingConnectionTests {
  /// A host that tells when it has begun a connection.
  private func host(
    began: Gate? = nil,
    _ change: (inout HostConfiguration) -> Void = { _ in }
  ) throws -> ExtensionHost {
    var configuration = Fixtures.configuration
    configuration.openConnection = { (address, port) throws(SystemError) in
      let socket = try ConnectingSocket(to: address.bytes, port: port)
      began?.open()
      return socket
    }
    change(&configuration)
    return try ExtensionHost(configuration: configuration)
  }

  private let grants = ["network-client:127.0.0.1:*"]

  @Test("A server that never answers is given up in time, by the host and by the extension")
  func timeLimits() async throws {
    let mute = try MuteServer()
    let server = try LoopbackServer()
    let host = try host { $0.connectionTimes = (each: 200, all: 10_000) }
    let lines = [
      "connect 127.0.0.1 \(mute.server.port)", "impatient 127.0.0.1 \(mute.server.port) 20",
      "connect 127.0.0.1 \(server.port)",
    ]
    let answers = try Services.answers(try await Services.run(lines, grants: grants, host: host))
    #expect(answers[lines[0]] == "TIMEOUT not reached: Connection timed out")
    #expect(answers[lines[1]] == "TIMEOUT -1")
    #expect(answers[lines[2]] == "OK  pong:ping")
    await host.shutdownAndWait()
  }

  @Test("The time for all addresses of a name is bounded together")
  func wholeTime() async throws {
    let mute = try MuteServer()
    let attempts = Lock(0)
    let loopback = try #require(IPAddress("127.0.0.1"))
    let host = try host {
      $0.connectionTimes = (each: 150, all: 200)
      $0.resolveName = { _ in .success(Array(repeating: loopback, count: 16)) }
      let open = $0.openConnection
      $0.openConnection = { (address, port) throws(SystemError) in
        attempts.withLock { $0 += 1 }
        return try open(address, port)
      }
    }
    let line = "connect localhost \(mute.server.port)"
    let result = try await Services.run(
      [line],
      grants: ["network-client:localhost:*"],
      host: host
    )
    #expect(try Services.answers(result)[line] == "TIMEOUT not reached in time")
    #expect((1...2).contains(attempts.withLock { $0 }))
    await host.shutdownAndWait()
  }

  @Test("The host's cancellation ends what is on its way, and the extension is told")
  func cancellation() async throws {
    let mute = try MuteServer()
    let began = try Gate()
    let host = try host(began: began)
    let line = "wait 127.0.0.1 \(mute.server.port)"
    let grants = grants
    let request = Task { try await Services.run([line], grants: grants, host: host) }
    try await wait { began.isOpen(within: 0) }
    request.cancel()
    let result = try await request.value
    guard case .cancelled(_, _, .host) = result.outcome else {
      Issue.record("\(result.outcome)")
      return
    }
    let log = Set(result.log.map(\.message))
    #expect(log.isSuperset(of: ["waiting", "answered with CANCELLED"]), "\(result)")
    await host.shutdownAndWait()
  }

  @Test("A time limit of the request ends what is on its way")
  func requestTime() async throws {
    let mute = try MuteServer()
    let result = try await Services.run(
      ["wait 127.0.0.1 \(mute.server.port)"],
      grants: grants
    ) { $0.requestTimeout = .milliseconds(300) }
    #expect(result.failure == .timeout(.request))
    #expect(result.log.map(\.message).contains("answered with CANCELLED"), "\(result.log)")
  }

  @Test("Sixteen questions on their way at the outcome are each told and released once")
  func pending() async throws {
    let mute = try MuteServer()
    let result = try await Services.run(["pending 127.0.0.1 \(mute.server.port)"], grants: grants)
    #expect(result.texts == ["left 16 questions"])
    #expect(result.log.last?.message == "answered=16 released=16")
  }

  @Test("After the outcome nothing is asked any more")
  func late() async throws {
    let result = try await Services.run(["late localhost"], grants: ["network-client:localhost:*"])
    #expect(result.texts == ["done"])
    #expect(result.log.map(\.message) == ["ALREADY_FINISHED"])
  }

  @Test("Not more than sixteen questions are open at once, and given up ones have their end")
  func flood() async throws {
    let mute = try MuteServer()
    let line = "flood 40 127.0.0.1 \(mute.server.port)"
    let answers = try Services.answers(try await Services.run([line], grants: grants))
    #expect(answers[line] == "begun=16 too-large=24 answered=16 released=16")
  }

  @Test("A crash leaves no connection, no thread and no descriptor behind")
  func crash() async {
    await #expect(processExitsWith: .success) {
      let mute = try MuteServer()
      let began = try Gate()
      var configuration = Fixtures.configuration
      configuration.openConnection = { (address, port) throws(SystemError) in
        let socket = try ConnectingSocket(to: address.bytes, port: port)
        began.open()
        return socket
      }
      let host = try ExtensionHost(configuration: configuration)
      let grants = ["network-client:127.0.0.1:*"]
      // The control: the runner is there now, and so is everything that a host keeps.
      _ = try await Services.run(["late"], grants: grants, host: host)
      let before = DescriptorTable.targets
      for _ in 0..<5 {
        let result = try await Services.run(
          ["crash 127.0.0.1 \(mute.server.port)"],
          grants: grants,
          host: host
        )
        precondition(result.failure?.code == "crash.signal", "\(result.outcome)")
      }
      precondition(began.isOpen(within: 0), "no connection was begun")
      let after = DescriptorTable.targets
      precondition(
        after.filter { $0.hasPrefix("socket:") }.count
          == before.filter { $0.hasPrefix("socket:") }.count,
        "\(before) \(after)"
      )
      await host.shutdownAndWait()
    }
  }

  @Test("Names that nobody answers hold up neither other extensions' names nor requests")
  func slowNames() async throws {
    let release = try Gate()
    let hanging = Lock(0)
    var configuration = Fixtures.configuration
    configuration.connectionTimes = (each: 1000, all: 300)
    configuration.resolveName = { _ in
      hanging.withLock { $0 += 1 }
      _ = release.isOpen(within: 60_000)
      return .failure(SystemError("getaddrinfo", .noSuchFile))
    }
    let host = try ExtensionHost(configuration: configuration)
    let line = "flood 40 slow.example.com 80"
    for _ in 0..<3 {
      let answers = try Services.answers(
        try await Services.run([line], grants: ["network-client:*:*"], host: host)
      )
      #expect(answers[line] == "begun=16 too-large=24 answered=16 released=16")
    }
    // 48 names were asked for; no more threads wait than one extension may have.
    #expect(hanging.withLock { $0 } <= HelperThreads.share)
    let answers = try Services.answers(
      try await Services.run(
        ["connect slow.example.com 80"],
        grants: ["network-client:*:*"],
        host: host
      )
    )
    #expect(answers["connect slow.example.com 80"] == "TIMEOUT not reached in time")
    await host.shutdownAndWait()
    release.open()
  }
}
