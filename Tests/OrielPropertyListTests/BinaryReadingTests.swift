import OrielPropertyList
import Testing

@Suite("Binary property lists")
struct BinaryReadingTests {
  /// A file made by hand from objects, with one byte for each offset and reference.
  static func file(_ objects: [[UInt8]], top: UInt8 = 0) -> [UInt8] {
    var bytes = Array("bplist00".utf8)
    var offsets: [UInt8] = []
    for object in objects {
      offsets.append(UInt8(bytes.count))
      bytes += object
    }
    let table = UInt8(bytes.count)
    bytes += offsets
    bytes += [0, 0, 0, 0, 0, 0, 1, 1]
    for number in [UInt8(objects.count), top, table] { bytes += [0, 0, 0, 0, 0, 0, 0, number] }
    return bytes
  }

  @Test(
    "An object is read",
    arguments: [
      ([0x08], .boolean(false)),
      ([0x09], .boolean(true)),
      ([0x10, 0xFF], .integer(255)),
      ([0x11, 0xFF, 0xFE], .integer(65_534)),
      ([0x12, 0xFF, 0xFF, 0xFF, 0xFF], .integer(4_294_967_295)),
      ([0x13, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFE], .integer(-2)),
      ([0x14] + [UInt8](repeating: 0, count: 8) + [0x80, 0, 0, 0, 0, 0, 0, 0], .unsigned(1 << 63)),
      ([0x14] + [UInt8](repeating: 0, count: 15) + [5], .integer(5)),
      ([0x14] + [UInt8](repeating: 0xFF, count: 16), .integer(-1)),
      ([0x22, 0x3F, 0xC0, 0, 0], .real(1.5)),
      ([0x23, 0x3F, 0xF8, 0, 0, 0, 0, 0, 0], .real(1.5)),
      ([0x43, 1, 2, 3], .data([1, 2, 3])),
      ([0x4F, 0x10, 2, 8, 9], .data([8, 9])),
      ([0x52, 0x68, 0x69], .string("hi")),
      ([0x63, 0x00, 0xE9, 0xD8, 0x3C, 0xDF, 0x89], .string("é🎉")),
      ([0xA0], .array([])),
      ([0xD0], .dictionary([:])),
    ] as [([UInt8], PropertyListValue)]
  )
  func object(bytes: [UInt8], expected: PropertyListValue) throws {
    #expect(try PropertyList(parsing: Self.file([bytes]), limits: roomy).root == expected)
  }

  @Test("A date is read")
  func date() throws {
    let file = Self.file([[0x33, 0x40, 0x59, 0, 0, 0, 0, 0, 0]])
    guard case .date(let date) = try PropertyList(parsing: file, limits: roomy).root else {
      Issue.record("not a date")
      return
    }
    #expect(date.secondsSince2001 == 100)
  }

  @Test("An object that is referred to twice is read twice, and its places are known")
  func shared() throws {
    let file = Self.file([[0xA2, 1, 1], [0xA1, 2], [0x51, 0x78]])
    let list = try PropertyList(parsing: file, limits: roomy)
    #expect(list.root == .array([.array([.string("x")]), .array([.string("x")])]))
    #expect(list.position(of: []) == .byte(offset: 8))
    #expect(list.position(of: [.index(1), .index(0)]) == .byte(offset: 13))
  }

  @Test("The first of equal keys counts")
  func duplicates() throws {
    let file = Self.file([[0xD2, 1, 1, 2, 3], [0x51, 0x61], [0x09], [0x08]])
    let list = try PropertyList(parsing: file, limits: roomy)
    #expect(list.root == .dictionary(["a": .boolean(true)]))
    #expect(list.remarks.map(\.position) == [.byte(offset: 10)])
  }

  @Test(
    "What is wrong is named with its offset",
    arguments: [
      ([[0x00]], 8, "holds null"),
      ([[0x80, 1]], 8, "is a keyed archive: object 0 is a UID"),
      ([[0xC0]], 8, "holds a set"),
      ([[0x0C]], 8, "holds a URL"),
      ([[0x15]], 8, "starts no object"),
      ([[0xF0]], 8, "starts no object"),
      ([[0x13, 0]], 8, "longer than the file"),
      ([[0x5F, 0x10, 0x7F]], 8, "longer than the file"),
      ([[0x5F, 0x09]], 9, "count of the object is not an integer"),
      ([[0x5F, 0x13, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF]], 8, "longer than the file"),
      ([[0xAF, 0x13, 0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF]], 8, "longer than the file"),
      ([[0x14] + [UInt8](repeating: 1, count: 16)], 8, "does not fit into 64 bits"),
      ([[0x51, 0x80]], 8, "ASCII string holds other bytes"),
      ([[0x61, 0xD8, 0x00]], 8, "UTF-16 string is damaged"),
      ([[0x61, 0xDC, 0x00]], 8, "UTF-16 string is damaged"),
      ([[0x33, 0x7F, 0xF8, 0, 0, 0, 0, 0, 0]], 8, "not a finite number"),
      ([[0xA1, 0]], 8, "object 0 contains itself"),
      ([[0xA1, 1], [0xD1, 2, 0], [0x51, 0x61]], 8, "object 0 contains itself"),
      ([[0xA1, 9]], 9, "the reference to object 9 is out of range"),
      ([[0xD1, 1, 1], [0x09]], 11, "key of a dictionary is not a string"),
    ] as [([[UInt8]], Int, String)]
  )
  func failures(objects: [[UInt8]], offset: Int, message: String) throws {
    let error = try #require(failure(reading: Self.file(objects)))
    #expect(error.position == .byte(offset: offset))
    #expect(error.message.contains(message), "\(error)")
  }

  @Test(
    "A trailer that does not fit the file is refused",
    arguments: [
      (6, 0, "size of offsets"), (6, 9, "size of offsets"), (7, 0, "size of references"),
      (8, 0xFF, "does not fit"), (15, 0, "does not fit"), (15, 200, "does not fit"),
      (16, 0xFF, "not in the offset table"), (23, 1, "not in the offset table"),
      (24, 0xFF, "lies outside the file"), (31, 8, "lies outside the file"),
      (31, 200, "lies outside the file"),
    ]
  )
  func trailer(index: Int, value: UInt8, message: String) throws {
    var file = Self.file([[0x52, 0x68, 0x69]])
    #expect(failure(reading: file) == nil)
    file[file.count - 32 + index] = value
    let error = try #require(failure(reading: file))
    #expect(error.message.contains(message), "\(error)")
  }

  @Test("Another version is refused by name")
  func version() {
    let file = Array("bplist15".utf8) + [UInt8](repeating: 0, count: 64)
    #expect(failure(reading: file)?.message.contains("a version other than 0") == true)
    #expect(failure(reading: Array("bplist00".utf8))?.message.contains("trailer") == true)
  }
}
