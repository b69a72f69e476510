import Foundation
import Testing

/// What `oriel bench sandbox` measures.
@Suite struct BenchSandboxTests {
  /// Runs the benchmark for two launches.
  private func run(_ arguments: [String]) async throws -> OrielProgram.Outcome {
    try await OrielProgram.run(
      ["bench", "sandbox", "--runs", "2"] + arguments,
      environment: ["ORIEL_PATH": OrielProgram.extensions]
    )
  }

  @Test func `Every layer that a launch puts up has its price`() async throws {
    let outcome = try await run(["--json"])
    #expect(outcome.code == 0, "\(outcome.messages)")
    let result = try #require(
      try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any]
    )
    #expect(result["runs"] as? Int == 2)
    let steps = try #require(result["steps"] as? [[String: Any]])
    let layers = Set(steps.compactMap { $0["layer"] as? String })
    // The layers that an instance puts up itself, not those that it finds.
    #expect(
      layers.isSuperset(of: [
        "pidNamespace", "mountNamespace", "privateRoot", "privateProc", "session",
        "nestedUserNamespace", "scheduling", "resourceLimits", "capabilities", "securebits",
        "noNewPrivileges", "notDumpable", "landlockFiles", "systemCallFilter", "descriptors",
      ])
    )
    let times = steps.compactMap { $0["p95"] as? Double }
    #expect(times.count == steps.count)
    // A time of 0.0 is one below 50 ns, which only a step can be that makes no call.
    #expect(times.filter { $0 > 0 }.count > 15)
    let whole = try #require((result["request"] as? [String: Any])?["p95"] as? Double)
    let largest = try #require(times.max())
    #expect(largest < whole)
    for yardstick in ["posixSpawn", "fork", "ending"] {
      let members = try #require(result[yardstick] as? [String: Any])
      #expect(members["p50"] as? Double ?? 0 > 0)
    }
    let calls = try #require(result["callNanoseconds"] as? [String: [String: Double]])
    #expect(Set(calls.keys) == ["getppid", "open"])
    #expect(calls.values.allSatisfy { $0["inside"] ?? 0 > 0 && $0["outside"] ?? 0 > 0 })
  }

  @Test func `The table has a row for each step and the yardsticks`() async throws {
    let outcome = try await run([])
    #expect(outcome.code == 0, "\(outcome.messages)")
    let lines = outcome.output.split(separator: "\n")
    #expect(lines.first?.contains("share") == true)
    for text in [
      "attaching the system call filter", "putting up Landlock's rules", "loading the library",
      "from the call to the outcome", "posix_spawn of true, wait", "fork, wait",
      "a cheap call (getppid): ",
    ] { #expect(lines.contains { $0.hasPrefix(text) }, "\(text)") }
  }

  @Test func `A number of runs that makes no sense is refused`() async throws {
    let outcome = try await OrielProgram.run(
      ["bench", "sandbox", "--runs", "0"],
      environment: ["ORIEL_PATH": OrielProgram.extensions]
    )
    #expect(outcome.code == 2)
    #expect(outcome.messages.contains("--runs"))
  }
}
