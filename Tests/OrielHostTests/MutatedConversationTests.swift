import Foundation
import OrielHost
import OrielTesting
import Testing

/// Conversations with random mutations from real instances: each ends with a typed outcome, and the
/// host is as before.
@Suite(.requiresBundles) struct MutatedConversationTests {
  /// How many conversations `Scripts/fuzz-conversations` asks for.
  private static let count = ProcessInfo.processInfo.environment["ORIEL_CONVERSATIONS"]
    .flatMap { Int($0) }

  @Test("A sample of mutated conversations leaves the host as it was", .timeLimit(.minutes(5)))
  func sample() async {
    // A process of its own, so that nothing else opens descriptors or starts threads.
    await #expect(processExitsWith: .success) {
      let result = try await MutatedConversations.run(count: 150, seed: 1)
      Self.check(result, memory: 4 << 20)
    }
  }

  @Test("Many mutated conversations leave the host as it was", .enabled(if: count != nil))
  func many() async throws {
    let count = try #require(Self.count)
    let seed = ReplayableRandom().seed
    let start = ContinuousClock.now
    let result = try await MutatedConversations.run(count: count, seed: seed) { ended in
      guard ended % 100 == 0 || ended == count else { return }
      let line =
        "\(ended) of \(count) conversations, \((ContinuousClock.now - start).components.seconds) s\n"
      try? FileHandle.standardError.write(contentsOf: Data(line.utf8))
    }
    try FileHandle.standardError.write(contentsOf: Data("\(result.table)\n".utf8))
    Self.check(result, memory: 8 << 20)
  }

  /// Checks the outcomes, and the host's process.
  private static func check(_ result: MutatedConversations, memory: Int) {
    #expect(result.failures.isEmpty, "\(result.failures.joined(separator: "\n"))")
    // Both controls: conversations get through, and mutations are seen.
    #expect(result.outcomes["completed", default: 0] > 0)
    #expect(result.outcomes["protocol", default: 0] > 0)
    #expect(
      result.after.descriptors == result.before.descriptors,
      "before: \(result.before.descriptors); after: \(result.after.descriptors)"
    )
    #expect(result.after.threads <= result.before.threads)
    #expect(
      result.after.memory - result.before.memory < memory,
      "before: \(result.before); after: \(result.after)"
    )
  }
}
