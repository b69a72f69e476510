import Foundation
import Testing

/// What `oriel run --verbose` tells an author about the sandbox.
@Suite struct RunVerboseTests {
  /// Runs the fixture that is refused one thing of each kind.
  private func run(_ arguments: [String]) async throws -> OrielProgram.Outcome {
    try await OrielProgram.run(
      ["run", "org.oriel.fixture.refused", "--text", "acts"] + arguments,
      environment: ["ORIEL_PATH": OrielProgram.extensions]
    )
  }

  @Test func `Refusals are short lines on standard error, with callers and advice`() async throws {
    let outcome = try await run(["--verbose"])
    #expect(outcome.code == 0, "\(outcome.messages)")
    #expect(outcome.output.contains("socket=1"))
    #expect(
      outcome.messages.contains(
        "  refused: socket(AF_INET, SOCK_STREAM|SOCK_CLOEXEC, 0) = Operation not permitted (EPERM)\n"
      ),
      "\(outcome.messages)"
    )
    #expect(outcome.messages.contains(#/    at Refused\.so connect_somewhere \+ 0x[0-9a-f]+\n/#))
    #expect(outcome.messages.contains("    advice: An extension has no network of its own; "))
    #expect(outcome.messages.contains("[network-client:HOST:PORT]\n"))
  }

  @Test func `Without it nothing is said, and JSON says that nobody counted`() async throws {
    let outcome = try await run(["--json"])
    #expect(outcome.messages == "")
    let result = try #require(
      try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any]
    )
    let refusals = try #require(result["refusals"] as? [String: Any])
    #expect(refusals["kind"] as? String == "notCounted")
    #expect(refusals.count == 1)
  }

  @Test func `JSON has the refusals when both are asked for`() async throws {
    let outcome = try await run(["--json", "--verbose"])
    let result = try #require(
      try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any]
    )
    let refusals = try #require(result["refusals"] as? [String: Any])
    let told = try #require(refusals["told"] as? [[String: Any]])
    #expect(refusals["kind"] as? String == "counted")
    #expect(refusals["total"] as? Int == told.count)
    let first = try #require(told.first)
    #expect(first["call"] as? String == "socket")
    #expect(first["error"] as? String == "EPERM")
    #expect(first["arguments"] as? [String] == ["AF_INET", "SOCK_STREAM|SOCK_CLOEXEC", "0"])
    #expect(first["entitlement"] as? String == "network-client:HOST:PORT")
    let callers = try #require(first["callers"] as? [[String: Any]])
    #expect(callers.contains { $0["function"] as? String == "connect_somewhere" })
    #expect(told.contains { $0["path"] as? String == "/home/somebody/notes.txt" })
  }
}
