import Foundation
import OrielHost
import OrielTesting
import Testing

/// Libraries of the system in the sandbox, compared with the same calls in this process.
@Suite("An unmodified library", .requiresBundles, .timeLimit(.minutes(2))) struct RealLibraryTests {
  @Test func zlib() async throws {
    let connection = try await ConnectionTests.connect("Zlib")
    let crc = try await connection.call("crc32", [0, .bytes(Array("123456789".utf8))]).result
    #expect(try crc?.unsigned(upTo: .max) == 0xCBF4_3926)
    var source: [UInt8] = []
    for number in 0..<20_000 { source += Array("\(number * number) ".utf8) }
    typealias Compress =
      @convention(c) (
        UnsafeMutablePointer<UInt8>, UnsafeMutablePointer<UInt>, UnsafePointer<UInt8>, UInt, Int32
      ) -> Int32
    let compress = unsafe try LibraryInProcess("libz.so.1").function("compress2", as: Compress.self)
    var own = [UInt8](repeating: 0, count: source.count)
    var ownCount = UInt(own.count)
    #expect(unsafe compress(&own, &ownCount, source, UInt(source.count), 6) == 0)
    let result = try await connection.call(
      "compress2",
      [.integer(Int64(source.count)), .bytes(source), 6]
    )
    let compressed = try #require(result.outputs["dest"]).bytes(limit: source.count)
    #expect(compressed == Array(own.prefix(Int(ownCount))))
    let back = try await connection.call(
      "uncompress",
      [.integer(Int64(source.count)), .bytes(compressed)]
    )
    #expect(try back.outputs["dest"]?.bytes(limit: source.count) == source)
    let error = await ConnectionTests.failure(
      of: "compress2",
      [3, .bytes(source), 6],
      on: connection
    )
    guard case .failed(let failure)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(failure.result == -5)
    #expect(failure.message == "buffer error")
    await connection.closeAndWait()
  }

  @Test func quicksort() async throws {
    let connection = try await ConnectionTests.connect("LibC")
    var generator = SystemRandomNumberGenerator()
    let numbers = (0..<1000).map { _ in Int32.random(in: .min ... .max, using: &generator) }
    let buffer = try connection.makeBuffer(count: numbers.count * 4)
    buffer.write(
      numbers.flatMap { number in unsafe withUnsafeBytes(of: number) { unsafe Array($0) } }
    )
    let compare = HostFunction { values in
      let left = try values[0].integer(in: Int64(Int32.min)...Int64(Int32.max))
      let right = try values[1].integer(in: Int64(Int32.min)...Int64(Int32.max))
      return .integer(left < right ? -1 : left == right ? 0 : 1)
    }
    _ = try await connection.call("sort_numbers", [.buffer(buffer), .function(compare)])
    let sorted = buffer.read(0..<buffer.count)
    let expected = numbers.sorted().flatMap { number in
      unsafe withUnsafeBytes(of: number) { unsafe Array($0) }
    }
    #expect(sorted == expected)
    await connection.closeAndWait()
  }

  @Test("bsearch finds with the host's comparison, and tells where") func binarySearch()
    async throws
  {
    let connection = try await ConnectionTests.connect("LibC")
    let numbers = (0..<1000).map { Int32($0 * 3) }
    let buffer = try connection.makeBuffer(count: numbers.count * 4)
    buffer.write(numbers.flatMap { Self.bytes(of: $0) })
    let compare = HostFunction { values in
      func number(_ value: UntrustedValue) throws -> Int32 {
        try value.bytes(limit: 4).reversed().reduce(Int32(0)) { $0 << 8 | Int32($1) }
      }
      let (left, right) = (try number(values[0]), try number(values[1]))
      return .integer(left < right ? -1 : left == right ? 0 : 1)
    }
    for key in [Int32(0), 3, 1500, 2997, 1, 2998, -1] {
      let found = try await connection.call(
        "bsearch",
        [.bytes(Self.bytes(of: key)), .buffer(buffer), 1000, .function(compare)]
      ).result
      // Which element it is, is known without any search.
      let isThere = key >= 0 && key % 3 == 0 && key < 3000
      #expect(found?.isNull == !isThere, "\(key)")
      if isThere { #expect(found?.unchecked.description == "offset \(key / 3 * 4)") }
    }
    await connection.closeAndWait()
  }

  /// A number as memory has it.
  private static func bytes(of number: Int32) -> [UInt8] {
    unsafe withUnsafeBytes(of: number) { unsafe Array($0) }
  }
}
