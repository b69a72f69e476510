import Foundation
import Testing

/// What an extension asks of a person at a run, and what is answered on the command line.
@Suite struct RunServicesTests {
  /// Runs the extension that asks for services.
  private func run(_ lines: String, _ arguments: [String]) async throws -> OrielProgram.Outcome {
    try await OrielProgram.run(
      ["run", OrielProgram.extensions + "/Services.appex", "--text", lines] + arguments
    )
  }

  @Test func `A link is shown and not opened`() async throws {
    let outcome = try await run("url https://example.com/", ["--grant", "open-url"])
    #expect(outcome.code == 0, "\(outcome.messages)")
    #expect(outcome.output.contains("=DENIED nobody opens links here"))
    #expect(
      outcome.messages.contains(
        "oriel: Services asks to open https://example.com/; it is not opened, see '--open-urls'\n"
      )
    )
  }

  @Test func `A link is printed when that is wanted`() async throws {
    let outcome = try await run(
      "url https://example.com/\nurl https://example.com/../x",
      ["--grant", "open-url", "--open-urls", "print"]
    )
    #expect(outcome.output.contains("url https://example.com/=OK"))
    #expect(outcome.output.contains("url https://example.com/../x=INVALID_ARGUMENT"))
    let shown = outcome.messages.split(separator: "\n").filter { $0.contains("opens") }
    #expect(shown == ["oriel: Services opens https://example.com/"])
  }

  @Test func `A file is chosen on the command line, and changed when that is granted`() async throws
  {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    try Data("original".utf8).write(to: URL(filePath: folder.path("file.txt")))
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("link"),
      withDestinationPath: folder.path("file.txt")
    )
    let choosing = ["--choose", folder.path("link"), "--grant"]
    let lines = "choose read Pick\u{1b}[1m one\nchoose write Change it"
    let reading = try await run(lines, choosing + ["user-selected-files:read"])
    #expect(reading.output.contains("=OK file.txt access:0"), "\(reading.output)")
    #expect(reading.output.contains("choose write Change it=DENIED"))
    #expect(reading.messages.contains("Services asks for a file to read, \"read Pick"))
    #expect(!reading.messages.contains("\u{1b}"))
    #expect(try folder.text("file.txt") == "original")
    let writing = try await run(lines, choosing + ["user-selected-files:read-write"])
    #expect(writing.output.contains("access:2"), "\(writing.output)")
    #expect(try folder.text("file.txt") == "changedl")
  }

  @Test func `Without a file none is chosen`() async throws {
    let outcome = try await run("choose read x", ["--grant", "user-selected-files"])
    #expect(outcome.output.contains("=NOT_FOUND no file was chosen"))
    #expect(outcome.messages.contains("none is chosen, see '--choose'"))
  }

  @Test func `A shared file is changed only when that is granted`() async throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let path = folder.path("file.txt")
    try Data("original".utf8).write(to: URL(filePath: path))
    _ = try await run("attachment write", [path])
    #expect(try folder.text("file.txt") == "original")
    _ = try await run("attachment write", [path, "--grant", "user-selected-files:read-write"])
    #expect(try folder.text("file.txt") == "changedl")
  }

  @Test func `What cannot be answered so is refused before anything runs`() async throws {
    let how = try await run("x", ["--open-urls", "always"])
    #expect(how.code == 2)
    #expect(how.messages.contains("needs 'print', not 'always'"))
    let missing = try await run("x", ["--choose", "/nonexistent"])
    #expect(missing.code == 3)
    #expect(missing.messages.contains("/nonexistent"))
  }
}
