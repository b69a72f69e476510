import OrielPropertyList
import Testing

@Suite("XML property lists")
struct XMLReadingTests {
  @Test(
    "A value is read",
    arguments: [
      ("<string>a &lt;&gt;&amp;&quot;&apos; b</string>", .string("a <>&\"' b")),
      ("<string>&#65;&#x1F389;&#x00000041;</string>", .string("A🎉A")),
      ("<string><![CDATA[<b>&amp;]] ]]></string>", .string("<b>&amp;]] ")),
      ("<string> a<!-- no --> b<?no?> </string>", .string(" a b ")),
      ("<string>a\r\nb\rc\n</string>", .string("a\nb\nc\n")),
      ("<string/>", .string("")),
      ("<string></string>", .string("")),
      ("<integer> 42\n</integer>", .integer(42)),
      ("<integer>+7</integer>", .integer(7)),
      ("<integer>-0x10</integer>", .integer(-16)),
      ("<integer>-9223372036854775808</integer>", .integer(.min)),
      ("<integer>9223372036854775807</integer>", .integer(.max)),
      ("<integer>9223372036854775808</integer>", .unsigned(9_223_372_036_854_775_808)),
      ("<integer>18446744073709551615</integer>", .unsigned(.max)),
      ("<real>1.5e3</real>", .real(1500)),
      ("<real>-inf</real>", .real(-.infinity)),
      ("<real>+Infinity</real>", .real(.infinity)),
      ("<true/>", .boolean(true)),
      ("<false></false>", .boolean(false)),
      ("<true > </true >", .boolean(true)),
      ("<data> aGVs\n\tbG8= </data>", .data(Array("hello".utf8))),
      ("<data/>", .data([])),
      ("<array/>", .array([])),
      ("<dict/>", .dictionary([:])),
      (
        "<dict><key>k</key><array><true/></array></dict>",
        .dictionary(["k": .array([.boolean(true)])])
      ),
      ("<string a=\"1\" b = '<>'>x</string>", .string("x")),
    ] as [(String, PropertyListValue)]
  )
  func value(text: String, expected: PropertyListValue) throws {
    #expect(try read("<plist version=\"1.0\">\(text)</plist>") == expected)
    #expect(try read(text) == expected, "without <plist>")
  }

  @Test(
    "A document is read whatever surrounds the value",
    arguments: [
      "<plist><true/></plist>",
      "\n\t <plist><true/></plist>\n\n",
      "\u{FEFF}<?xml version='1.0' encoding='utf-8'?><plist><true/></plist>",
      "<?xml version=\"1.0\"?>\n<!-- c --><plist><!-- d --><true/><!-- e --></plist><!-- f -->",
      "<!DOCTYPE plist PUBLIC \"-//A//DTD 1.0//EN\" \"http://a/b.dtd\"><plist><true/></plist>",
      " \n\t<?xml version='1.0'?><!DOCTYPE plist><!-- > --><plist><true/></plist>",
      "<?xml version='1.0' encoding='ISO-8859-1'?><true/>",
      "<?style href=\"x\"?><plist version=\"1.0\" ><true/></plist >",
    ]
  )
  func surroundings(text: String) throws {
    #expect(try read(text) == .boolean(true))
  }

  @Test("UTF-16 is read in both byte orders, with and without a mark")
  func utf16() throws {
    let text = "<?xml version=\"1.0\" encoding=\"UTF-16\"?><plist><string>é🎉</string></plist>"
    for units in [Array(text.utf16), [0xFEFF] + Array(text.utf16)] {
      let big = units.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
      let little = units.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
      #expect(try PropertyList(parsing: big, limits: roomy).root == .string("é🎉"))
      #expect(try PropertyList(parsing: little, limits: roomy).root == .string("é🎉"))
    }
  }

  @Test("The order of keys is kept, and the first of equal keys counts")
  func order() throws {
    let text = """
      <dict>
        <key>z</key><integer>1</integer>
        <key>a</key><integer>2</integer>
        <key>z</key><array><string>dropped</string></array>
        <key>m</key><integer>3</integer>
      </dict>
      """
    let list = try PropertyList(parsing: Array(text.utf8), limits: roomy)
    let dictionary = try #require(list.root.dictionary)
    #expect(dictionary.keys == ["z", "a", "m"])
    #expect(dictionary["z"] == .integer(1))
    #expect(list.remarks.map(\.position) == [.text(line: 4, column: 3)])
    #expect(list.remarks.map(\.path) == [[.key("z")]])
    // What was dropped must not shift the places of what follows it.
    #expect(list.position(of: [.key("m")]) == .text(line: 5, column: 15))
  }

