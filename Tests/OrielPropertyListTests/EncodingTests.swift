import Foundation
import OrielPropertyList
import Testing

@Suite("Encodings of property lists")
struct EncodingTests {
  /// The same dictionary in each text format.
  static let documents: [(PropertyListFormat, String)] = [
    (.xml, "<dict><key>é🎉</key><string>中</string></dict>"), (.openStep, "{ \"é🎉\" = \"中\"; }"),
    (.openStep, "\"é🎉\" = \"中\";"), (.json, "{ \"é🎉\": \"中\" }"),
  ]

  /// What all of them hold.
  static let value = PropertyListValue.dictionary(["é🎉": .string("中")])

  /// Text as bytes of UTF-16.
  static func wide(_ text: String, big: Bool, mark: Bool) -> [UInt8] {
    ((mark ? [0xFEFF] : []) + Array(text.utf16)).flatMap { unit in
      let bytes = [UInt8(unit >> 8), UInt8(unit & 0xFF)]
      return big ? bytes : bytes.reversed()
    }
  }

  @Test(
    "UTF-8 and UTF-16 are read, with and without marks and space in front",
    arguments: documents
  )
  func encodings(format: PropertyListFormat, text: String) throws {
    for space in ["", " \n\t\r\n "] {
      var files: [[UInt8]] = [
        Array((space + text).utf8), [0xEF, 0xBB, 0xBF] + (space + text).utf8,
      ]
      for big in [true, false] {
        for mark in [true, false] { files.append(Self.wide(space + text, big: big, mark: mark)) }
      }
      for file in files {
        let list = try PropertyList(parsing: file, limits: roomy)
        #expect(list.root == Self.value)
        #expect(list.format == format)
      }
    }
  }

  @Test("UTF-32 is refused by name", arguments: documents)
  func utf32(format: PropertyListFormat, text: String) {
    for mark in [true, false] {
      let scalars = (mark ? [0xFEFF] : []) + text.unicodeScalars.map(\.value)
      let big = scalars.flatMap { value in
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
      }
      let little = scalars.flatMap { value in
        [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: value >> $0) }
      }
      for file in [big, little] {
        #expect(failure(reading: file)?.code == .encoding)
        #expect(failure(reading: file)?.message.hasPrefix("is UTF-32") == true)
      }
    }
  }

  @Test("Latin-1 is read when the declaration names it, and places count characters")
  func latin1() throws {
    let head = Array("<?xml version='1.0' encoding='ISO-8859-1'?>\n".utf8)
    let body = Array("<dict><key>".utf8) + [0xE9, 0xFF] + Array("</key><string/>".utf8)
    let list = try PropertyList(parsing: head + body + Array("</dict>".utf8), limits: roomy)
    #expect(list.root == .dictionary(["éÿ": .string("")]))
    #expect(list.position(of: [.key("éÿ")]) == .text(line: 2, column: 20))
    #expect(list.root.matches(try foundationObject(reading: head + body + Array("</dict>".utf8))))
    // Without the declaration the same bytes are no UTF-8.
    #expect(failure(reading: body + Array("</dict>".utf8))?.code == .encoding)
  }

  @Test(
    "Another encoding is refused by name, before its bytes are",
    arguments: ["Shift_JIS", "windows-1252", "UTF-7", "UTF-32", "ebcdic"]
  )
  func others(name: String) throws {
    let text = Array(" <?xml version=\"1.0\" encoding=\"\(name)\"?><string>".utf8)
    let file = text + [0x83, 0x65] + Array("</string>".utf8)
    let error = try #require(failure(reading: file))
    #expect(error.code == .encoding)
    #expect(error.message.contains("'\(name)'"), "\(error)")
  }

  @Test("Text that is cut inside a character is refused in every encoding", arguments: documents)
  func cut(format: PropertyListFormat, text: String) {
    let narrow = Array(text.utf8)
    let wide = Self.wide(text, big: false, mark: true)
    let end = text.utf8.firstIndex(of: 0xF0).map {
      text.utf8.distance(from: text.utf8.startIndex, to: $0)
    }
    #expect(failure(reading: Array(narrow[..<((end ?? 0) + 2)]))?.code == .encoding)
    #expect(failure(reading: Array(wide.dropLast()))?.code == .encoding)
  }
}
