import OrielTesting
import OrielWire
import Testing

/// A runner that has no descriptor left for what it is sent.
@Suite("A runner with few descriptors", .requiresBundles)
struct RunnerShortageTests {
  /// What became of one launch.
  private enum Fate: Equatable {
    case completed
    case failed(String)
  }

  /// What a runner with so many descriptors makes of two launches, one after the other.
  private func fates(descriptors: Int) throws -> [Fate] {
    let prlimit = try #require(path(of: "prlimit"))
    // The soft limit alone: an instance gets its own.
    let host = try? RawHost(through: [prlimit, "--nofile=\(descriptors):1024", "--"])
    guard let host, case .ready = host.greeting else { return [] }
    return try [UInt64(1), 2].map { id in
      let messages = try host.launch("CompleteEarly", id: id).conversation()
      if messages.returnedText == "early" { return .completed }
      return .failed(try host.failure(of: id)?.text ?? "")
    }
  }

  @Test("fails the launch and goes on", .requires(program: "prlimit"))
  func launches() throws {
    #expect(try fates(descriptors: 64) == [.completed, .completed], "enough of them")
    var texts: Set<String> = []
    for descriptors in 4...24 {
      let fates = try fates(descriptors: descriptors)
      // A runner that started answers every launch, so it lives on after one that failed.
      #expect(fates.isEmpty || fates.count == 2, "\(descriptors)")
      for case .failed(let text) in fates { texts.insert(text) }
    }
    #expect(texts.contains("taking the descriptors of the launch"), "\(texts)")
  }
}
