import Foundation
import OrielPropertyList
import Testing

@Suite("Reading JSON")
struct JSONReadingTests {
  /// Reads a text as JSON.
  private static func list(_ text: String) throws -> PropertyList {
    try PropertyList(parsing: Array(text.utf8), limits: roomy, format: .json)
  }

  /// The error of a text that is no JSON.
  private static func failure(
    _ text: String,
    limits: PropertyListLimits = roomy
  ) -> PropertyListError? {
    do throws(PropertyListError) {
      _ = try PropertyList(parsing: Array(text.utf8), limits: limits, format: .json)
      return nil
    } catch {
      return error
    }
  }

  @Test("Every kind of value is read")
  func values() throws {
    let text = #"""
       { "text": "é\u00e9\ud83c\udf89\"\\\/\b\f\n\r\t", "yes": true, "no": false,
         "list": [ [], {}, "", 0 ] }
      """#
    let value = try Self.list(text).root
    #expect(
      value
        == .dictionary([
          "text": .string("éé🎉\"\\/\u{8}\u{C}\n\r\t"), "yes": .boolean(true),
          "no": .boolean(false),
          "list": .array([.array([]), .dictionary([:]), .string(""), .integer(0)]),
        ])
    )
    #expect(value.dictionary?.keys == ["text", "yes", "no", "list"])
  }

  @Test(
    "Whole numbers are exact to 64 bits, all others are reals",
    arguments: [
      ("0", PropertyListValue.integer(0)), ("-0", .integer(0)), ("-12", .integer(-12)),
      ("9223372036854775807", .integer(.max)), ("-9223372036854775808", .integer(.min)),
      ("9223372036854775808", .unsigned(1 << 63)), ("18446744073709551615", .unsigned(.max)),
      ("18446744073709551616", .real(18_446_744_073_709_551_616)), ("1.0", .real(1)),
      ("1e3", .real(1000)), ("-2.5E-1", .real(-0.25)), ("1E+2", .real(100)),
    ]
  )
  func numbers(text: String, value: PropertyListValue) throws {
    #expect(try Self.list(text).root == value)
    #expect(try Self.list(" [ \(text) ] ").root == .array([value]))
  }

  @Test(
    "What is wrong is named with its place",
    arguments: [
      ("{\n \"a\": {\"b\": [1, null]}}", 2, 17, "'a.b[1]' is null"),
      ("null", 1, 1, "the root is null"), ("", 1, 1, ""), ("[1,]", 1, 4, "where a value"),
      ("{\"a\":1,}", 1, 8, "a key in double quotes"), ("{a:1}", 1, 2, "a key in double quotes"),
      ("[1 2]", 1, 4, "',' or ']'"), ("{\"a\" 1}", 1, 6, "':' after the key 'a'"),
      ("{\"a\":1 \"b\":2}", 1, 8, "',' or '}'"), ("[1] 2", 1, 5, "more after the end"),
      ("// x\n1", 1, 1, "no comments"), ("[1, /* x */ 2]", 1, 5, "no comments"),
      ("01", 1, 1, "begin with a zero"), ("-", 1, 1, "lacks a digit"),
      ("1.", 1, 1, "lacks a digit"), ("1e", 1, 1, "lacks a digit"), ("+1", 1, 1, "where a value"),
      ("1e999", 1, 1, "too large"), ("NaN", 1, 1, "'NaN' is no value"),
      ("[yes]", 1, 2, "'yes' is no value"), ("'a'", 1, 1, "where a value"),
      ("\"a", 1, 1, "is not closed"), ("\"a\nb\"", 1, 3, "in its line"),
      ("\"a\tb\"", 1, 3, "control character"), (#""\x""#, 1, 2, "no escape"),
      (#""\u12"#, 1, 2, "four hexadecimal digits"), (#""\ud800""#, 1, 8, "surrogate"),
      (#""\udc00""#, 1, 2, "surrogate"), (#""\ud800\n""#, 1, 8, "surrogate"),
      ("{\"a\":[1", 1, 8, "the array that was opened at line 1, column 6"),
      ("{\"a\":1", 1, 7, "the object that was opened at line 1, column 1"),
      ("\"\\", 1, 2, "no escape"),
    ]
  )
  func failures(text: String, line: Int, column: Int, message: String) throws {
    let error = try #require(Self.failure(text))
    guard !text.isEmpty else {
      #expect(error.message == "is empty")
      return
    }
    #expect(error.position == .text(line: line, column: column), "\(error)")
    #expect(error.message.contains(message), "\(error)")
  }

  @Test("Of equal keys the first value counts, and a remark says where the other one is")
  func duplicates() throws {
    let list = try Self.list("{\"a\": 1,\n \"\\u0061\": [2, 3], \"b\": 4}")
    #expect(list.root == .dictionary(["a": .integer(1), "b": .integer(4)]))
    #expect(
      list.remarks.map(\.description)
        == ["line 2, column 2: the key 'a' occurs twice; the first value counts"]
    )
    #expect(list.position(of: [.key("b")]) == .text(line: 2, column: 25))
  }

  @Test("Limits of depth, number and length hold")
  func limits() {
    let limits = PropertyListLimits(bytes: 1 << 20, depth: 3, nodes: 6, stringLength: 4)
    #expect(Self.failure("[[[1, 2, \"abcd\"]]]", limits: limits) == nil)
    for text in ["[[[[]]]]", "[1,2,3,4,5,6]", "\"abcde\"", "{\"abcde\":1}"] {
      #expect(Self.failure(text, limits: limits)?.code == .limit, "\(text)")
    }
    #expect(Self.failure(String(repeating: "[", count: 100_000))?.code == .limit)
    #expect(Self.failure(String(repeating: "1", count: 1025))?.code == .limit)
  }

  @Test("What Foundation writes as JSON is read as the same value, and the other way round")
  func oracle() throws {
    for seed in 0..<150 as Range<UInt64> {
      var generator = SeededGenerator(seed: seed)
      let value = PropertyListValue.array([.random(depth: 3, using: &generator)]).asJSON
      let theirs = try JSONSerialization.data(withJSONObject: value.foundationObject)
      #expect(
        try PropertyList(parsing: Array(theirs), limits: roomy).root.equals(value),
        "seed \(seed)"
      )
      let ours = value.serialized(as: .json)
      #expect(try PropertyList(parsing: ours, limits: roomy).root == value, "seed \(seed)")
      #expect(value.matches(try JSONSerialization.jsonObject(with: Data(ours))), "seed \(seed)")
    }
  }
}

extension PropertyListValue {
  /// The value with strings in place of all that JSON does not have.
  fileprivate var asJSON: PropertyListValue {
    switch self {
    case .string, .integer, .unsigned, .real, .boolean: return self
    case .date, .data: return .string("\(self)")
    case .array(let value): return .array(value.map(\.asJSON))
    case .dictionary(let value):
      var result = PropertyListDictionary()
      for entry in value.entries { result.add(entry.key, entry.value.asJSON) }
      return .dictionary(result)
    }
  }

  /// Whether two values are equal, when reals without a fraction may be written as integers.
  fileprivate func equals(_ other: PropertyListValue) -> Bool {
    switch (self, other) {
    case (.integer(let left), .real(let right)): Double(left) == right
    case (.array(let left), .array(let right)):
      left.count == right.count && zip(left, right).allSatisfy { $0.equals($1) }
    case (.dictionary(let left), .dictionary(let right)):
      left.count == right.count
        && left.entries.allSatisfy { entry in right[entry.key].map(entry.value.equals) ?? false }
    default: self == other
    }
  }
}
