import Foundation
import Testing

/// Extensions that are run from the command line, in the full sandbox.
@Suite struct RunTests {
  /// Runs an extension.
  private func run(
    _ extension: String,
    _ arguments: [String] = [],
    wrapper: [String] = [],
    whileRunning: (Process) async throws -> Void = { _ in }
  ) async throws -> OrielProgram.Outcome {
    try await OrielProgram.run(
      ["run", `extension`] + arguments,
      environment: ["ORIEL_PATH": OrielProgram.extensions],
      wrapper: wrapper,
      whileRunning: whileRunning
    )
  }

  /// A photograph of over 4 MB out of a Debian package.
  static let photo = "/usr/share/backgrounds/Kleiber_by_Lukas_Baubkus.jpg"

  @Test func `Text comes back in upper case`() async throws {
    let outcome = try await run("com.example.shout", ["--text", "straße ı"])
    #expect(outcome.code == 0, "\(outcome.messages)")
    #expect(outcome.messages == "")
    #expect(outcome.output.contains("Shout (com.example.shout)"))
    #expect(outcome.output.contains("STRASSE I"))
    #expect(outcome.output.contains(/completed in [0-9]+\.[0-9] ms/))
  }

  @Test func `JSON tells the whole result`() async throws {
    let outcome = try await run(
      "com.example.shout",
      ["--text", "quiet", "--json", "--report"]
    )
    #expect(outcome.code == 0, "\(outcome.messages)")
    let result = try #require(
      try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any]
    )
    #expect(result["version"] as? Int == 1)
    let named = try #require(result["extension"] as? [String: Any])
    #expect(named["identifier"] as? String == "com.example.shout")
    let end = try #require(result["outcome"] as? [String: Any])
    #expect(end["kind"] as? String == "completed")
    let items = try #require(end["items"] as? [[String: Any]])
    #expect(items.map { $0["text"] as? String } == ["QUIET"])
    let layers = try #require(result["layers"] as? [[String: Any]])
    let states = layers.map { "\($0["layer"] ?? "") \($0["state"] ?? "")" }
    #expect(states.contains("systemCallFilter full"))
  }

  @Test func `A photograph comes back as a JPEG of at most 1 MB with its shape`() async throws {
    let original = try JPEGSize(path: Self.photo)
    let bytes = try #require(try FileManager.default.attributesOfItem(atPath: Self.photo)[.size])
    try #require(bytes as? Int ?? 0 > 4_000_000)
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let outcome = try await run(
      "com.example.photoblog",
      [Self.photo, "--text", "Puppies", "--output", folder.url.path]
    )
    #expect(outcome.code == 0, "\(outcome.messages)")
    #expect(outcome.output.contains("Puppies"))
    let names = try folder.names()
    #expect(names.count == 1)
    let path = folder.path(try #require(names.first))
    #expect(outcome.output.contains("written to  \(path)"))
    let written = try #require(
      try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int
    )
    #expect((1...1_000_000).contains(written))
    let size = try JPEGSize(path: path)
    let shape = Double(size.width) / Double(size.height)
    let originalShape = Double(original.width) / Double(original.height)
    #expect(abs(shape / originalShape - 1) < 0.01, "\(size) from \(original)")
    // A decoder that is not the extension's own copy reads it to the end without a warning.
    let decoded = try await OrielProgram.run(
      ["djpeg", "-strict", "-outfile", "/dev/null", path],
      wrapper: ["/usr/bin/env"],
      program: nil
    )
    #expect(decoded.code == 0)
    #expect(decoded.messages == "")
  }

  @Test func `A cancelled request tells why and exits with 1`() async throws {
    let outcome = try await run("com.example.photoblog", ["--text", "no photo"])
    #expect(outcome.code == 1)
    #expect(outcome.output == "")
    #expect(outcome.messages.hasPrefix("oriel: Photo Blog cancelled the request: "))
    #expect(outcome.messages.contains("com.example.photoblog"))
  }

  @Test(arguments: [
    ("crash", "SIGSEGV"), ("abort", "SIGABRT"), ("exit", "7"),
  ])
  func `An extension that dies is told from one that cancels`(
    name: String,
    part: String
  ) async throws {
    let outcome = try await run("org.oriel.fixture.\(name)")
    #expect(outcome.code == 1)
    #expect(outcome.output == "")
    #expect(outcome.messages.contains(part), "\(outcome.messages)")
  }

  @Test func `An extension that does not end is ended`() async throws {
    let outcome = try await run("org.oriel.fixture.nevercomplete", ["--timeout", "0.2"])
    #expect(outcome.code == 1)
    #expect(outcome.messages.contains("time"), "\(outcome.messages)")
  }

  @Test func `A library that lacks a symbol exits with 4`() async throws {
    let outcome = try await run("org.oriel.fixture.unresolved")
    #expect(outcome.code == 4)
    #expect(outcome.messages.contains("symbol"), "\(outcome.messages)")
  }

  @Test(.timeLimit(.minutes(1)), arguments: [SIGINT, SIGTERM])
  func `A signal cancels the request and leaves nothing`(signal: Int32) async throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let outcome = try await run(
      "org.oriel.fixture.idle",
      ["--output", folder.url.path],
      whileRunning: { process in
        try await ProcessWatch.waitForGrandchild(of: process.processIdentifier)
        kill(process.processIdentifier, signal)
      }
    )
    #expect(outcome.code == 128 + signal)
    #expect(outcome.output == "")
    #expect(try folder.names() == [])
  }

  @Test func `Results never replace a file`() async throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    for _ in 0..<2 {
      let outcome = try await run(
        "com.example.photoblog",
        [Self.photo, "--output", folder.url.path]
      )
      #expect(outcome.code == 0, "\(outcome.messages)")
    }
    let names = try folder.names()
    #expect(names.count == 2)
    #expect(names.contains { $0.hasSuffix("-1.jpg") || $0.hasSuffix("-1.jpeg") }, "\(names)")
  }

  @Test func `What an extension prints is shown when asked for, harmlessly`() async throws {
    let outcome = try await run("org.oriel.fixture.printer", ["--verbose"])
    #expect(outcome.code == 0, "\(outcome.messages)")
    #expect(outcome.messages.contains("  out: "))
    #expect(outcome.messages.contains("  err: "))
    #expect(outcome.messages.contains("library loaded after"))
    #expect(!outcome.messages.contains("\u{1b}"))
  }
}
