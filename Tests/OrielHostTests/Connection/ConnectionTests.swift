import Foundation
import OrielHost
import OrielTesting
import Testing

@Suite("A connection", .requiresBundles, .timeLimit(.minutes(2))) struct ConnectionTests {
  /// A connection to a bundle.
  static func connect(_ name: String) async throws -> ExtensionConnection {
    try await #require(Fixtures.host).connect(Fixtures.named(name))
  }

  /// Why a call gave no result.
  static func failure(
    of name: String,
    _ arguments: [InterfaceValue] = [],
    on connection: ExtensionConnection,
    timeout: Duration? = nil
  ) async -> CallError? {
    do throws(CallError) {
      _ = try await connection.call(name, arguments, options: CallOptions(timeout: timeout))
      return nil
    } catch {
      return error
    }
  }

  /// Numbers come back as C computes them, at the ends of their ranges too.
  @Test func numbers() async throws {
    let connection = try await Self.connect("Exerciser")
    func call(_ name: String, _ values: InterfaceValue...) async throws -> InterfaceValue? {
      try await connection.call(name, values).result?.unchecked
    }
    #expect(try await call("narrow", -7)?.description == "7")
    #expect(try await call("narrow", -128)?.description == "-128")
    #expect(try await call("wide", .unsigned(.max))?.description == "\(UInt64.max)")
    #expect(try await call("halve", 3)?.description == "1.5")
    #expect(try await call("add", -1, 65535, 0.25)?.description == "65534.25")
    #expect(try await call("is_even", -4)?.description == "true")
    #expect(try await call("is_even", 7)?.description == "false")
    #expect(try await call("nothing") == nil)
    await #expect(throws: CallError.self) { _ = try await connection.call("narrow", [128]) }
    await #expect(throws: CallError.self) { _ = try await connection.call("narrow", ["1"]) }
    await #expect(throws: CallError.self) { _ = try await connection.call("narrow", []) }
    await #expect(throws: CallError.self) { _ = try await connection.call("unknown") }
    await connection.closeAndWait()
  }

  @Test func texts() async throws {
    let connection = try await Self.connect("Exerciser")
    #expect(try await connection.call("greeting").result?.string(limit: 99) == "hello")
    #expect(try await connection.call("shout", ["grüße"]).result?.string(limit: 99) == "GRüßE")
    // Given back once by the interface's word.
    #expect(try await connection.call("released_count").result?.integer(in: 0...9) == 1)
    await connection.closeAndWait()
  }

  /// Places in what was passed are told as such; pointers that lead elsewhere are no places.
  @Test func places() async throws {
    let connection = try await Self.connect("Exerciser")
    for count: Int64 in 0...4 {
      // Four is where the text ends.
      let rest = try await connection.call("skip", ["abc", .integer(count)]).outputs["rest"]
      #expect(rest?.unchecked.description == "offset \(count)")
    }
    for count: Int64 in [-1, 5, 100, 1 << 20, -(1 << 30)] {
      let error = await Self.failure(of: "skip", ["abc", .integer(count)], on: connection)
      guard case .untrustedResult? = error else {
        Issue.record("\(count): \(String(describing: error))")
        continue
      }
    }
    await connection.closeAndWait()
  }

  @Test func structures() async throws {
    let connection = try await Self.connect("Exerciser")
    let mirrored = try await connection.call("mirror", [["x": 1.5, "y": -3]]).result
    #expect(try mirrored?.field("x").number(in: -9...9) == -1.5)
    #expect(try mirrored?.field("y").number(in: -9...9) == 3)
    let place = try #require(try await connection.call("describe", [40]).outputs["place"])
    #expect(try place.field("tag").integer(in: 0...255) == 7)
    #expect(try place.field("place").field("y").number(in: -9...9) == -2.5)
    #expect(try place.field("name").string(limit: 99) == "somewhere")
    #expect(
      try place.field("counts").array(limit: 3).map { try $0.integer(in: 0...99) } == [40, 41, 42]
    )
    let length = try await connection.call("length_of", [place.unchecked]).result
    #expect(try length?.number(in: 0...99) == 1.5 - 2.5 + 42 + 9)
    await connection.closeAndWait()
  }

  @Test func outputsAndErrors() async throws {
    let connection = try await Self.connect("Exerciser")
    let divided = try await connection.call("divide", [17, 5]).outputs
    #expect(try divided["quotient"]?.integer(in: 0...99) == 3)
    #expect(try divided["rest"]?.integer(in: 0...99) == 2)
    let failedError = await Self.failure(of: "divide", [1, 0], on: connection)
    guard case .failed(let failure)? = failedError else {
      Issue.record("\(String(describing: failedError))")
      return
    }
    #expect(failure.result == -1)
    #expect(failure.errno == EDOM)
    #expect(
      try await connection.call("fill", [10]).outputs["data"]?.bytes(limit: 9) == Array("abc".utf8)
    )
    await #expect(throws: CallError.self) { _ = try await connection.call("fill", [2]) }
    let untrustedResultError = await Self.failure(of: "overstate", [10], on: connection)
    guard case .untrustedResult? = untrustedResultError else {
      Issue.record("\(String(describing: untrustedResultError))")
      return
    }
    await connection.closeAndWait()
  }

  @Test func handles() async throws {
    let connection = try await Self.connect("Exerciser")
    let counter = try #require(try await connection.call("counter_new", [5]).result).unchecked
    #expect(
      try await connection.call("counter_add", [counter, 3]).result?.integer(in: 0...99) == 8
    )
    _ = try await connection.call("counter_free", [counter])
    let staleHandleError = await Self.failure(of: "counter_add", [counter, 1], on: connection)
    guard case .staleHandle? = staleHandleError else {
      Issue.record("\(String(describing: staleHandleError))")
      return
    }
    // The connection goes on.
    #expect(try await connection.call("narrow", [1]).result?.integer(in: -9...9) == -1)
    await connection.closeAndWait()
  }

  @Test func callbacks() async throws {
    let connection = try await Self.connect("Exerciser")
    let square = InterfaceValue.function(
      HostFunction { .init(try $0[0].integer(in: -999...999) * 3) }
    )
    #expect(try await connection.call("twice", [square, 2]).result?.integer(in: 0...99) == 18)
    #expect(
      try await connection.call("from_thread", [square, -4]).result?.integer(in: -99...99) == -12
    )
    _ = try await connection.call("keep", [square])
    #expect(try await connection.call("use_kept", [7]).result?.integer(in: 0...99) == 21)
    // A function of the host calls the library again, on the same lane.
    let nested = InterfaceValue.function(
      HostFunction { [weak connection] values in
        let inner = try connection?.callSynchronously("twice", [square, values[0].unchecked])
        return inner?.result?.unchecked ?? 0
      }
    )
    #expect(try await connection.call("twice", [nested, 1]).result?.integer(in: 0...99) == 81)
    struct Refusal: Error {}
    let hostFunctionError = await Self.failure(
      of: "twice",
      [.function(HostFunction { _ in throw Refusal() }), 2],
      on: connection
    )
    guard case .hostFunction(let error)? = hostFunctionError else {
      Issue.record("\(String(describing: hostFunctionError))")
      return
    }
    #expect(error is Refusal)
    await connection.closeAndWait()
  }

  @Test func tablesAndVariadics() async throws {
    let connection = try await Self.connect("Exerciser")
    let tool = try #require(try await connection.call("get_tool").result).handle()
    let fields = try connection.readFields(of: tool)
    #expect(try fields["name"]?.string(limit: 99) == "hammer")
    #expect(fields["parts"]?.unchecked.description == "[head, null, handle]")
    #expect(fields["weights"]?.unchecked.description == "[300, 0, -20]")
    #expect(try await connection.call(tool, "apply", [14]).result?.integer(in: 0...99) == 42)
    #expect(try await connection.call("add_all", [3, 1, -2, 3]).result?.integer(in: 0...9) == 2)
    await connection.closeAndWait()
  }

  @Test func objectsWithFields() async throws {
    let connection = try await Self.connect("Exerciser")
    let window = try #require(try await connection.call("window_open").outputs["window"]).handle()
    let buffer = try connection.makeBuffer(count: 4)
    buffer.write([1, 2, 3, 4])
    try connection.writeFields(["next": .buffer(buffer), "left": 3], of: window)
    _ = try await connection.call("window_step", [.handle(window)])
    let fields = try connection.readFields(of: window)
    #expect(try fields["left"]?.integer(in: 0...9) == 0)
    #expect(try fields["total"]?.unsigned(upTo: 99) == 6)
    #expect(throws: CallError.self) { try connection.writeFields(["nothing": 1], of: window) }
    let other = try await Self.connect("Exerciser")
    let foreign = InterfaceValue.buffer(try other.makeBuffer(count: 4))
    #expect(throws: CallError.self) { try connection.writeFields(["next": foreign], of: window) }
    await other.closeAndWait()
    _ = try await connection.call("window_close", [.handle(window)])
    #expect(throws: CallError.self) { try connection.readFields(of: window) }
    await connection.closeAndWait()
  }

  @Test func sharedBuffers() async throws {
    let connection = try await Self.connect("Exerciser")
    let buffer = try connection.makeBuffer(count: 10_000_001)
    buffer.write([42])
    #expect(
      try await connection.call("first", [.buffer(buffer)]).result?.integer(in: 0...255) == 42
    )
    buffer.write([43])
    #expect(
      try await connection.call("first", [.buffer(buffer)]).result?.integer(in: 0...255) == 43
    )
    await connection.closeAndWait()
  }

  /// What a function does, and how its connection ends.
  @Test(arguments: [
    ("crash", "crash.signal"), ("leave", "crash.exited"), ("hang", "timeout.call"),
    ("spin", "timeout.call"), ("end_thread", "crash.threadExited"),
    ("stop_calling", "crash.signal"),
  ])
  func ends(function: String, code: String) async throws {
    let connection = try await Self.connect("Exerciser")
    // Positive control: it works before.
    #expect(try await connection.call("narrow", [1]).result?.integer(in: -9...9) == -1)
    let error = await Self.failure(of: function, on: connection, timeout: .milliseconds(300))
    guard case .ended(let reason)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(reason.code.hasPrefix(code), "\(reason)")
    let endedError = await Self.failure(of: "narrow", [1], on: connection)
    guard case .ended? = endedError else {
      Issue.record("\(String(describing: endedError))")
      return
    }
  }

  @Test func writingPastABuffer() async throws {
    let connection = try await Self.connect("Exerciser")
    let buffer = try connection.makeBuffer(count: 4096)
    let endedError = await Self.failure(of: "overrun", [.buffer(buffer)], on: connection)
    guard case .ended(let reason)? = endedError else {
      Issue.record("\(String(describing: endedError))")
      return
    }
    #expect(reason.code.hasPrefix("crash.signal"), "\(reason)")
  }

  @Test func callingTooLate() async throws {
    let connection = try await Self.connect("Exerciser")
    let ask = InterfaceValue.function(HostFunction { $0[0].unchecked })
    _ = try await connection.call("keep_wrongly", [ask])
    let endedError = await Self.failure(of: "use_kept", [7], on: connection)
    guard case .ended(let reason)? = endedError else {
      Issue.record("\(String(describing: endedError))")
      return
    }
    #expect(reason.code.hasPrefix("protocol"), "\(reason)")
  }

  @Test func closing() async throws {
    let connection = try await Self.connect("Exerciser")
    async let waiting = Self.failure(of: "hang", on: connection)
    connection.close()
    let error = await waiting
    guard case .closed? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }
}
