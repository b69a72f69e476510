import Foundation
import OrielPropertyList
import Testing

/// Damaged and hostile files: the readers give a value or an error, soon, and never trap.
@Suite("Hostile property lists", .timeLimit(.minutes(1)))
struct RobustnessTests {
  /// A file with every kind of value.
  static func sample(_ format: PropertyListFormat) -> [UInt8] {
    var generator = SeededGenerator(seed: 7)
    var dictionary: PropertyListDictionary = [
      "text": .string("é🎉 & <b>"), "big": .unsigned(.max), "small": .integer(-5),
      "real": .real(0.25), "yes": .boolean(true), "bytes": .data([1, 2, 3, 4]),
      "list": .array([.integer(300), .integer(70_000), .string("text")]),
    ]
    dictionary.add("random", .random(depth: 2, using: &generator))
    return PropertyListValue.dictionary(dictionary).serialized(as: format)
  }

  @Test("A file cut off anywhere is refused", arguments: PropertyListFormat.allCases)
  func truncations(format: PropertyListFormat) {
    let whole = Self.sample(format)
    #expect(failure(reading: whole) == nil)
    // The last byte of a text is a line end that nobody misses, and the first letters of a binary
    // file alone are a word of text.
    for count in 0..<(whole.count - 1) where format != .binary || count >= 6 {
      #expect(failure(reading: Array(whole[..<count])) != nil, "\(count) bytes")
    }
  }

  @Test("A file with any bit flipped is read or refused", arguments: PropertyListFormat.allCases)
  func flips(format: PropertyListFormat) {
    let whole = Self.sample(format)
    for bit in 0..<(whole.count * 8) {
      var damaged = whole
      damaged[bit / 8] ^= 1 << UInt8(bit % 8)
      _ = failure(reading: damaged)
    }
  }

  @Test(
    "A file with bytes replaced at random is read or refused",
    arguments: 0..<8 as Range<UInt64>
  )
  func noise(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    for format in PropertyListFormat.allCases {
      let whole = Self.sample(format)
      for _ in 0..<300 {
        var damaged = whole
        for _ in 0..<Int.random(in: 1...12, using: &generator) {
          damaged[Int.random(in: damaged.indices, using: &generator)] =
            [0x00, 0xFF, 0x7F, 0x80, 0x3C, 0x26, UInt8.random(in: 0...255, using: &generator)]
            .randomElement(using: &generator) ?? 0
        }
        _ = failure(reading: damaged)
      }
    }
  }

  @Test("Nesting over the limit is refused, nesting at the limit is read")
  func depth() {
    let limits = PropertyListLimits(bytes: 1 << 24, depth: 50, nodes: 1 << 20, stringLength: 100)
    func nested(_ count: Int) -> [UInt8] {
      Array(
        (String(repeating: "<array>", count: count)
          + String(repeating: "</array>", count: count)).utf8
      )
    }
    #expect(failure(reading: nested(50), limits: limits) == nil)
    #expect(failure(reading: nested(51), limits: limits)?.code == .limit)
    #expect(failure(reading: nested(51), limits: limits)?.position == .text(line: 1, column: 351))
    #expect(failure(reading: nested(500_000), limits: limits)?.code == .limit)
    let huge = PropertyListLimits(bytes: 1 << 24, depth: .max, nodes: .max, stringLength: .max)
    #expect(failure(reading: nested(500_000), limits: huge)?.code == .limit)
  }

  @Test("A million keys are refused before they are all read")
  func keys() {
    let many =
      Array("<dict>".utf8) + (0..<1_000_000).flatMap { _ in Array("<key>a</key><true/>".utf8) }
    let error = failure(
      reading: many,
      limits: .init(bytes: .max, depth: 9, nodes: 1000, stringLength: 9)
    )
    #expect(error?.code == .limit)
    #expect(failure(reading: many, limits: .manifest)?.message.contains("the limit is") == true)
  }

  @Test("Long strings, keys and data are refused")
  func lengths() {
    let limits = PropertyListLimits(bytes: 1 << 20, depth: 9, nodes: 99, stringLength: 8)
    for text in ["<string>%</string>", "<data>%</data>", "<dict><key>%</key><true/></dict>"] {
      let short = text.replacingOccurrences(of: "%", with: "AAAAAAAA")
      let long = text.replacingOccurrences(of: "%", with: "AAAAAAAAA")
      #expect(failure(reading: Array(short.utf8), limits: limits) == nil)
      #expect(failure(reading: Array(long.utf8), limits: limits)?.code == .limit)
    }
    let binary = PropertyListValue.string("AAAAAAAAA").serialized(as: .binary)
    #expect(failure(reading: binary, limits: limits)?.code == .limit)
  }

  @Test("A small file that stands for a huge tree is refused")
  func sharedReferences() {
    // Each array holds the next one fifteen times: 15 to the power of 20 values.
    let objects = (0..<20).map { [0xAE] + [UInt8](repeating: UInt8($0 + 1), count: 14) as [UInt8] }
    let file = BinaryReadingTests.file(Array(objects.prefix(12)) + [[0x09]])
    let limits = PropertyListLimits(bytes: 1 << 20, depth: 64, nodes: 10_000, stringLength: 99)
    #expect(failure(reading: file, limits: limits)?.code == .limit)
  }

  @Test("Strings that overlap are refused once they hold more than the file")
  func overlaps() throws {
    var file = Array("bplist00".utf8)
    // Two hundred string headers, each of which claims all that follows it.
    let count = 200
    for _ in 0..<count { file += [0x5F, 0x11, 0x04, 0x00] }
    file += [UInt8](repeating: 0x41, count: 2048)
    let top = file.count
    file += [0xAF, 0x10, UInt8(count)] + (0..<count).map { UInt8($0) }
    let table = file.count
    for offset in (0..<count).map({ 8 + $0 * 4 }) + [top] {
      file += [UInt8(offset >> 8), UInt8(offset & 0xFF)]
    }
    file += [0, 0, 0, 0, 0, 0, 2, 1]
    for number in [count + 1, count, table] {
      file += (0..<8).map { UInt8(truncatingIfNeeded: number >> (8 * (7 - $0))) }
    }
    let error = try #require(failure(reading: file))
    #expect(error.message == "objects overlap")
  }
}
