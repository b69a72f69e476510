import OrielHost
import OrielTesting
import Synchronization
import Testing

@Suite("A connection that restarts", .requiresBundles, .timeLimit(.minutes(2)))
struct RestartTests {
  /// Keeps what a replay has made.
  private final class Counters: Sendable {
    let all = Mutex<[InterfaceValue]>([])
    var last: InterfaceValue { all.withLock { $0.last ?? .null } }
    var count: Int { all.withLock { $0.count } }
  }

  /// A connection whose replay makes a counter at 40.
  private func kept(
    _ counters: Counters,
    _ limit: RestartingConnection.Limit = .init()
  ) throws -> RestartingConnection {
    RestartingConnection(
      to: try Fixtures.named("Exerciser"),
      by: try #require(Fixtures.host),
      limit: limit
    ) { connection in
      let made = try await connection.call("counter_new", [40])
      counters.all.withLock { $0.append(made.result?.unchecked ?? .null) }
    }
  }

  /// Has the instance crash.
  private func crash(_ connection: ExtensionConnection) async {
    guard case .ended(.crash)? = await ConnectionTests.failure(of: "crash", on: connection) else {
      Issue.record("the instance did not crash")
      return
    }
  }

  @Test("brings the state of the host to each new instance, before anybody calls")
  func replay() async throws {
    let counters = Counters()
    let kept = try kept(counters)
    let first = try await kept.connection()
    let before = counters.last
    #expect(try await first.call("counter_add", [before, 1]).result?.integer(in: 0...99) == 41)
    // The same one as long as it lives.
    #expect(try await kept.connection() === first)
    await crash(first)
    let second = try await kept.connection()
    #expect(second !== first)
    #expect(counters.count == 2)
    let sum = try await second.call("counter_add", [counters.last, 2]).result
    #expect(try sum?.integer(in: 0...99) == 42)
    // What the old instance held is not in the new one.
    let error = await ConnectionTests.failure(of: "counter_add", [before, 1], on: second)
    guard case .staleHandle? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    await kept.close()
    #expect(second.result != nil)
    await #expect(throws: ConnectionError.self) { try await kept.connection() }
  }

  @Test("starts one instance for all who ask at once") func together() async throws {
    let counters = Counters()
    let kept = try kept(counters)
    for round in 1...2 {
      let identifiers = try await withThrowingTaskGroup(of: UInt64.self) { group in
        for _ in 0..<16 { group.addTask { try await kept.connection().identifier } }
        return try await group.reduce(into: Set()) { $0.insert($1) }
      }
      #expect(identifiers.count == 1)
      #expect(counters.count == round)
      await crash(try await kept.connection())
    }
    await kept.close()
  }

  @Test("gives up an extension that ends too often") func limit() async throws {
    let counters = Counters()
    let kept = try kept(counters, .init(restarts: 2, period: .seconds(600)))
    for _ in 0..<3 { await crash(try await kept.connection()) }
    let error = await #expect(throws: ConnectionError.self) { try await kept.connection() }
    #expect(
      error?.description.contains("has ended 3 times") == true,
      "\(String(describing: error))"
    )
    #expect(counters.count == 3)
    // Restarts that are long past do not count.
    let patient = try self.kept(counters, .init(restarts: 1, period: .zero))
    for _ in 0..<4 { await crash(try await patient.connection()) }
    await patient.close()
  }

  @Test("ends an instance that cannot be brought to its state") func failingReplay() async throws {
    struct Refusal: Error {}
    let connections = Mutex<[ExtensionConnection]>([])
    let kept = RestartingConnection(
      to: try Fixtures.named("Exerciser"),
      by: try #require(Fixtures.host)
    ) { connection in
      connections.withLock { $0.append(connection) }
      throw Refusal()
    }
    await #expect(throws: Refusal.self) { try await kept.connection() }
    #expect(connections.withLock { $0.first?.result } != nil)
    await kept.close()
  }
}
