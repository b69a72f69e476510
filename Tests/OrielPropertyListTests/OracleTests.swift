import Foundation
import OrielPropertyList
import Testing

/// Compares with Foundation's own reader and writer, which share no code with ours.
@Suite("Agreement with Foundation")
struct OracleTests {
  /// The formats with Foundation's name for each.
  static let formats: [(PropertyListFormat, PropertyListSerialization.PropertyListFormat)] = [
    (.xml, .xml), (.binary, .binary),
  ]

  @Test("What Foundation writes is read as the same value", arguments: formats)
  func readsFoundation(
    format: PropertyListFormat,
    theirs: PropertyListSerialization.PropertyListFormat
  ) throws {
    for seed in 0..<150 as Range<UInt64> {
      var generator = SeededGenerator(seed: seed)
      let value = PropertyListValue.random(depth: 3, using: &generator)
      let data = try PropertyListSerialization.data(
        fromPropertyList: value.foundationObject,
        format: theirs,
        options: 0
      )
      let list = try PropertyList(parsing: Array(data), limits: roomy)
      #expect(list.root == value, "seed \(seed)")
      #expect(list.format == format)
      #expect(list.remarks.isEmpty)
    }
  }

  @Test(
    "What we write is read by Foundation, and by us, as the same value",
    arguments: [PropertyListFormat.xml, .binary, .openStep]
  )
  func writesForFoundation(format: PropertyListFormat) throws {
    for seed in 1000..<1150 as Range<UInt64> {
      var generator = SeededGenerator(seed: seed)
      var value = PropertyListValue.random(depth: 3, using: &generator)
      if format == .openStep { value = value.withoutNumbers }
      let bytes = value.serialized(as: format)
      let object = try foundationObject(reading: bytes)
      #expect(value.matches(object), "seed \(seed)")
      #expect(try PropertyList(parsing: bytes, limits: roomy).root == value, "seed \(seed)")
    }
  }

  @Test("Dates of all years agree with Foundation's calendar")
  func dates() throws {
    for year in stride(from: 1, through: 9999, by: 7) {
      let text = String(format: "%04d-%02d-%02dT12:34:56Z", year, year % 12 + 1, year % 28 + 1)
      let document = "<plist version=\"1.0\"><date>\(text)</date></plist>"
      let theirs = try foundationObject(reading: Array(document.utf8))
      let ours = try read(document)
      #expect(ours.matches(theirs), "\(text)")
      #expect(String(decoding: ours.serialized(as: .xml), as: UTF8.self).contains(text))
    }
  }

  @Test("A manifest that the toolchain's own tools write is read")
  func manifest() throws {
    let source: [String: Any] = [
      "CFBundleIdentifier": "com.example.photoblog",
      "NSExtension": [
        "NSExtensionPointIdentifier": "com.apple.share-services",
        "NSExtensionAttributes": ["NSExtensionActivationRule": "TRUEPREDICATE"],
      ],
    ]
    let data = try PropertyListSerialization.data(
      fromPropertyList: source,
      format: .xml,
      options: 0
    )
    let root = try PropertyList(parsing: Array(data), limits: .manifest).root
    let dictionary = try #require(root.dictionary)
    #expect(dictionary["CFBundleIdentifier"] == .string("com.example.photoblog"))
    #expect(
      dictionary["NSExtension"]?.dictionary?["NSExtensionPointIdentifier"]
        == .string("com.apple.share-services")
    )
  }
}
