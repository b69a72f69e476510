import OrielHost
import OrielTesting
import Testing

@Suite("What each step of a launch takes", .requiresBundles, .timeLimit(.minutes(2)))
struct StepTimeTests {
  @Test("is told when it is asked for, and adds up to less than the time until the report")
  func steps() async throws {
    let result = try await Fixtures.run("CompleteEarly") { $0.measuresSteps = true }
    let steps = result.timings.steps
    let reported = try #require(result.timings.reported)
    #expect(steps.count > 15)
    #expect(steps.allSatisfy { $0.duration >= .zero && !$0.name.isEmpty })
    #expect(steps.reduce(.zero) { $0 + $1.duration } < reported)
    #expect(steps.contains { $0.layer == SandboxLayer(identifier: "systemCallFilter") })
  }

  @Test("is not told otherwise")
  func unasked() async throws {
    let result = try await Fixtures.run("CompleteEarly")
    #expect(result.timings.reported != nil)
    #expect(result.timings.steps.isEmpty)
  }
}
