internal import OrielHost
internal import OrielManifest
internal import OrielSystem

/// Measures cold requests in turns with the yardsticks.
struct LaunchBenchmark: Sendable {
  /// How often each is measured in a round when nobody says otherwise.
  static let usualRuns = 100
  /// The rounds, whose ratios' median counts.
  static let rounds = 5
  /// The runs before the first round, which warm caches and are not counted.
  static let warmUps = 5
  /// The program that the yardstick starts.
  static let yardstick = "/bin/true"
  /// The fixture that begins and then waits.
  static let idleIdentifier = "org.oriel.fixture.idle"

  /// One extension that is measured.
  struct Subject: Sendable {
    /// What it has to reach.
    let bar: LaunchBar
    /// The extension.
    let `extension`: InstalledExtension
  }

  /// What runs the extensions.
  let host: ExtensionHost
  /// What is measured.
  let subjects: [Subject]
  /// How often each is measured in a round.
  let runs: Int
  /// Where is said why a request did not complete.
  let console: Console

  /// Measures everything.
  func measure() async throws(Complaint) -> LaunchResults {
    var results = LaunchResults(bars: subjects.map(\.bar))
    for round in 0...Self.rounds {
      let isWarmUp = round == 0
      if !isWarmUp { results.beginRound() }
      for _ in 0..<(isWarmUp ? Self.warmUps : runs) {
        await Self.settle()
        let spawn = try Self.time { () throws(SystemError) in
          try Yardsticks.spawnAndWait(Self.yardstick)
        }
        await Self.settle()
        let fork = try Self.time { () throws(SystemError) in try Yardsticks.forkAndWait() }
        var requests: [Duration] = []
        for subject in subjects {
          await Self.settle()
          requests.append(try await request(subject))
        }
        if !isWarmUp { results.add(spawn: spawn, fork: fork, requests: requests) }
      }
    }
    return results
  }

  /// Lets go away what the measurement before has left, such as an instance that ends.
  static func settle() async {
    try? await ContinuousClock().sleep(for: .milliseconds(5))
  }

  /// The time from a request to its outcome.
  private func request(_ subject: Subject) async throws(Complaint) -> Duration {
    let clock = ContinuousClock()
    let start = clock.now
    let result = await host.perform(subject.extension, items: [])
    let time = clock.now - start
    guard case .completed = result.outcome else {
      RunMessages.show(
        result,
        of: TerminalText.line(subject.extension.displayName),
        verbose: false,
        console
      )
      let code = RunMessages.exitCode(of: result.outcome)
      throw Complaint(
        code == .completed ? .notCompleted : code,
        "a measured request to '\(subject.bar.identifier)' did not complete"
      )
    }
    return time
  }

  /// The time that a yardstick takes.
  static func time(
    _ work: () throws(SystemError) -> Void
  ) throws(Complaint) -> Duration {
    let clock = ContinuousClock()
    let start = clock.now
    do {
      try work()
    } catch {
      throw Complaint(
        .notCompleted,
        "the yardstick cannot be measured: \(error); '\(yardstick)' has to be there"
      )
    }
    return clock.now - start
  }
}
