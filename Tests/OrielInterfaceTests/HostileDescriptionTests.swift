import OrielInterface
import OrielTesting
import Testing

/// Descriptions that somebody wrote to do harm: they cost little and trap nothing.
@Suite struct HostileDescriptionTests {
  /// What is said about a text; nil if it is accepted.
  private static func problems(of text: String) -> [InterfaceProblem]? {
    do {
      _ = try InterfaceParser.parse(text)
      return nil
    } catch {
      return error.problems
    }
  }

  /// Texts, and a part of what must be said about them.
  static let texts: [(name: String, text: String, part: String)] = [
    ("10 MiB", String(repeating: "func f()\n", count: 10 << 17), "the most are 1048576"),
    (
      "parentheses", "interface x 1\nfunc f(a: bytes[" + String(repeating: "(", count: 100_000),
      "nested deeper than 16"
    ),
    (
      "pointers", "interface x 1\nfunc f(a: " + String(repeating: "&", count: 100_000) + "i32)",
      "nested deeper than 16"
    ),
    (
      "arrays", "interface x 1\nfunc f(a: " + String(repeating: "array<", count: 100_000),
      "nested deeper than 16"
    ),
    (
      "a sum",
      "interface x 1\nfunc f(a: bytes[1" + String(repeating: " + 1", count: 100_000) + "])",
      "more than 32 operands"
    ),
    (
      "dimensions", "interface x 1\nstruct S { a: i8" + String(repeating: "[9]", count: 100_000),
      "more than 8 dimensions"
    ),
    (
      "a huge array",
      "interface x 1\nstruct S { a: i8" + String(repeating: "[2147483647]", count: 4) + " }",
      "too large"
    ),
    (
      "many small ones",
      "interface x 1\nstruct A { a: i64[4096] }\nstruct B { a: A[4096] }",
      "more than 1048576 bytes"
    ),
    (
      "many elements", "interface x 1\nstruct S { a: i8[100000] }",
      "more than 65536 numbers"
    ),
    (
      "doubled again and again",
      "interface x 1\n"
        + (1...40).map { "struct S\($0) { a: S\($0 - 1), b: S\($0 - 1) }\n" }.joined()
        + "struct S0 { a: i8 }",
      "levels deep"
    ),
    (
      "a chain",
      "interface x 1\n"
        + (1...5000).map { "struct S\($0) { a: &S\($0 - 1) }\n" }.joined()
        + "struct S0 { a: &S5000 }",
      "without an end"
    ),
    (
      "handles in a row",
      "interface x 1\n"
        + (1...5000).map { "handle H\($0) in H\($0 - 1)\n" }.joined() + "handle H0 in H5000",
      "outlive itself"
    ),
    (
      "parameters",
      "interface x 1\nfunc f(" + (0..<1000).map { "a\($0): i32" }.joined(separator: ", ") + ")",
      "more than 64 parameters"
    ),
    (
      "members",
      "interface x 1\nstruct S {\n" + (0..<20000).map { "a\($0): i32\n" }.joined() + "}",
      "more than 16384"
    ),
    ("a long name", "interface x 1\nfunc " + String(repeating: "f", count: 100_000), "100000"),
    (
      "mistakes", "interface x 1\n" + String(repeating: "func f(a: int)\n", count: 50_000),
      "how C calls a type"
    ),
    ("odd bytes", String(repeating: "\u{0}\u{202E}\u{7F}\u{1B}[2J", count: 1000), "means nothing"),
    ("nothing", "", "found the end of the file where 'interface NAME 1'"),
    ("braces", String(repeating: "struct S {", count: 50_000), "where 'interface NAME 1'"),
    ("the greatest number", "interface x 18446744073709551615", "is too much for the version"),
  ]

  @Test("A hostile description is refused soon", arguments: texts.indices)
  func isRefused(_ index: Int) throws {
    let (name, text, part) = Self.texts[index]
    var problems: [InterfaceProblem]?
    let time = ContinuousClock().measure { problems = Self.problems(of: text) }
    let found = try #require(problems, "'\(name)' was accepted")
    #expect(found.count <= 32)
    #expect(found.contains { $0.description.contains(part) }, "\(name): \(found.first as Any)")
    #expect(time < .seconds(5), "\(name) took \(time)")
    for problem in found {
      let shown = problem.description + (problem.place?.excerpt ?? "")
      #expect(shown.unicodeScalars.allSatisfy { $0 == "\n" || $0.value >= 32 && $0.value != 0x7F })
      #expect(shown.utf8.count < 2048)
    }
  }

  @Test("A text that is cut off anywhere, or has a wrong byte, traps nothing")
  func isTotal() throws {
    for library in RealInterface.allCases {
      let text = Array(try library.text.utf8)
      var generator = SeededGenerator(state: 7)
      for _ in 0..<50 {
        let end = Int.random(in: 0...text.count, using: &generator)
        _ = try? InterfaceParser.parse(Array(text[..<end]))
        var changed = text
        changed[Int.random(in: text.indices, using: &generator)] = .random(
          in: 0...255,
          using: &generator
        )
        _ = try? InterfaceParser.parse(changed)
      }
    }
  }

  @Test("Lengths are computed without overflow")
  func arithmeticIsChecked() throws {
    let big = InterfaceExpression.integer(.max)
    let none: (InterfaceExpression) -> Int128? = { _ in nil }
    #expect(try (3 * 4 + 10 / 3 - 1 as InterfaceExpression).evaluated(none) == 14)
    // What does not fit on the way may fit in the end.
    #expect(try (big * 4 / 4).evaluated(none) == .max)
    #expect(throws: InterfaceArithmeticError.overflow) { try (big + 1).evaluated(none) }
    #expect(throws: InterfaceArithmeticError.overflow) {
      try (big * big * big * big).evaluated(none)
    }
    #expect(throws: InterfaceArithmeticError.divisionByZero) { try (big / 0).evaluated(none) }
    #expect(throws: InterfaceArithmeticError.unknown("n")) { try (big / "n").evaluated(none) }
  }
}

/// Random numbers that are the same in each run.
struct SeededGenerator: RandomNumberGenerator {
  /// The state.
  var state: UInt64

  /// The next number, by SplitMix64.
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
