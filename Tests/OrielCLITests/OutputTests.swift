import Foundation
import Testing

@testable import oriel

/// What becomes of text from extensions before a person sees it.
@Suite struct OutputTests {
  @Test(arguments: [
    ("plain", "plain"), ("naïve 日本 👩‍👩‍👧", "naïve 日本 👩‍👩‍👧"),
    ("\u{1b}]0;title\u{7}", "\\u{1b}]0;title\\u{7}"), ("a\nb\r\tc", "a\\nb\\r\\tc"),
    ("\u{9b}2J", "\\u{9b}2J"), ("evil\u{202e}gpj.exe", "evil\\u{202e}gpj.exe"),
    ("a\u{2028}b", "a\\u{2028}b"), ("hidden\u{e0041}tag", "hidden\\u{e0041}tag"),
    ("\u{0}", "\\u{0}"), ("zero\u{200b}width", "zero\\u{200b}width"),
  ])
  func `Text cannot act on a terminal`(text: String, shown: String) {
    #expect(TerminalText.line(text) == shown)
  }

  @Test func `Long text is cut`() {
    #expect(TerminalText.line(String(repeating: "a", count: 1000), limit: 5) == "aaaaa…")
    let lines = TerminalText.lines(String(repeating: "a\n", count: 1000), limit: 2)
    #expect(lines == ["a", "a", "… 999 more lines"])
  }

  @Test func `JSON says what Foundation reads`() throws {
    let text = "quote\" back\\slash \n\r\t \u{1b}[2J \u{202e} é 👩‍👩‍👧 \u{0}\u{10ffff}"
    let value = JSONValue.object([
      ("z", .string(text)), ("a", .array([.integer(.min), .integer(.max), .bool(true), .null])),
      ("number", .number(1.5)), ("infinite", .number(.infinity)), ("empty", .array([])),
      ("none", .object([])), ("k\"\u{7}", .optional(nil)),
    ])
    let read = try #require(
      try JSONSerialization.jsonObject(with: Data(value.text.utf8)) as? [String: Any]
    )
    #expect(read["z"] as? String == text)
    let numbers = try #require(read["a"] as? [Any])
    #expect(numbers[0] as? Int64 == .min)
    #expect(numbers[1] as? Int64 == .max)
    #expect(numbers[2] as? Bool == true)
    #expect(numbers[3] is NSNull)
    #expect(read["number"] as? Double == 1.5)
    #expect(read["infinite"] is NSNull)
    #expect((read["empty"] as? [Any])?.isEmpty == true)
    #expect((read["none"] as? [String: Any])?.isEmpty == true)
    #expect(read["k\"\u{7}"] is NSNull)
    #expect(!value.text.contains("\u{1b}"))
    #expect(!value.text.contains("\u{202e}"))
  }

  @Test func `Columns are aligned without spaces at line ends`() {
    var table = TextTable()
    table.add("a", "long", "")
    table.add("bbb", "c")
    #expect(table.lines(indentation: " ") == [" a    long", " bbb  c"])
    #expect(table.lines(alignedRight: [0]) == ["  a  long", "bbb  c"])
  }
}
