import OrielPropertyList
import Testing

/// Reading some texts of a list without the rest of it.
@Suite("Some texts of a property list", .timeLimit(.minutes(1)))
struct SomeTextsTests {
  /// The keys that are asked for.
  static let keys = ["text", "first", "last", "none"]

  /// What the whole list has under the keys; nil when it cannot be read.
  static func whole(_ bytes: [UInt8]) -> [String: String]? {
    guard let list = try? PropertyList(parsing: bytes, limits: roomy) else { return nil }
    let pairs = keys.compactMap { key in
      list.root.dictionary?[key]?.string.map { (key, $0) }
    }
    return Dictionary(uniqueKeysWithValues: pairs)
  }

  /// What is read without the rest.
  static func some(_ bytes: [UInt8]) -> [String: String] {
    PropertyList.texts(under: keys, of: bytes, limits: roomy)
  }

  @Test(
    "They are read over everything that XML may hold between them",
    arguments: [
      "<dict><key>first</key><string>1</string><key>last</key><string>2</string></dict>",
      "<?xml version=\"1.0\"?><!DOCTYPE plist><plist version=\"1.0\"><dict><!-- <key>last</key> -->"
        + "<key>a</key><array><dict><key>first</key><string>inner</string></dict></array>"
        + "<key>last</key><string>2</string><key>first</key><string>1</string></dict></plist>",
      "<dict><key>a</key><string><![CDATA[</string></dict>]]></string>"
        + "<key>first</key><string>1</string><key>last</key><string><![CDATA[2]]></string></dict>",
      "<dict><key>a</key><dict b='>' c=\"/>\"><key>x</key><true/><key>y</key><integer>3</integer>"
        + "</dict ><key>last</key><string>2</string><key>first</key><string>&#49;</string></dict>",
      "<dict><key>a</key><array/><key>b</key><string/><key>c</key><dict><?x </dict>?></dict>"
        + "<key>first</key><string>1</string><key>last</key><string>2</string></dict>",
      "<dict><key>first</key><string>1</string><key>first</key><string>9</string>"
        + "<key>last</key><string>2</string><key>text</key><integer>5</integer>"
        + "<key>text</key><string>too late</string></dict>",
    ]
  )
  func decorations(text: String) {
    let bytes = Array(text.utf8)
    #expect(Self.some(bytes) == ["first": "1", "last": "2"])
    #expect(Self.whole(bytes) == ["first": "1", "last": "2"])
  }

  @Test("A list that can be read whole gives the same", arguments: PropertyListFormat.allCases)
  func differential(format: PropertyListFormat) {
    var generator = SeededGenerator(seed: 11)
    var readable = 0
    for _ in 0..<200 {
      var dictionary: PropertyListDictionary = ["first": .string("1")]
      dictionary.add("random", .random(depth: 3, using: &generator))
      dictionary.add("text", .random(depth: 1, using: &generator))
      dictionary.add("last", .string("<2>"))
      let bytes = PropertyListValue.dictionary(dictionary).serialized(as: format)
      #expect(Self.some(bytes) == Self.whole(bytes))
      #expect(Self.some(bytes)["last"] == "<2>")
      for _ in 0..<20 {
        var damaged = bytes
        let place = Int.random(in: damaged.indices, using: &generator)
        damaged[place] = Array("<>/!-\"&; abk".utf8).randomElement(using: &generator) ?? 0
        let some = Self.some(damaged)
        guard let whole = Self.whole(damaged) else { continue }
        readable += 1
        #expect(some == whole, "\(String(decoding: damaged, as: UTF8.self))")
      }
    }
    #expect(readable > 100)
  }

  @Test("A list that is cut behind them still gives them")
  func cut() {
    let text = "<plist><dict><key>first</key><string>1</string><key>last</key><string>2</string>"
    #expect(
      PropertyList.texts(under: ["first"], of: Array(text.utf8), limits: roomy) == ["first": "1"]
    )
    #expect(Self.some(Array(text.utf8)).isEmpty)
  }
}
