import Foundation
import OrielHost
import OrielSystem
import OrielWire

/// Runs the fixture that plays mutated conversations, many times, and looks at the host afterwards.
struct MutatedConversations {
  /// What a conversation may end with: its instance's fault or success, never the host's.
  static let allowed: Set<String> = [
    "completed", "cancelled", "protocol", "timeout.request", "crash.signal", "crash.exited",
    "crash.exception", "crash.threadExited",
    // An instance may say until its answer that its library cannot be used.
    "load.linker", "load.entryMissing", "load.abiVersion", "load.missingTable", "load.nullSlot",
    "load.changedFile", "load.unreadable", "load.startFailed",
  ]
  /// How many run at once.
  private static let width = 6

  /// How many conversations ended in which way.
  private(set) var outcomes: [String: Int] = [:]
  /// How many broke which rule of the channel, without numbers.
  private(set) var violations: [String: Int] = [:]
  /// What is wrong, with the seed to repeat it.
  private(set) var failures: [String] = []
  /// The host's process after the warm-up and at the end.
  private(set) var before = Footprint()
  private(set) var after = Footprint()

  /// What a process holds.
  struct Footprint: CustomStringConvertible {
    /// The bytes of resident memory.
    var memory = 0
    /// The open descriptors.
    var descriptors: [String] = []
    /// The threads.
    var threads = 0

    /// Measures this process.
    static var current: Footprint {
      let sizes = (try? String(contentsOfFile: "/proc/self/statm", encoding: .ascii)) ?? ""
      let pages = sizes.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
      let threads = try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")
      return Footprint(
        memory: pages * 4096,
        descriptors: DescriptorTable.targets,
        threads: threads?.count ?? 0
      )
    }

    var description: String {
      "\(memory >> 10) KiB of memory, \(descriptors.count) descriptors, \(threads) threads"
    }
  }

  /// Runs conversations in a host of their own.
  ///
  /// - Parameters:
  ///   - count: How many, beside a warm-up of a tenth of them and 50 at least.
  ///   - seed: The seed of the first one; the others follow.
  ///   - progress: Told how many have ended.
  /// - Returns: What they ended with, and what the host held.
  /// - Throws: What kept the host from starting.
  static func run(
    count: Int,
    seed: UInt64,
    progress: (Int) -> Void = { _ in }
  ) async throws -> MutatedConversations {
    var result = MutatedConversations()
    let processes = try RunnerProcesses()
    var configuration = Fixtures.configuration
    configuration.runnerPath = processes.path
    configuration.limits.startTime = .seconds(60)
    let host = try ExtensionHost(configuration: configuration)
    let warmUp = max(50, count / 10)
    // Its outcomes count as well, only what the host holds is not looked at before.
    try await result.play(warmUp, from: seed &- UInt64(warmUp), in: host, progress: { _ in })
    // The last request lets go of its descriptors just after its outcome.
    var last = Footprint()
    result.before = try await settled(processes) { footprint in
      defer { last = footprint }
      return footprint.descriptors == last.descriptors && footprint.threads == last.threads
    }
    try await result.play(count, from: seed, in: host, progress: progress)
    let before = result.before
    result.after = try await settled(processes) {
      $0.descriptors == before.descriptors && $0.threads <= before.threads
    }
    if !processes.instances.isEmpty { result.failures.append("instances are left") }
    if processes.hasDeadChild { result.failures.append("a child was not reaped") }
    // The runner that was there at the beginning still serves.
    if processes.all.count != 2 {
      result.failures.append("there are \(processes.all.count) processes")
    }
    await host.shutdownAndWait()
    return result
  }

  /// Measures once all instances are gone and a condition holds, or has not come to hold.
  private static func settled(
    _ processes: RunnerProcesses,
    _ condition: (Footprint) -> Bool
  ) async throws -> Footprint {
    try await wait { processes.instances.isEmpty }
    let end = ContinuousClock.now + .seconds(10)
    var footprint = Footprint.current
    while !condition(footprint), ContinuousClock.now < end {
      try await Task.sleep(for: .milliseconds(50))
      footprint = .current
    }
    return footprint
  }

  /// Runs conversations, some at once.
  private mutating func play(
    _ count: Int,
    from first: UInt64,
    in host: ExtensionHost,
    progress: (Int) -> Void
  ) async throws {
    let item = try Fixtures.named("MutatedConversation")
    let attachment = ItemProvider([UInt8](repeating: 7, count: 100_000), type: .data)
    var options = RequestOptions()
    options.requestTimeout = .milliseconds(250)
    options.graceTime = .milliseconds(50)
    options.waitsForExit = true
    let settings = options
    try await withThrowingTaskGroup(of: (UInt64, RequestResult).self) { group in
      func add(_ index: Int) {
        let seed = first &+ UInt64(index)
        group.addTask {
          let input = ExtensionItem(text: "\(seed)", attachments: [attachment])
          return (seed, await host.perform(item, items: [input], options: settings))
        }
      }
      var next = min(count, Self.width)
      for index in 0..<next { add(index) }
      var ended = 0
      while let (seed, result) = try await group.next() {
        note(result, seed)
        ended += 1
        progress(ended)
        if next < count {
          add(next)
          next += 1
        }
      }
    }
  }

  /// Takes an outcome in.
  private mutating func note(_ result: RequestResult, _ seed: UInt64) {
    let code =
      switch result.outcome {
      case .completed: "completed"
      case .cancelled: "cancelled"
      case .failed(let reason): reason.code
      }
    outcomes[code, default: 0] += 1
    if !Self.allowed.contains(code) { failures.append("seed \(seed): \(result.outcome)") }
    if result.log.first?.message == "valid" {
      outcomes["(valid)", default: 0] += 1
      if !["completed", "cancelled", "timeout.request"].contains(code) {
        failures.append("seed \(seed) is valid: \(result.outcome)")
      }
    }
    guard case .protocolViolation(let what) = result.failure else { return }
    let words = String(what.map { $0.isNumber ? "N" : $0 })
      .replacing(/N+/, with: "N")
    violations[words, default: 0] += 1
  }

  /// The numbers for people.
  var table: String {
    func lines(_ counts: [String: Int]) -> String {
      counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        .map {
          "  \(String(repeating: " ", count: max(0, 7 - "\($0.value)".count)))\($0.value)  \($0.key)"
        }
        .joined(separator: "\n")
    }
    return """
      outcomes:
      \(lines(outcomes))
      what broke the protocol:
      \(lines(violations))
      after the warm-up: \(before)
      at the end:        \(after)
      """
  }
}
