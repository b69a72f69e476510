import Foundation
import OrielManifest
import OrielSystem
import OrielTesting
import Testing

@testable import OrielHost

/// Connections that the host makes for a real extension, to a server of this process.
@Suite(.requiresBundles, .timeLimit(.minutes(5))) struct NetworkTests {
  /// What the extension answers to each line, without the line.
  private func answers(
    _ lines: [String],
    grants: [String],
    host: ExtensionHost? = nil
  ) async throws -> [String: String] {
    let result = try await Services.run(lines, grants: grants, host: host)
    return try Services.answers(result)
  }

  @Test("A server on this machine that is granted by name is reached, in both forms")
  func granted() async throws {
    let server = try LoopbackServer()
    let port = server.port
    let lines = [
      "connect localhost \(port)", "async localhost \(port)", "connect LocalHost. \(port)",
      "connect 127.0.0.1 \(port)",
    ]
    let answers = try await answers(
      lines,
      grants: ["network-client:localhost:\(port)", "network-client:127.0.0.1:*"]
    )
    for line in lines { #expect(answers[line] == "OK  pong:ping", "\(line)") }
    #expect(server.clientCount == lines.count)
  }

  @Test(
    "Nothing is connected that was not granted",
    arguments: [
      [], ["network-client:localhost:1"], ["network-client:127.0.0.1:*"],
      ["network-client:*.localhost:*"],
      ["open-url:https"],
    ]
  )
  func notGranted(_ grants: [String]) async throws {
    let server = try LoopbackServer()
    let line = "connect localhost \(server.port)"
    let answers = try await answers([line], grants: grants)
    let answer = try #require(answers[line])
    #expect(answer.hasPrefix("DENIED"), "\(answer)")
    #expect(answer.contains("network-client:localhost:\(server.port)"), "\(answer)")
    #expect(server.clientCount == 0)
  }

  @Test("A grant for every host leads into the Internet only", arguments: ["*:*", "kind"])
  func wildcard(_ grant: String) async throws {
    let server = try LoopbackServer()
    let port = server.port
    let denied = [
      "127.0.0.1", "127.255.255.254", "localhost", "LOCALHOST.", "a.localhost", "[::1]", "::1",
      "[::ffff:7f00:1]", "[::7f00:1]", "[64:ff9b::7f00:1]", "[2002:7f00:1::]", "0.0.0.0", "[::]",
      "0.1.2.3", "10.0.0.1", "172.16.0.1", "172.31.255.255", "192.168.1.1", "169.254.169.254",
      "[fe80::1]", "[fc00::1]", "[fd12:3456::1]", "[fec0::1]", "100.64.0.1", "192.0.0.1",
      "192.0.2.1", "198.18.0.1", "198.51.100.1", "203.0.113.1", "192.88.99.1", "224.0.0.1",
      "239.255.255.255", "240.0.0.1", "255.255.255.255", "[ff02::1]", "[2001:db8::1]", "[2001::1]",
      "[64:ff9b:1::1]", "[100::1]", "nas", "nas.local", "metadata.google.internal",
    ]
    let malformed = [
      "127.1", "0x7f.1", "0x7f000001", "2130706433", "0177.0.0.1", "127.0.0.01", "1.2.3.4.5",
      "[::ffff:127.0.0.1]", "[::1", "::1]", "[127.0.0.1]", "[fe80::1%lo]", "*", "*.example.com",
      "example..com", "-a.example", "a_b.example", "bücher.example", "a%2eexample", "a/b", "a@b",
      "a:80", "..", ".",
    ]
    let lines = (denied + malformed).map { "connect \($0) \(port)" }
    let result =
      grant == "kind"
      ? try await Services.run(lines, granting: [.kind(.networkClient)])
      : try await Services.run(lines, grants: ["network-client:\(grant)"])
    let answers = try Services.answers(result)
    for host in denied {
      let answer = answers["connect \(host) \(port)"]
      #expect(answer?.hasPrefix("DENIED") == true, "\(host): \(answer ?? "nothing")")
    }
    for host in malformed {
      let answer = answers["connect \(host) \(port)"]
      #expect(answer?.hasPrefix("INVALID_ARGUMENT") == true, "\(host): \(answer ?? "nothing")")
    }
    #expect(server.clientCount == 0)
  }

  @Test(
    "A name of the Internet that leads to this machine or its network leads nowhere",
    arguments: ["network-client:*:*", "network-client:rebind.example.com:*"],
    ["127.0.0.1", "::1", "::ffff:7f00:1", "10.0.0.7", "169.254.169.254", "64:ff9b::a00:1"]
  )
  func rebinding(_ grant: String, _ second: String) async throws {
    let server = try LoopbackServer()
    let attempts = Lock([IPAddress]())
    let first = try #require(IPAddress("93.184.216.34"))
    let hidden = try #require(IPAddress(second))
    var configuration = Fixtures.configuration
    configuration.resolveName = { _ in .success([first, hidden]) }
    configuration.staysHere = { _ in false }
    configuration.openConnection = { (address, port) throws(SystemError) in
      attempts.withLock { $0.append(address) }
      // There is no Internet here; nothing else is ever tried.
      guard address == hidden else { throw SystemError("connect", .networkUnreachable) }
      return try ConnectingSocket(to: address.bytes, port: port)
    }
    let host = try ExtensionHost(configuration: configuration)
    let line = "connect rebind.example.com \(server.port)"
    let answers = try await answers([line], grants: [grant], host: host)
    #expect(answers[line]?.hasPrefix("IO") == true, "\(answers)")
    #expect(attempts.withLock { $0 } == [first])
    #expect(server.clientCount == 0)
    await host.shutdownAndWait()
  }

  @Test("Each address of a name is tried in turn, and those that are not allowed are passed over")
  func addresses() async throws {
    let server = try LoopbackServer()
    let closed = try LoopbackServer().port
    let attempts = Lock([IPAddress]())
    let found = ["10.0.0.7", "::1", "127.0.0.2", "127.0.0.1"].compactMap { IPAddress($0) }
    var configuration = Fixtures.configuration
    configuration.resolveName = { _ in .success(found) }
    configuration.openConnection = { (address, port) throws(SystemError) in
      attempts.withLock { $0.append(address) }
      return try ConnectingSocket(
        to: address.bytes,
        port: address == found.last ? server.port : closed
      )
    }
    let host = try ExtensionHost(configuration: configuration)
    let line = "connect localhost 80"
    let answers = try await answers([line], grants: ["network-client:localhost:80"], host: host)
    #expect(answers[line] == "OK  pong:ping")
    #expect(attempts.withLock { $0 } == Array(found.dropFirst()))
    await host.shutdownAndWait()
  }

  @Test("An address that this machine has on another network counts as this machine")
  func ownAddress() async throws {
    let server = try LoopbackServer()
    var configuration = Fixtures.configuration
    let address = try #require(IPAddress("93.184.216.34"))
    configuration.resolveName = { _ in .success([address]) }
    configuration.staysHere = { $0 == address }
    configuration.openConnection = { (_, port) throws(SystemError) in
      try ConnectingSocket(to: [127, 0, 0, 1], port: port)
    }
    let host = try ExtensionHost(configuration: configuration)
    let line = "connect own.example.com \(server.port)"
    let answers = try await answers([line], grants: ["network-client:*:*"], host: host)
    #expect(answers[line] == "DENIED the host leads to an address of this machine")
    #expect(server.clientCount == 0)
    await host.shutdownAndWait()
    // The detector itself, on what every machine has and none has.
    #expect(ConnectingSocket.staysHere([127, 0, 0, 1]))
    #expect(!ConnectingSocket.staysHere([203, 0, 113, 7]))
  }

  @Test("Names that are not there, and servers that do not listen, have a status each")
  func failures() async throws {
    let closed = try LoopbackServer().port
    var configuration = Fixtures.configuration
    configuration.resolveName = { name in
      .failure(SystemError("getaddrinfo", name == "gone.example.com" ? .noSuchFile : .wouldBlock))
    }
    let host = try ExtensionHost(configuration: configuration)
    let answers = try await answers(
      [
        "connect gone.example.com 80", "connect mute.example.com 80", "connect 127.0.0.1 \(closed)",
      ],
      grants: ["network-client:*:*", "network-client:127.0.0.1:*"],
      host: host
    )
    #expect(answers["connect gone.example.com 80"] == "NOT_FOUND there is no such host")
    #expect(answers["connect mute.example.com 80"] == "IO the name could not be looked up")
    #expect(answers["connect 127.0.0.1 \(closed)"] == "IO not reached: Connection refused")
    await host.shutdownAndWait()
  }

  @Test("A passed socket can be used and closed, and becomes no other socket")
  func socket() async throws {
    let server = try LoopbackServer()
    let line = "socket 127.0.0.1 \(server.port)"
    let answers = try await answers([line], grants: ["network-client:127.0.0.1:*"])
    var words = try #require(answers[line]).split(separator: " ").map(String.init)
    #expect(words.removeFirst() == "OK")
    let results = Dictionary(
      words.map { $0.split(separator: ":").map(String.init) }.map { ($0[0], Int($0[1])) },
      uniquingKeysWith: { first, _ in first }
    )
    for act in [
      "write", "send", "poll", "fionread", "getsockname", "getpeername", "shutdown", "recv",
    ] { #expect(results[act] == 0, "\(act)") }
    #expect(results["cloexec"] == 1 && results["nonblock"] == 0)
    // EPERM, from the filter.
    for act in [
      "disconnect", "connect", "fastopen", "fastopen-alone", "fastopen-nowhere", "sendto",
      "sendmsg",
      "sendmsg-rights", "bind", "listen", "accept", "setsockopt", "nodelay", "tcp-info", "socket",
      "connect-after-end", "fastopen-after-end",
    ] { #expect(results[act] == 1, "\(act)") }
    #expect(server.clientCount == 1)
  }

  @Test("An extension without room for the socket is told, and goes on")
  func noRoom() async throws {
    let server = try LoopbackServer()
    let lines = ["exhaust 127.0.0.1 \(server.port)", "async 127.0.0.1 \(server.port)"]
    let answers = try await answers(lines, grants: ["network-client:127.0.0.1:*"])
    #expect(answers[lines[0]] == "NO_MEMORY ")
    #expect(answers[lines[1]] == "OK  pong:ping")
  }

  @Test("Wrong arguments get their status, and no callback")
  func wrong() async throws {
    let answers = try await answers(["wrong"], grants: ["network-client:localhost:*"])
    let invalid = "INVALID_ARGUMENT"
    #expect(
      answers["wrong"]
        == [
          invalid, invalid, invalid, "TOO_LARGE", invalid, invalid, invalid, invalid, invalid,
          invalid, "STALE", invalid, invalid, "STALE", "STALE", "TOO_LARGE", invalid, "STALE",
          invalid, invalid, "TOO_LARGE", "ask=7", "answered=0", "released=0",
        ].joined(separator: " ")
    )
  }
}
