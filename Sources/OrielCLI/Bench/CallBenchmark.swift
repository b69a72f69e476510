internal import OrielHost
internal import OrielSystem

/// Measures calls in turns with the yardsticks.
struct CallBenchmark: Sendable {
  /// How often each is measured in a round when nobody says otherwise.
  static let usualRuns = 2000
  /// The rounds, whose ratios' median counts.
  static let rounds = 5
  /// The turns of a round, in which yardsticks and calls follow each other.
  private static let turns = 4
  /// The callbacks of a call, by which its time is divided.
  private static let callbacks: Int64 = 50
  /// The library whose functions are called.
  static let identifier = "org.oriel.library.exerciser"

  /// The connection whose instance has a processor of its own.
  let pinned: ExtensionConnection
  /// The connection on which both sides sleep at once; its instance is on the same processor.
  let asleep: ExtensionConnection
  /// The connection for tasks.
  let free: ExtensionConnection
  /// The processors, that of the calling thread first.
  let processors: [Int32]
  /// How often each is measured in a round.
  let runs: Int

  /// Measures everything.
  func measure() async throws(Complaint) -> CallResults {
    var results = CallResults()
    results.hasOwnProcessors = processors.count > 1
    var buffers: [(bar: CallBar, buffer: SharedBuffer)] = []
    for bar in CallBar.allCases {
      guard let size = bar.bufferSize else { continue }
      let start = MonotonicTime.now
      let buffer = try call { () throws(CallError) in try pinned.makeBuffer(count: size) }
      _ = unsafe buffer.withUnsafeBytes { memory in
        // Every byte is the buffer's.
        unsafe memory.initializeMemory(as: UInt8.self, repeating: 1)
      }
      // The instance looks at it once, too.
      _ = try call { () throws(CallError) in
        try pinned.callSynchronously("first", [.buffer(buffer)])
      }
      let time = MonotonicTime.now.nanoseconds - start.nanoseconds
      results.mappings.append((bar, Double(time) / 1000))
      buffers.append((bar, buffer))
    }
    for round in 0...Self.rounds {
      if round > 0 { results.beginRound() }
      // What is measured before the first round begins is not kept.
      let kept = await Self.onThread { [buffers] in measureThread(buffers) }
      for (bar, times) in try kept.get() { results[bar].add(times) }
      results[.task64].add(try await tasks())
    }
    return results
  }

  /// What a thread measures: calls with their yardsticks.
  private func measureThread(
    _ buffers: [(bar: CallBar, buffer: SharedBuffer)]
  ) -> Result<[(CallBar, [UInt64])], Complaint> {
    do throws(Complaint) {
      var times: [(CallBar, [UInt64])] = []
      let other = processors.count > 1 ? processors[1] : nil
      let part = max(runs / Self.turns, 1)
      let small: [InterfaceValue] = [.bytes(Self.bytes(64))]
      // In turns, since what a processor does at best differs from moment to moment. On one processor:
      // the other side's. Then each side on its own.
      for turn in 0..<2 * Self.turns {
        let isNear = turn < Self.turns
        try system { () throws(SystemError) in
          try CallYardsticks.run(on: isNear ? processors.last : processors.first)
        }
        let packets = try system { () throws(SystemError) in
          try CallYardsticks.packetRoundTrips(part, on: processors.last)
        }
        times.append((isNear ? .nearPacket : .packet, packets))
        let calls = try measure(asleep, "peek", small, count: part)
        times.append((isNear ? .nearAsleep64 : .asleep64, calls))
      }
      for _ in 0..<Self.turns {
        let spins = try system { () throws(SystemError) in
          try CallYardsticks.spinRoundTrips(part, on: other)
        }
        times.append((.spin, spins))
        times.append((.call64, try measure(pinned, "peek", small, count: part)))
        times.append((.named64, try measureByName(pinned, "peek", small, count: part)))
      }
      times.append((.call4096, try measure(pinned, "peek", [.bytes(Self.bytes(4096))])))
      let ask = InterfaceValue.function(HostFunction { $0[0].unchecked })
      let whole = try measure(
        pinned,
        "ask_often",
        [ask, .integer(Self.callbacks)],
        count: max(runs / Int(Self.callbacks), 10)
      )
      times.append((.callback, whole.map { $0 / UInt64(Self.callbacks) }))
      for (bar, buffer) in buffers {
        times.append((bar, try measure(pinned, "first", [.buffer(buffer)])))
      }
      return .success(times)
    } catch {
      return .failure(error)
    }
  }

  /// The nanoseconds of each call.
  private func measure(
    _ connection: ExtensionConnection,
    _ name: String,
    _ arguments: [InterfaceValue],
    count: Int? = nil
  ) throws(Complaint) -> [UInt64] {
    var times: [UInt64] = []
    let count = count ?? runs
    times.reserveCapacity(count)
    let function = try call { () throws(CallError) in try connection.function(name) }
    for _ in 0..<count {
      let start = MonotonicTime.now
      _ = try call { () throws(CallError) in
        try function.callSynchronously(arguments)
      }
      times.append(MonotonicTime.now.nanoseconds - start.nanoseconds)
    }
    return times
  }

  /// The nanoseconds of each call of a function that is looked for each time.
  private func measureByName(
    _ connection: ExtensionConnection,
    _ name: String,
    _ arguments: [InterfaceValue],
    count: Int
  ) throws(Complaint) -> [UInt64] {
    var times: [UInt64] = []
    times.reserveCapacity(count)
    for _ in 0..<count {
      let start = MonotonicTime.now
      _ = try call { () throws(CallError) in
        try connection.callSynchronously(name, arguments)
      }
      times.append(MonotonicTime.now.nanoseconds - start.nanoseconds)
    }
    return times
  }

  /// The nanoseconds of each call from a task.
  private func tasks() async throws(Complaint) -> [UInt64] {
    var times: [UInt64] = []
    times.reserveCapacity(runs)
    let function = try call { () throws(CallError) in try free.function("peek") }
    let arguments: [InterfaceValue] = [.bytes(Self.bytes(64))]
    for _ in 0..<runs {
      let start = MonotonicTime.now
      do throws(CallError) {
        _ = try await function.call(arguments)
      } catch {
        throw Self.complaint(error)
      }
      times.append(MonotonicTime.now.nanoseconds - start.nanoseconds)
    }
    return times
  }

  private static func bytes(_ count: Int) -> [UInt8] { [UInt8](repeating: 1, count: count) }

  private func call<Value>(_ body: () throws(CallError) -> Value) throws(Complaint) -> Value {
    do { return try body() } catch { throw Self.complaint(error) }
  }

  private static func complaint(_ error: CallError) -> Complaint {
    Complaint(.notCompleted, "a measured call failed: \(TerminalText.line("\(error)", limit: 999))")
  }

  private func system<Value>(_ body: () throws(SystemError) -> Value) throws(Complaint) -> Value {
    do { return try body() } catch {
      throw Complaint(.notCompleted, "a yardstick cannot be measured: \(error)")
    }
  }

  /// Does something on a thread of its own.
  static func onThread<Value: Sendable>(
    _ body: @escaping @Sendable () -> Value
  ) async -> Value {
    let promise = Promise<Value>()
    if (try? Thread.start({ promise.fulfil(body()) })) == nil { promise.fulfil(body()) }
    return await promise.get()
  }
}
