import Foundation
import Testing

/// What `oriel` says where a layer is missing, and when it may be.
@Suite struct RunWeakeningTests {
  /// A system without Landlock: an outer filter answers ENOSYS, as an old kernel does.
  private static let withoutLandlock = [
    OrielProgram.products.appending(path: "oriel-outer-filter").path,
    "38:landlock_create_ruleset", "--",
  ]

  private func run(_ arguments: [String]) async throws -> OrielProgram.Outcome {
    try await OrielProgram.run(
      arguments,
      environment: ["ORIEL_PATH": OrielProgram.extensions],
      wrapper: Self.withoutLandlock
    )
  }

  @Test func `Without a layer nothing runs, and the error names it, the errno and the mend`()
    async throws
  {
    let outcome = try await run(["run", "com.example.shout", "--text", "a"])
    #expect(outcome.code == 5)
    #expect(outcome.output == "")
    #expect(outcome.messages.contains("Landlock file rules"))
    #expect(outcome.messages.contains("ENOSYS"))
    #expect(outcome.messages.contains("landlock_*"))
  }

  @Test func `A weakening lets it run, and shows everywhere`() async throws {
    let without = ["--without", "landlockFiles"]
    let plain = try await run(["run", "com.example.shout", "--text", "a", "--report"] + without)
    #expect(plain.code == 0, "\(plain.messages)")
    #expect(plain.messages.contains("weakened sandbox: extensions may start without the Landlock"))
    #expect(plain.output.contains(/Landlock file rules +none +weakened/))
    #expect(plain.output.contains("Weakened: extensions may start without the Landlock file rules"))

    let json = try await run(["run", "com.example.shout", "--text", "a", "--json"] + without)
    let value = try #require(
      try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any]
    )
    let weakenings = try #require(value["weakenings"] as? [[String: String]])
    #expect(weakenings.map { $0["weakening"] } == ["startsWithout:landlockFiles"])
    #expect(json.messages.contains("weakened sandbox"))

    let doctor = try await run(["doctor"] + without)
    #expect(doctor.code == 0)
    #expect(doctor.output.contains("Weakened: extensions may start without"))
  }

  @Test func `What must never be missing cannot be weakened, and the error says why`()
    async throws
  {
    let filter = try await run(["run", "com.example.shout", "--without", "systemCallFilter"])
    #expect(filter.code == 2)
    #expect(filter.messages.contains("No extension ever starts without the system call filter"))
    let unknown = try await run(["doctor", "--without", "landlokFiles"])
    #expect(unknown.code == 2)
    #expect(unknown.messages.contains("there is no layer 'landlokFiles'"))
    #expect(unknown.messages.contains("landlockFiles"))
  }
}
