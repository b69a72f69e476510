internal import OrielHost
internal import OrielManifest
internal import OrielSystem

/// Measures the steps of launches in turns with the yardsticks.
struct SandboxBenchmark: Sendable {
  /// How many launches are measured when nobody says otherwise.
  static let usualRuns = 200
  /// The runs before, which warm caches and are not counted.
  static let warmUps = 5
  /// The fixture that completes as soon as it is asked.
  static let subjectIdentifier = "org.oriel.fixture.completeearly"
  /// The fixture that measures calls.
  static let priceIdentifier = "org.oriel.fixture.callprice"

  /// What is launched.
  let subject: InstalledExtension
  /// What measures calls inside.
  let priceSubject: InstalledExtension
  /// What launches it.
  let host: ExtensionHost
  /// How many launches are measured.
  let runs: Int
  /// Where is said why a request did not complete.
  let console: Console

  /// Measures everything.
  func measure() async throws(Complaint) -> SandboxResults {
    var results = SandboxResults(runs: runs)
    for run in -Self.warmUps..<runs {
      await LaunchBenchmark.settle()
      let spawn = try LaunchBenchmark.time { () throws(SystemError) in
        try Yardsticks.spawnAndWait(LaunchBenchmark.yardstick)
      }
      await LaunchBenchmark.settle()
      let fork = try LaunchBenchmark.time { () throws(SystemError) in
        try Yardsticks.forkAndWait()
      }
      await LaunchBenchmark.settle()
      let start = ContinuousClock.now
      let result = try await perform(subject)
      let end = ContinuousClock.now - start
      if run >= 0 { try results.add(result.timings, end: end, spawn: spawn, fork: fork) }
    }
    results.prices = try await prices()
    return results
  }

  /// Runs a fixture to the end of its instance.
  private func perform(_ extension: InstalledExtension) async throws(Complaint) -> RequestResult {
    var options = RequestOptions()
    options.waitsForExit = true
    options.measuresSteps = true
    let result = await host.perform(`extension`, items: [], options: options)
    guard case .completed = result.outcome else {
      RunMessages.show(
        result,
        of: TerminalText.line(`extension`.displayName),
        verbose: false,
        console
      )
      let code = RunMessages.exitCode(of: result.outcome)
      throw Complaint(
        code == .completed ? .notCompleted : code,
        "a measured request to '\(`extension`.identifier)' did not complete"
      )
    }
    return result
  }

  /// What two calls cost inside and outside.
  private func prices() async throws(Complaint) -> [CallPrice] {
    let result = try await perform(priceSubject)
    guard case .completed(let items, _) = result.outcome, let text = items.first?.text else {
      return []
    }
    let inside = text.split(separator: "\n").compactMap { Double($0) }
    guard inside.count == 2 else { return [] }
    return [
      CallPrice(
        name: "a cheap call (getppid)",
        key: "getppid",
        inside: inside[0],
        outside: try Self.price(of: 20_000) { (count) throws(SystemError) in
          Yardsticks.askForParent(count: count)
        }
      ),
      CallPrice(
        name: "opening and closing a folder",
        key: "open",
        inside: inside[1],
        outside: try Self.price(of: 2000) { (count) throws(SystemError) in
          try Yardsticks.openAndClose("/usr/lib", count: count)
        }
      ),
    ]
  }

  /// The nanoseconds of a call in the fastest of five rounds, as the fixture counts.
  private static func price(
    of count: UInt32,
    _ calls: (UInt32) throws(SystemError) -> Void
  ) throws(Complaint) -> Double {
    var best = Double.infinity
    for _ in 0..<5 {
      let time = try LaunchBenchmark.time { () throws(SystemError) in try calls(count) }
      best = min(best, time / .nanoseconds(1) / Double(count))
    }
    return best
  }
}

/// What a system call costs.
struct CallPrice: Sendable {
  /// The call, for people.
  let name: String
  /// The call, for scripts.
  let key: String
  /// The nanoseconds in the sandbox.
  let inside: Double
  /// The nanoseconds elsewhere.
  let outside: Double
}
