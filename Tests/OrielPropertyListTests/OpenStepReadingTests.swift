import Foundation
import OrielPropertyList
import Testing

@Suite("OpenStep text property lists and strings files")
struct OpenStepReadingTests {
  /// A file and the value in it.
  struct Row: CustomStringConvertible, Sendable {
    let text: String
    let value: PropertyListValue
    /// Whether Foundation reads it in the same way.
    var isOrdinary = true
    var description: String { text.debugDescription }

    init(_ text: String, _ value: PropertyListValue, isOrdinary: Bool = true) {
      self.text = text
      self.value = value
      self.isOrdinary = isOrdinary
    }
  }

  static let rows: [Row] = [
    Row("hello", .string("hello")),
    Row("\"hello\"", .string("hello")),
    Row("'it\"s'", .string("it\"s")),
    Row("\"\"", .string("")),
    Row("/", .string("/")),
    Row("http://a.b:80/c-d_e$", .string("http://a.b:80/c-d_e$")),
    Row("\"a\nb\r\nc\"", .string("a\nb\r\nc")),
    Row(#""\a\b\f\n\r\t\v\"\\\'\q""#, .string("\u{7}\u{8}\u{C}\n\r\t\u{B}\"\\'q")),
    Row("\"\\\n\\é\"", .string("\né")),
    Row(#""\1\12\0123\101\177""#, .string("\u{1}\n\n3A\u{7F}")),
    Row(#""\200\344\256\375""#, .string("\u{A0}îﬁÿ")),
    Row(#""\U41\U0041\U00e9\U65e5 \Ud83c\Udf89\UD83C\UDF89""#, .string("AAé日 🎉🎉")),
    Row("<>", .data([])),
    Row("<48656c 6C6f\n\t>", .data(Array("Hello".utf8))),
    Row("<ab>", .data([0xAB])),
    Row("()", .array([])),
    Row("( a, \"b\" ,(c),)", .array([.string("a"), .string("b"), .array([.string("c")])])),
    Row("{}", .dictionary([:])),
    Row("{a=b;}", .dictionary(["a": .string("b")])),
    Row("{ a; }", .dictionary(["a": .string("a")])),
    Row(
      "{ a = { \"b c\" = (1, 2); }; d = <00 ff>; }",
      .dictionary([
        "a": .dictionary(["b c": .array([.string("1"), .string("2")])]), "d": .data([0, 0xFF]),
      ])
    ),
    Row("", .dictionary([:]), isOrdinary: false),
    Row(" \t\u{B}\u{C}\r\n", .dictionary([:])),
    Row("//\u{2028}/**/\u{2029}a\u{2028};\u{2029}", .dictionary(["a": .string("a")])),
    Row("// nothing", .dictionary([:])),
    Row("/* nothing */", .dictionary([:])),
    Row("a = b;", .dictionary(["a": .string("b")])),
    Row("a;", .dictionary(["a": .string("a")])),
    Row(
      """
      /* A title. // */
      "title" = "Photo \\"Blog\\""; // a remark
      /**/ key = (x);/***/
      lonely;
      """,
      .dictionary([
        "title": .string("Photo \"Blog\""), "key": .array([.string("x")]),
        "lonely": .string("lonely"),
      ])
    ),
    Row(
      "a = b;//c\rd = e;//f\u{2028}g = h;",
      .dictionary([
        "a": .string("b"), "d": .string("e"), "g": .string("h"),
      ])
    ),
  ]

  @Test("A file is read as its value", arguments: rows)
  func value(row: Row) throws {
    let marked = [0xEF, 0xBB, 0xBF] + Array(row.text.utf8)
    let list = try PropertyList(parsing: marked, limits: roomy)
    #expect(list.root == row.value)
    #expect(list.format == .openStep)
    #expect(list.remarks.isEmpty)
    if !row.text.isEmpty { #expect(try read(row.text) == row.value) }
    let units = [0xFEFF] + Array(row.text.utf16)
    let big = units.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
    let little = units.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    #expect(try PropertyList(parsing: big, limits: roomy).root == row.value)
    #expect(try PropertyList(parsing: little, limits: roomy).root == row.value)
  }

  @Test("Foundation reads the same value", arguments: rows.filter(\.isOrdinary))
  func oracle(row: Row) throws {
    #expect(row.value.matches(try foundationObject(reading: Array(row.text.utf8))))
  }

  @Test("Every octal escape is the character that Foundation has for it")
  func octal() throws {
    for byte in 0..<256 {
      let text = "\"\\" + String(byte, radix: 8) + "\""
      guard let theirs = String(data: Data([UInt8(byte)]), encoding: .nextstep) else {
        #expect(failure(reading: Array(text.utf8))?.message.contains("NextStep") == true)
        continue
      }
      #expect(try read(text) == .string(theirs), "\(byte)")
    }
  }

  @Test(
    "What is wrong is named with its place",
    arguments: [
      ("{a=b}", 1, 5, "found '}' where ';' after the value of 'a' was expected"),
      ("{a=b;", 1, 6, "the file ends inside the dictionary that was opened at line 1, column 1"),
      ("{\n a b; }", 2, 4, "found 'b' where '=' after the key 'a' was expected"),
      ("{ 'a': 1 }", 1, 6, "a property list is not written as JSON"),
      ("{ = b; }", 1, 3, "found '=' where a key or '}' was expected"),
      ("{ (a) = b; }", 1, 3, "found '(' where a key or '}' was expected"),
      ("{a = }", 1, 6, "found '}' where a value was expected"),
      ("{a = 日;}", 1, 6, "found '日' where a value was expected"),
      ("{a = ", 1, 6, "the file ends where a value was expected"),
      ("(a b)", 1, 4, "found 'b' where ',' or ')' was expected"),
      ("(,)", 1, 2, "found ',' where a value was expected"),
      ("(a", 1, 3, "the file ends inside the array that was opened at line 1, column 1"),
      ("<4 8>", 1, 3, "found ' ' where the second digit of a byte was expected"),
      ("( <4g> )", 1, 5, "found 'g' where the second digit of a byte was expected"),
      ("( <", 1, 3, "the data is not closed"),
      ("\"abc", 1, 1, "the string is not closed"),
      ("\"abc\\", 1, 1, "the string is not closed"),
      ("\n/* x", 2, 1, "the comment is not closed"),
      (#""\U""#, 1, 2, "needs hexadecimal digits"),
      (#""a\777""#, 1, 3, "NextStep"),
      (#""\376""#, 1, 2, "NextStep"),
      (#""\Ud83c""#, 1, 8, "half of a surrogate pair"),
      (#""\Ud83cx""#, 1, 8, "half of a surrogate pair"),
      (#""\Ud83c\n""#, 1, 8, "half of a surrogate pair"),
      (#""\Ud83c\q""#, 1, 8, "half of a surrogate pair"),
      (#""\Udf89""#, 1, 2, "half of a surrogate pair"),
      ("{} x", 1, 4, "found more after the end"),
      ("a = b;\r\nc = d", 2, 6, "the file ends where ';' after the value of 'c' was expected"),
      ("a = b;;", 1, 7, "found ';' where a key was expected"),
      ("hello world", 1, 7, "found 'w' where '=' after the key 'hello' was expected"),
    ]
  )
  func errors(text: String, line: Int, column: Int, message: String) throws {
    let error = try #require(failure(reading: Array(text.utf8)))
    #expect(error.position == .text(line: line, column: column))
    #expect(error.message.contains(message), "\(error.message)")
  }

  @Test("The first of equal keys counts, and a remark names the others")
  func duplicates() throws {
    let text = "a = 1;\n  a = (x, y);\nb = { c = 1; c = 2; };\n"
    let list = try PropertyList(parsing: Array(text.utf8), limits: roomy)
    #expect(
      list.root
        == .dictionary(["a": .string("1"), "b": .dictionary(["c": .string("1")])])
    )
    #expect(
      list.remarks.map(\.description) == [
        "line 2, column 3: the key 'a' occurs twice; the first value counts",
        "line 3, column 14: the key 'c' occurs twice; the first value counts",
      ]
    )
    #expect(list.remarks.map(\.path) == [[.key("a")], [.key("b"), .key("c")]])
    #expect(list.position(of: [.key("b"), .key("c")]) == .text(line: 3, column: 11))
  }

  @Test("Values have the places where they start")
  func positions() throws {
    let text = "// a list\nkey = (one,\n  {two = \"2\"; three;});"
    let list = try PropertyList(parsing: Array(text.utf8), limits: roomy)
    #expect(list.position(of: []) == .text(line: 2, column: 1))
    #expect(list.position(of: [.key("key")]) == .text(line: 2, column: 7))
    #expect(list.position(of: [.key("key"), .index(0)]) == .text(line: 2, column: 8))
    #expect(list.position(of: [.key("key"), .index(1)]) == .text(line: 3, column: 3))
    let two: [PropertyListPathComponent] = [.key("key"), .index(1), .key("two")]
    #expect(list.position(of: two) == .text(line: 3, column: 10))
    let three: [PropertyListPathComponent] = [.key("key"), .index(1), .key("three")]
    #expect(list.position(of: three) == .text(line: 3, column: 15))
  }

  @Test("What is over a limit is refused, what is at it is read")
  func limits() {
    let limits = PropertyListLimits(bytes: 1 << 16, depth: 3, nodes: 6, stringLength: 4)
    func code(_ text: String) -> PropertyListError.Code? {
      failure(reading: Array(text.utf8), limits: limits)?.code
    }
    #expect(code("(((a)))") == nil)
    #expect(code("((((a))))") == .limit)
    #expect(code("a = {b = (c);};") == nil)
    #expect(code("a = {b = ((c));};") == .limit)
    #expect(code("(1,2,3,4,5)") == nil)
    #expect(code("(1,2,3,4,5,6)") == .limit)
    #expect(code("a;b;c;d;e;") == nil)
    #expect(code("a;b;c;d;e;f;") == .limit)
    for text in ["%", "\"%\"", "{%;}", "{\"%\" = a;}"] {
      #expect(code(text.replacingOccurrences(of: "%", with: "abcd")) == nil)
      #expect(code(text.replacingOccurrences(of: "%", with: "abcde")) == .limit)
    }
    #expect(code("<00112233>") == nil)
    #expect(code("<0011223344>") == .limit)
    let deep = String(repeating: "(", count: 500_000)
    let huge = PropertyListLimits(bytes: .max, depth: .max, nodes: .max, stringLength: .max)
    #expect(failure(reading: Array(deep.utf8), limits: huge)?.code == .limit)
  }

  @Test("Text that could be of two formats is read as the right one")
  func detection() {
    let cases: [(String, PropertyListFormat?)] = [
      ("<plist>", .xml), ("<dict/>", .xml), ("<?xml?>", .xml), ("<!-- -->", .xml), ("<a", .xml),
      ("<data>", .xml), ("<date>", .xml), ("<", .xml), ("<ad ", .xml), ("\n <ad>", .openStep),
      ("<\n00\t>", .openStep), ("<>", .openStep), ("{", .openStep), ("bplist00", .binary),
      ("\u{7F}ELF", nil), ("=", nil), ("é", nil), ("]", nil), ("[1]", .json),
      ("{ \"a\" : 1 }", .json), ("{\"a\\\"b\":", .json), ("{ \"a\" = 1; }", .openStep),
      ("{}", .openStep), ("{ \"a", .openStep),
    ]
    for (text, format) in cases {
      #expect(PropertyListFormat.detect(Array(text.utf8)) == format, "\(text)")
      guard format != .binary else { continue }
      let units = Array(text.utf16)
      let wide: [UInt8] = [0xFF, 0xFE] + units.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
      #expect(PropertyListFormat.detect(wide) == format, "\(text) in UTF-16")
    }
    #expect(PropertyListFormat.detect([]) == nil)
  }
}
