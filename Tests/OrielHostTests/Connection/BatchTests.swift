import OrielHost
import OrielTesting
import Testing

@Suite("A batch of calls", .requiresBundles, .timeLimit(.minutes(2))) struct BatchTests {
  /// Why a batch was not made.
  private func failure(
    of batch: CallBatch,
    on connection: ExtensionConnection
  ) async -> CallError? {
    do throws(CallError) {
      _ = try await connection.call(batch)
      return nil
    } catch {
      return error
    }
  }

  @Test("gives what each call alone would give, in order") func sameAnswers() async throws {
    let connection = try await ConnectionTests.connect("Exerciser")
    var batch = CallBatch()
    let narrow = batch.call("narrow", [-7])
    let shout = batch.call("shout", ["grüße"])
    let divide = batch.call("divide", [17, 5])
    let failing = batch.call("divide", [1, 0])
    let again = batch.call("shout", ["straße"])
    let describe = batch.call("describe", [40])
    let sum = batch.call("sum", [.bytes([1, 2, 3])])
    let fill = batch.call("fill", [10])
    let nothing = batch.call("nothing")
    let results = try await connection.call(batch)
    #expect(results.results.count == 9)
    #expect(try results.get(narrow).result?.integer(in: 0...9) == 7)
    #expect(try results.get(shout).result?.string(limit: 99) == "GRüßE")
    #expect(try results.get(divide).outputs["quotient"]?.integer(in: 0...9) == 3)
    #expect(try results.get(divide).outputs["rest"]?.integer(in: 0...9) == 2)
    #expect(throws: CallError.self) { try results.get(failing) }
    #expect(try results.get(again).result?.string(limit: 99) == "STRAßE")
    let place = try #require(try results.get(describe).outputs["place"])
    #expect(try place.field("name").string(limit: 99) == "somewhere")
    #expect(try results.get(sum).result?.integer(in: 0...9) == 6)
    #expect(try results.get(fill).outputs["data"]?.bytes(limit: 9) == Array("abc".utf8))
    #expect(try results.get(nothing).result == nil)
    await connection.closeAndWait()
  }

  @Test("passes on what earlier calls return, and what comes back through their parameters")
  func promises() async throws {
    let connection = try await ConnectionTests.connect("Exerciser")
    var batch = CallBatch()
    let counter = batch.call("counter_new", [5])
    let eight = batch.call("counter_add", [counter.result, 3])
    let sixteen = batch.call("counter_add", [counter.result, eight.result])
    batch.call("counter_free", [counter.result])
    let stale = batch.call("counter_add", [counter.result, 1])
    let divide = batch.call("divide", [17, 5])
    let next = batch.call("divide", [divide.output("quotient"), divide.output("rest")])
    let results = try await connection.call(batch)
    #expect(try results.get(eight).result?.integer(in: 0...99) == 8)
    #expect(try results.get(sixteen).result?.integer(in: 0...99) == 16)
    #expect(try results.get(next).outputs["quotient"]?.integer(in: 0...9) == 1)
    #expect(try results.get(next).outputs["rest"]?.integer(in: 0...9) == 1)
    do throws(CallError) {
      _ = try results.get(stale)
      Issue.record("a handle was used after its end")
    } catch {
      guard case .staleHandle = error else {
        Issue.record("\(error)")
        return
      }
    }
    await connection.closeAndWait()
  }

  @Test("does not make a call whose argument was not made") func unkept() async throws {
    let connection = try await ConnectionTests.connect("Exerciser")
    let counter = try #require(try await connection.call("counter_new", [5]).result).unchecked
    _ = try await connection.call("counter_free", [counter])
    var batch = CallBatch()
    let stale = batch.call("counter_add", [counter, 1])
    let dependent = batch.call("counter_new", [stale.result])
    let further = batch.call("counter_add", [dependent.result, 1])
    let other = batch.call("counter_new", [1])
    let results = try await connection.call(batch)
    #expect(throws: CallError.self) { try results.get(stale) }
    #expect(throws: CallError.self) { try results.get(dependent) }
    #expect(throws: CallError.self) { try results.get(further) }
    #expect(try results.get(other).result?.isNull == false)
    await connection.closeAndWait()
  }

  @Test("makes no call when one of its arguments is wrong") func wrongArguments() async throws {
    let connection = try await ConnectionTests.connect("Exerciser")
    let counter = try #require(try await connection.call("counter_new", [0]).result).unchecked
    var earlier = CallBatch()
    let foreign = earlier.call("counter_new", [1])
    let wrongs: [(String, [InterfaceValue])] = [
      ("narrow", [128]), ("narrow", []), ("unknown", []), ("counter_add", [foreign.result, 1]),
      ("narrow", [foreign.result]),
    ]
    for (name, arguments) in wrongs {
      var batch = CallBatch()
      batch.call("counter_add", [counter, 1])
      batch.call(name, arguments)
      #expect(await failure(of: batch, on: connection) != nil, "\(name) \(arguments)")
    }
    var batch = CallBatch()
    let counted = batch.call("counter_add", [counter, 1])
    // A number of another width, a handle for a number, and what the call does not give.
    for argument in [counted.result, counted.output("counter")] {
      var wrong = batch
      wrong.call("narrow", [argument])
      #expect(await failure(of: wrong, on: connection) != nil)
    }
    #expect(try await connection.call(batch).get(counted).result?.integer(in: 0...9) == 1)
    // A promise means something in a batch only.
    let outside = await ConnectionTests.failure(
      of: "counter_add",
      [counter, counted.result],
      on: connection
    )
    guard case .argument? = outside else {
      Issue.record("\(String(describing: outside))")
      return
    }
    await connection.closeAndWait()
  }

  @Test("serves functions of the host, whose errors belong to their calls") func callbacks()
    async throws
  {
    struct Refusal: Error {}
    let connection = try await ConnectionTests.connect("Exerciser")
    let triple = InterfaceValue.function(
      HostFunction { .init(try $0[0].integer(in: -999...999) * 3) }
    )
    // It calls the extension again while the batch runs.
    let deeper = InterfaceValue.function(
      HostFunction { arguments in
        let number = try arguments[0].integer(in: -99...99)
        let text = try connection.callSynchronously("shout", [.string("n\(number)")])
        return .init(try text.result?.string(limit: 9).utf8.count ?? 0)
      }
    )
    let throwing = InterfaceValue.function(HostFunction { _ in throw Refusal() })
    var batch = CallBatch()
    let before = batch.call("shout", ["before"])
    let eighteen = batch.call("twice", [triple, 2])
    batch.call("twice", [throwing, 2])
    let nested = batch.call("twice", [deeper, 7])
    let after = batch.call("shout", ["after"])
    let results = try await connection.call(batch)
    #expect(try results.get(before).result?.string(limit: 9) == "BEFORE")
    #expect(try results.get(eighteen).result?.integer(in: 0...99) == 18)
    guard case .failure(.hostFunction(let error)) = results.results[2] else {
      Issue.record("\(results.results[2])")
      return
    }
    #expect(error is Refusal)
    #expect(try results.get(nested).result?.integer(in: 0...99) == 2)
    #expect(try results.get(after).result?.string(limit: 9) == "AFTER")
    await connection.closeAndWait()
  }

  @Test("of thousands of calls, empty and too large") func sizes() async throws {
    let connection = try await ConnectionTests.connect("Exerciser")
    #expect(try await connection.call(CallBatch()).results.isEmpty)
    var batch = CallBatch()
    let counter = batch.call("counter_new", [0])
    for number in 1...4000 { batch.call("counter_add", [counter.result, .init(number)]) }
    let results = try await connection.call(batch)
    #expect(try results.results[4000].get().result?.integer(in: 0...9_999_999) == 8_002_000)
    while batch.count <= 4096 { batch.call("nothing") }
    guard case .noRoom? = await failure(of: batch, on: connection) else {
      Issue.record("4097 calls were made")
      return
    }
    var large = CallBatch()
    for _ in 0..<5 { large.call("sum", [.bytes([UInt8](repeating: 1, count: 1 << 20))]) }
    guard case .noRoom? = await failure(of: large, on: connection) else {
      Issue.record("5 MiB were passed in 4")
      return
    }
    #expect(try await connection.call("narrow", [1]).result?.integer(in: -9...9) == -1)
    await connection.closeAndWait()
  }

  @Test("ends with the instance") func crash() async throws {
    let connection = try await ConnectionTests.connect("Exerciser")
    var batch = CallBatch()
    batch.call("narrow", [1])
    batch.call("crash")
    batch.call("narrow", [1])
    guard case .ended(.crash)? = await failure(of: batch, on: connection) else {
      Issue.record("a crash was not told")
      return
    }
    let slow = try await ConnectionTests.connect("Exerciser")
    var hanging = CallBatch()
    hanging.call("narrow", [1])
    hanging.call("hang")
    do throws(CallError) {
      _ = try await slow.call(hanging, options: CallOptions(timeout: .milliseconds(200)))
      Issue.record("a batch that hangs has ended")
    } catch {
      guard case .ended(.timeout) = error else {
        Issue.record("\(error)")
        return
      }
    }
  }
}
