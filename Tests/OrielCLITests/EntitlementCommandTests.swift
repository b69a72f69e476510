import Foundation
import Testing

/// What the commands tell about entitlements, and how a person grants them.
@Suite struct EntitlementCommandTests {
  /// The bundle that asks for one of each kind.
  private static let bundle = OrielProgram.extensions + "/Entitled.appex"

  /// What `show` tells about entitlements alone.
  private static func settled(_ text: String) -> String {
    text.replacing(OrielProgram.extensions, with: "<folder>")
      .replacing(/[0-9,]+ bytes/, with: "<size>")
      .replacing(/"bytes": [0-9]+/, with: "\"bytes\": <size>")
      .replacing(/2\.[0-9.]+ or later/, with: "<glibc> or later")
      .replacing(/"glibc": "2\.[0-9.]+"/, with: "\"glibc\": \"<glibc>\"")
  }

  @Test(arguments: [("show-entitled", []), ("show-entitled-json", ["--json"])])
  func `What an extension asks for is shown in words`(
    golden: String,
    arguments: [String]
  ) async throws {
    let outcome = try await OrielProgram.run(["show", Self.bundle] + arguments)
    #expect(outcome.code == 0)
    #expect(outcome.messages == "")
    try Golden.expect(Self.settled(outcome.output), is: golden)
  }
}

/// Entitlements at a run, which needs the sandbox.
@Suite struct RunEntitlementTests {
  /// Runs the extension that asks for one of each kind.
  private func run(_ arguments: [String]) async throws -> OrielProgram.Outcome {
    try await OrielProgram.run(
      ["run", OrielProgram.extensions + "/Entitled.appex"] + arguments
    )
  }

  @Test func `What is granted is there, and what is not is noted`() async throws {
    let asked = ["open-url:https", "network-client:a.example.com:443", "container"]
    let outcome = try await run([
      "--text", asked.joined(separator: "\n"), "--grant", "open-url",
      "--grant=network-client:a.example.com:*",
    ])
    #expect(outcome.code == 0, "\(outcome.messages)")
    #expect(outcome.output.contains("open-url:https=1:OK"))
    #expect(outcome.output.contains("network-client:a.example.com:443=1:OK"))
    #expect(outcome.output.contains("container=0:OK"))
    let notes = outcome.messages.split(separator: "\n").filter { $0.hasPrefix("note: ") }
    #expect(notes.count == 5, "\(outcome.messages)")
    #expect(
      notes.first.map(String.init)
        == "note: Entitled asks to keep files of its own between requests, which is not granted; "
        + "--grant container would do it"
    )
  }

  @Test func `JSON tells what was granted and what was not`() async throws {
    let outcome = try await run(["--text", "container", "--json", "--grant", "open-url:https"])
    let result = try #require(
      try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any]
    )
    #expect(result["granted"] as? [String] == ["open-url:https"])
    let refused = try #require(result["refused"] as? [String])
    #expect(refused.first == "container")
    #expect(!refused.contains("open-url:https"))
  }

  @Test(arguments: [
    ("open-url:http", "does not ask for 'open-url:http'; it asks for 'container', 'app-group"),
    ("network-client:example.com:443", "does not ask for 'network-client:example.com:443'"),
    ("open-url:file", "are never opened for an extension"),
    ("contianer", "did you mean container?"),
  ])
  func `What was not asked for cannot be granted`(grant: String, part: String) async throws {
    let outcome = try await run(["--text", "container", "--grant", grant])
    #expect(outcome.code == 2)
    #expect(outcome.output == "")
    #expect(outcome.messages.contains(part), "\(outcome.messages)")
  }
}