  @Test("Each value knows its place")
  func positions() throws {
    let text =
      "<dict>\n<key>é</key>\r\n\t<array>\r<true/> <false/></array><key>b</key><true/></dict>"
    let list = try PropertyList(parsing: Array(text.utf8), limits: roomy)
    #expect(list.position(of: []) == .text(line: 1, column: 1))
    #expect(list.position(of: [.key("é")]) == .text(line: 3, column: 2))
    #expect(list.position(of: [.key("é"), .index(0)]) == .text(line: 4, column: 1))
    #expect(list.position(of: [.key("é"), .index(1)]) == .text(line: 4, column: 9))
    #expect(list.position(of: [.key("b")]) == .text(line: 4, column: 37))
    // Where the way ends early, the innermost value that exists is the place.
    #expect(list.position(of: [.key("é"), .index(9)]) == .text(line: 3, column: 2))
    #expect(list.position(of: [.key("x"), .key("b")]) == .text(line: 1, column: 1))
  }

  /// A document that is wrong, with the place and a part of the message that says what is.
  struct Bad: CustomTestStringConvertible {
    /// The document.
    let text: String
    /// The line, from 1.
    let line: Int
    /// The column, from 1.
    let column: Int
    /// What the message must hold.
    let message: String

    /// Creates a case.
    init(_ text: String, _ line: Int, _ column: Int, _ message: String) {
      (self.text, self.line, self.column, self.message) = (text, line, column, message)
    }

    /// The document, as the name of the case.
    var testDescription: String { text.debugDescription }
  }

