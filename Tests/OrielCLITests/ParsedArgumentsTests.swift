import Testing

@testable import oriel

/// Command lines taken apart.
@Suite struct ParsedArgumentsTests {
  /// A command with a flag and an option.
  private let command = CommandSpecification(
    name: "try",
    summary: "",
    operands: "FILE",
    operandCount: 0...2,
    discussion: "",
    options: [.flag("--json", ""), .value("--text", "TEXT", "")],
    examples: []
  )

  @Test(arguments: [
    ["a", "--text", "t", "--json", "b"],
    ["--json", "--text=t", "a", "b"],
    ["--text", "t", "--json", "--", "a", "b"],
  ])
  func `Options and operands may be mixed`(arguments: [String]) throws {
    let parsed = try ParsedArguments(arguments, for: command)
    #expect(parsed.operands == ["a", "b"])
    #expect(parsed.values == ["--text": "t"])
    #expect(parsed.flags == ["--json"])
  }

  @Test(arguments: [
    (["--text="], ""), (["--text=a=b"], "a=b"), (["--text", "--json"], "--json"),
    (["--text", ""], ""),
  ])
  func `A value is taken as it is`(arguments: [String], value: String) throws {
    #expect(try ParsedArguments(arguments, for: command).values["--text"] == value)
  }

  @Test func `After two dashes nothing is an option`() throws {
    let parsed = try ParsedArguments(["--", "--json", "--"], for: command)
    #expect(parsed.operands == ["--json", "--"])
    #expect(parsed.flags.isEmpty)
  }

  @Test(arguments: ["0", "-1", "nan", "inf", "1e9", "", "1s"])
  func `Times that make no sense are refused`(text: String) throws {
    let parsed = try ParsedArguments(["--text=\(text)"], for: command)
    #expect(throws: Complaint.self) { try parsed.seconds("--text", for: command) }
  }

  @Test(arguments: [("1", 1000), ("0.5", 500), ("0.0001", 1), ("3600", 3_600_000)])
  func `Times are kept to the millisecond`(text: String, milliseconds: Int64) throws {
    let parsed = try ParsedArguments(["--text=\(text)"], for: command)
    #expect(try parsed.seconds("--text", for: command) == .milliseconds(milliseconds))
  }
}
