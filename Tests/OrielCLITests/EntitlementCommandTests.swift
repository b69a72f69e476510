import Foundation
import Testing

/// What the commands tell about entitlements, and how a person grants them.
@Suite struct EntitlementCommandTests {
  /// The bundle that asks for one of each kind.
  private static let bundle = OrielProgram.extensions + "/Entitled.appex"

  /// What `show` tells about entitlements alone.
  private static func settled(_ text: String) -> String {
    text.replacing(OrielProgram.extensions, with: "<folder>")
      .replacing(/\/[^ "]*\/DATA_HOME\/oriel/, with: "<data>/oriel")
      .replacing(/"contentHash": "[0-9a-f]{64}"/, with: "\"contentHash\": \"<hash>\"")
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
    let asked = ["has:open-url:https", "has:network-client:a.example.com:443", "has:container"]
    let outcome = try await run([
      "--text", asked.joined(separator: "\n"), "--grant", "open-url",
      "--grant=network-client:a.example.com:*",
    ])
    #expect(outcome.code == 0, "\(outcome.messages)")
    #expect(outcome.output.contains("open-url:https=1"))
    #expect(outcome.output.contains("network-client:a.example.com:443=1"))
    #expect(outcome.output.contains("container=0"))
    let notes = outcome.messages.split(separator: "\n").filter { $0.hasPrefix("note: ") }
    #expect(notes.count == 5, "\(outcome.messages)")
    #expect(
      notes.first.map(String.init)
        == "note: Entitled asks to keep files of its own between requests, which is not granted; "
        + "--grant container would do it"
    )
  }

  @Test(.enabled("the user oriel is missing") { RunEntitlementTests.hasContainerUser })
  func `What a container keeps is shown and can be removed`() async throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let environment = ["XDG_DATA_HOME": folder.path("data")]
    let bundle = OrielProgram.extensions + "/Entitled.appex"
    let path = folder.path("data/oriel/containers/org.oriel.fixture.entitled")
    func program(_ arguments: String...) async throws -> OrielProgram.Outcome {
      try await OrielProgram.run(arguments, environment: environment)
    }
    let before = try await program("show", bundle)
    #expect(before.output.contains("container        \(path) (not there yet)"))
    let nothing = try await program("container", "clear", "org.oriel.fixture.entitled")
    #expect(nothing.code == 0)
    #expect(nothing.output == "\(path) is not there; there is nothing to remove\n")
    let run = try await program(
      "run",
      bundle,
      "--grant",
      "container",
      "--text",
      "write:/container/note:kept"
    )
    #expect(run.code == 0, "\(run.messages)")
    let after = try await program("show", bundle)
    #expect(after.output.contains(/bytes in 1 file\n/), "\(after.output)")
    #expect(after.output.contains("container        \(path), "))
    let json = try await program("show", bundle, "--json")
    #expect(json.output.contains("\"path\": \"\(path)\""))
    let clear = try await program("container", "clear", bundle)
    #expect(clear.output == "\(path) is empty\n")
    #expect(try FileManager.default.contentsOfDirectory(atPath: path) == [])
    let invalid = try await program("container", "clear", "../../etc")
    #expect(invalid.code == 4)
    #expect(invalid.output == "")
  }

  /// Whether a host here can make containers.
  static var hasContainerUser: Bool {
    let users = (try? String(contentsOfFile: "/etc/passwd", encoding: .utf8)) ?? ""
    return geteuid() != 0 || users.split(separator: "\n").contains { $0.hasPrefix("oriel:") }
  }

  @Test func `JSON tells what was granted and what was not`() async throws {
    let outcome = try await run(["--text", "has:container", "--json", "--grant", "open-url:https"])
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
    let outcome = try await run(["--text", "has:container", "--grant", grant])
    #expect(outcome.code == 2)
    #expect(outcome.output == "")
    #expect(outcome.messages.contains(part), "\(outcome.messages)")
  }

  @Test(arguments: ["network-client", "network-client:*:*"])
  func `This machine is granted by name alone, and that is said`(grant: String) async throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let bundle = OrielProgram.extensions + "/Entitled.appex"
    let manifest = try String(contentsOfFile: bundle + "/Info.plist", encoding: .utf8)
    try folder.write(
      "Entitled.appex/Info.plist",
      manifest.replacing("network-client:*.example.com:443", with: "network-client:127.0.0.1:80")
    )
    try FileManager.default.copyItem(
      atPath: bundle + "/Entitled.so",
      toPath: folder.path("Entitled.appex/Entitled.so")
    )
    let outcome = try await OrielProgram.run([
      "run", folder.path("Entitled.appex"), "--grant", grant,
    ])
    #expect(outcome.code == 2)
    #expect(
      outcome.messages == "oriel: '\(grant)' leaves out this machine and its networks; "
        + "name them: --grant network-client:127.0.0.1:80\n"
    )
  }
}