  @Test(
    "What is wrong is named with line and column",
    arguments: [
      Bad("<plist>", 1, 8, "the file ends inside <plist>, opened at line 1, column 1"),
      Bad("<plist></plist>", 1, 8, "must hold one value"),
      Bad("<plist/>", 1, 1, "must hold one value"),
      Bad("<plist>\n<true/>\n<false/></plist>", 3, 1, "exactly one"),
      Bad("<plist><true/></plist>\nx", 2, 1, "after the end"),
      Bad("<plist><true/></plis>", 1, 15, "</plist> was expected"),
      Bad("<html>\n</html>", 1, 1, "<html> is no element of a property list"),
      Bad("<dict>\n  <key>a</key>\n</dict>", 2, 3, "the key 'a' has no value"),
      Bad("<dict>\n <string>a</string></dict>", 2, 2, "where <key> was expected"),
      Bad("<dict>\n <key>a</key>\n <key>b</key></dict>", 3, 2, "where a value was expected"),
      Bad("<dict><key>a</key><true/>\n</array>", 2, 1, "<dict> was opened at line 1, column 1"),
      Bad("<dict><key>a</key>\n", 2, 1, "the file ends inside <dict>"),
      Bad("<array>\n\n <true/>", 3, 9, "the file ends inside <array>"),
      Bad("<array>text</array>", 1, 8, "found text where a tag was expected"),
      Bad("<string>a\n<b>", 2, 1, "may hold text only"),
      Bad("<string>é&nbsp;</string>", 1, 10, "'&nbsp;' is unknown"),
      Bad("<string>a & b</string>", 1, 11, "'&' without ';'"),
      Bad("<string>&#0;</string>", 1, 9, "no character that XML allows"),
      Bad("<string>&#xD800;</string>", 1, 9, "no character that XML allows"),
      Bad("<string>&#x110000;</string>", 1, 9, "no character that XML allows"),
      Bad("<string>&#-65;</string>", 1, 9, "no character that XML allows"),
      Bad("<string>a < b</string>", 1, 11, "write '&lt;'"),
      Bad("<string>a\u{1}</string>", 1, 10, "U+0001 is not allowed"),
      Bad("<string>\0</string>", 1, 9, "U+0000 is not allowed"),
      Bad("<string><![CDATA[x</string>", 1, 9, "CDATA section is not closed"),
      Bad("\n<!-- x <true/>", 2, 1, "the comment is not closed"),
      Bad("<?xml version=\"1.0\"", 1, 1, "the processing instruction is not closed"),
      Bad("<!DOCTYPE plist '[ <true/>", 1, 1, "the document type is not closed"),
      Bad("<!DOCTYPE a [<!ENTITY x \"y\">]><string>&x;</string>", 1, 13, "the entity 'x'"),
      Bad("<!DOCTYPE a\n[<!ENTITY % p SYSTEM 'f'>]><true/>", 2, 1, "the entity 'p'"),
      Bad("<!DOCTYPE a [<!ELEMENT b (c)>]><true/>", 1, 13, "holds declarations"),
      Bad("<?xml version='1.0' encoding='big5'?><true/>", 1, 1, "'big5' is not supported"),
      Bad("<true>yes</true>", 1, 1, "<true> must be empty"),
      Bad("<integer/>", 1, 1, "<integer> is empty"),
      Bad("<integer>\n 4a</integer>", 2, 2, "'4a' is not an integer"),
      Bad("<integer>18446744073709551616</integer>", 1, 10, "is not an integer of 64 bits"),
      Bad("<integer>-9223372036854775809</integer>", 1, 10, "is not an integer of 64 bits"),
      Bad("<integer>--1</integer>", 1, 10, "is not an integer"),
      Bad("<integer>0x</integer>", 1, 10, "is not an integer"),
      Bad("<real>1,5</real>", 1, 7, "'1,5' is not a number"),
      Bad("<real>0x1p3</real>", 1, 7, "is not a number"),
      Bad("<date>2024-02-30T00:00:00Z</date>", 1, 7, "is not a date"),
      Bad("<date>2023-02-29T00:00:00Z</date>", 1, 7, "is not a date"),
      Bad("<date>2024-01-01</date>", 1, 7, "is not a date"),
      Bad("<date>2024-01-01T24:00:00Z</date>", 1, 7, "is not a date"),
      Bad("<data>\n aGV!</data>", 2, 5, "not Base64"),
      Bad("<data>aGVsbG8</data>", 1, 1, "cut off"),
      Bad("<data>aG=V</data>", 1, 10, "not Base64"),
      Bad("<data>=</data>", 1, 7, "not Base64"),
      Bad("<key>a</key>", 1, 1, "<key> where a value"),
      Bad("<dict a></dict>", 1, 7, "malformed"),
      Bad("<dict a=b></dict>", 1, 9, "needs quotes"),
      Bad("<dict a=\"b></dict>", 1, 1, "the file ends inside the tag <dict>"),
      Bad("<dict / ></dict>", 1, 7, "'/' without '>'"),
      Bad("<dict></dict a=\"b\">", 1, 14, "nothing but its name"),
      Bad("</dict>", 1, 1, "where a value was expected"),
      Bad("<=>", 1, 1, "starts no tag"),
      Bad("<!-- a -->", 1, 11, "the file ends before a value"),
      Bad("<array>\r\n<b/>", 2, 1, "<b> is no element"),
    ]
  )
  func failures(bad: Bad) throws {
    let error = try #require(failure(reading: Array(bad.text.utf8)))
    #expect(error.position == .text(line: bad.line, column: bad.column))
    #expect(error.message.contains(bad.message), "\(error)")
  }

  @Test("Bytes that are not valid text are named with line and column")
  func encodings() throws {
    let prefix = Array("<string>\n\u{E9}".utf8)
    let suffix = Array("</string>".utf8)
    let bad: [[UInt8]] = [
      [0x80], [0xC0, 0xAF], [0xE0, 0x80, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80],
      [0xF8, 0x88, 0x80, 0x80], [0xFF], [0xC3], [0xE2, 0x82], [0xF0, 0x9F, 0x8E],
    ]
    #expect(failure(reading: prefix + suffix) == nil)
    for bytes in bad {
      let error = try #require(failure(reading: prefix + bytes + suffix))
      #expect(error.position == .text(line: 2, column: 2))
      #expect(error.code == .encoding)
    }
    let lone = [0x3C, 0xDC00].flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
    #expect(failure(reading: lone)?.position == .text(line: 1, column: 2))
    #expect(failure(reading: [0x00, 0x3C, 0x00])?.message.contains("inside a character") == true)
  }

  @Test(
    "What is no property list at all is said so",
    arguments: ["]", "= x", "\u{7F}ELF", "\u{0}"]
  )
  func unknown(text: String) throws {
    let error = try #require(failure(reading: Array(text.utf8)))
    #expect(error.code == .unknownFormat)
    #expect(
      error.description == "is no property list: neither XML nor binary nor OpenStep text nor JSON"
    )
    #expect(failure(reading: [])?.description == "is empty")
  }
}
