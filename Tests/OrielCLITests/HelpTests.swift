import Testing

/// The help texts, and what is said about command lines that cannot be understood.
@Suite struct HelpTests {
  @Test(arguments: [
    "list", "show", "match", "run", "rule check", "rule explain", "rule expand",
    "interface check", "install", "adopt",
    "uninstall", "enable", "disable", "approve", "forget", "container clear", "doctor",
    "bench launch",
    "bench sandbox", "bench call", "call", "version",
  ])
  func `Each command explains itself`(command: String) async throws {
    let words = command.split(separator: " ").map(String.init)
    let outcome = try await OrielProgram.run(words + ["--help"])
    #expect(outcome.code == 0)
    #expect(outcome.messages == "")
    try Golden.expect(outcome.output, is: "help-\(words.joined(separator: "-"))")
    let other = try await OrielProgram.run(["help"] + words)
    #expect(other.output == outcome.output)
  }

  @Test(arguments: [["--help"], ["-h"], ["help"]])
  func `The program explains itself`(arguments: [String]) async throws {
    let outcome = try await OrielProgram.run(arguments)
    #expect(outcome.code == 0)
    try Golden.expect(outcome.output, is: "help")
  }

  @Test func `The version is printed`() async throws {
    let outcome = try await OrielProgram.run(["version"])
    #expect(outcome.code == 0)
    try Golden.expect(outcome.output, is: "version")
    #expect(try await OrielProgram.run(["--version"]).output == outcome.output)
  }

  @Test(arguments: [
    ([], "no command given; see 'oriel --help'"),
    (["lst"], "unknown command 'lst' (did you mean 'list'?); see 'oriel --help'"),
    (["--bogus"], "unknown option '--bogus'; see 'oriel --help'"),
    (
      ["bench"],
      "'bench' needs another word: 'oriel bench launch' or 'oriel bench sandbox' or 'oriel bench "
        + "registry' or 'oriel bench call'; "
        + "see 'oriel --help'"
    ),
    (["run"], "'run' needs EXTENSION [FILE…]; see 'oriel run --help'"),
    (["show", "a", "b"], "unexpected argument 'b'; see 'oriel show --help'"),
    (
      ["list", "--jsn"],
      "unknown option '--jsn' (did you mean '--json'?); see 'oriel list --help'"
    ),
    (["list", "--json=1"], "option '--json' takes no value; see 'oriel list --help'"),
    (["run", "x", "--text"], "option '--text' needs a value TEXT; see 'oriel run --help'"),
    (
      ["run", "x", "--text", "a", "--text", "b"],
      "option '--text' is given twice; see 'oriel run --help'"
    ),
    (
      ["run", "x", "--timeout", "soon"],
      "option '--timeout' needs a number of seconds above 0 and at most 3600, not 'soon'; "
        + "see 'oriel run --help'"
    ),
    (["\u{1b}[2J"], "unknown command '\\u{1b}[2J'; see 'oriel --help'"),
  ])
  func `What cannot be understood gets one line`(
    arguments: [String],
    message: String
  ) async throws {
    let outcome = try await OrielProgram.run(arguments)
    #expect(outcome.code == 2)
    #expect(outcome.output == "")
    #expect(outcome.messages == "oriel: \(message)\n")
  }

  @Test func `A full disk behind standard output is an error`() async throws {
    let outcome = try await OrielProgram.run(
      ["version"],
      wrapper: ["/bin/sh", "-c", "exec \"$@\" >/dev/full", "sh"]
    )
    #expect(outcome.code == 6)
    #expect(
      outcome.messages
        == "oriel: cannot write to standard output: No space left on device; "
        + "make room, or send it elsewhere\n"
    )
  }

  @Test func `A reader that has seen enough is no error`() async throws {
    let outcome = try await OrielProgram.run(
      ["--help"],
      wrapper: ["/bin/bash", "-c", "\"$@\" | true; exit ${PIPESTATUS[0]}", "bash"]
    )
    #expect(outcome.code == 0)
    #expect(outcome.messages == "")
  }
}
