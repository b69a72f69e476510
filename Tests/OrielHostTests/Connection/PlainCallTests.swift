import OrielHost
import OrielTesting
import Testing

/// Calls whose arguments are numbers, memory and handles alone, which take the short way.
@Suite("A plain call", .requiresBundles, .timeLimit(.minutes(2))) struct PlainCallTests {
  /// What a function returns that takes numbers.
  private func number(
    _ name: String,
    _ arguments: InterfaceValue...,
    on connection: ExtensionConnection
  ) async throws -> Double {
    switch try await connection.call(name, arguments).result?.unchecked {
    case .number(let number)?: number
    case .integer(let integer)?: Double(integer)
    default: .nan
    }
  }

  @Test("finds every argument, in registers and behind them") func kinds() async throws {
    let connection = try await ConnectionTests.connect("Exerciser")
    let mixed = try await number(
      "mixed",
      -3,
      0.5,
      .unsigned(.max),
      0.25,
      true,
      -7,
      0.125,
      on: connection
    )
    #expect(mixed == -72_882_499.375)
    let halves = try await number("halves", 0.5, 1, 1, 1, 1, 1, 1, -1, on: connection)
    #expect(halves == -1.5)
    let seven = try await number("seven", -1, 2, -3, 4, -5, 6, -7, on: connection)
    #expect(seven == -6_446_281)
    let nine = try await number("nine", 1, 1, 1, 1, 1, 1, 1, 1, -1, on: connection)
    #expect(nine == 27)
    await connection.closeAndWait()
  }

  @Test("passes bytes and buffers of any length") func memory() async throws {
    let connection = try await ConnectionTests.connect("Exerciser")
    let sum = try connection.function("sum")
    for count in [0, 1, 15, 16, 17, 4096, 1 << 20] {
      let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7) }
      let expected = bytes.reduce(into: Int64(0)) { $0 += Int64($1) }
      let total = try await sum.call([.bytes(bytes)]).result?.integer(in: 0...Int64(UInt32.max))
      #expect(total == expected, "\(count) bytes")
    }
    let buffer = try connection.makeBuffer(count: 100)
    buffer.write([UInt8](repeating: 2, count: 100))
    #expect(try await sum.call([.buffer(buffer)]).result?.integer(in: 0...999) == 200)
    // What does not fit into the memory for calls is refused by the general way.
    let large = InterfaceValue.bytes([UInt8](repeating: 0, count: 8 << 20))
    guard case .noRoom? = await ConnectionTests.failure(of: "sum", [large], on: connection) else {
      Issue.record("8 MiB were passed")
      return
    }
    await connection.closeAndWait()
  }

  @Test("takes handles and buffers of its own connection alone") func foreign() async throws {
    let connection = try await ConnectionTests.connect("Exerciser")
    let other = try await ConnectionTests.connect("Exerciser")
    let counter = try #require(try await connection.call("counter_new", [5]).result).unchecked
    // Positive control: the other connection has such an object, too.
    let theirs = try #require(try await other.call("counter_new", [7]).result).unchecked
    #expect(try await other.call("counter_add", [theirs, 1]).result?.integer(in: 0...99) == 8)
    #expect(
      try await connection.call("counter_add", [counter, 1]).result?.integer(in: 0...99) == 6
    )
    let failure = await ConnectionTests.failure(of: "counter_add", [counter, 1], on: other)
    guard case .staleHandle? = failure else {
      Issue.record("\(String(describing: failure))")
      return
    }
    let buffer = InterfaceValue.buffer(try connection.makeBuffer(count: 10))
    guard case .argument? = await ConnectionTests.failure(of: "sum", [buffer], on: other) else {
      Issue.record("a buffer of another connection was passed")
      return
    }
    await connection.closeAndWait()
    await other.closeAndWait()
  }

  @Test("of a task may take long, and others wait for it") func tasks() async throws {
    let connection = try await ConnectionTests.connect("Exerciser")
    let results = try await withThrowingTaskGroup(of: Int64?.self) { group in
      for number in 0..<40 as Range<Int64> {
        group.addTask {
          if number % 10 == 0 {
            return try await connection.call("nap", [30]).result?.integer(in: 0...99)
          }
          return try await connection.call("narrow", [.integer(number)]).result?
            .integer(in: -99...99)
        }
      }
      var results: [Int64] = []
      for try await result in group { results.append(result ?? 0) }
      return results.sorted()
    }
    let expected = (0..<40).map { $0 % 10 == 0 ? 30 : -Int64($0) }
    #expect(results == expected.sorted())
    await connection.closeAndWait()
  }

  @Test("of a task that is cancelled leaves the lane free for the next") func cancelling()
    async throws
  {
    let connection = try await ConnectionTests.connect("Exerciser")
    let task = Task { await ConnectionTests.failure(of: "nap", [200], on: connection) }
    // Something that comes later waits for it, on the same lane.
    let next = Task { try await connection.call("narrow", [5]).result?.integer(in: -9...9) }
    task.cancel()
    guard case .cancelled? = await task.value else {
      Issue.record("the call was not cancelled")
      return
    }
    #expect(try await next.value == -5)
    #expect(try await connection.call("narrow", [6]).result?.integer(in: -9...9) == -6)
    await connection.closeAndWait()
  }

  @Test(
    "ends at its time, whatever the library does meanwhile",
    arguments: ["nap", "ask_for_ever"]
  )
  func deadline(name: String) async throws {
    let connection = try await ConnectionTests.connect("Exerciser")
    let arguments: [InterfaceValue] =
      name == "nap" ? [60_000] : [.function(HostFunction { $0[0].unchecked })]
    let failure = await ConnectionTests.failure(
      of: name,
      arguments,
      on: connection,
      timeout: .milliseconds(100)
    )
    guard case .ended(.timeout(.call))? = failure else {
      Issue.record("\(String(describing: failure))")
      return
    }
    await connection.closeAndWait()
  }

  @Test("can be looked for once") func function() async throws {
    let connection = try await ConnectionTests.connect("Exerciser")
    let narrow = try connection.function("narrow")
    #expect(narrow.name == "narrow")
    #expect(try narrow.callSynchronously([4]).result?.integer(in: -9...9) == -4)
    #expect(throws: CallError.self) { try connection.function("unknown") }
    await connection.closeAndWait()
  }
}
