import Foundation
import Testing

/// Photographs through video filters from the command line.
@Suite struct RunFilterTests {
  /// A photograph of over 4 MB out of a Debian package.
  private static let photo = RunTests.photo

  /// Runs a filter.
  private func run(_ arguments: String...) async throws -> OrielProgram.Outcome {
    try await OrielProgram.run(
      ["run"] + arguments,
      environment: ["ORIEL_PATH": OrielProgram.extensions]
    )
  }

  @Test func `A photograph comes back filtered, in its size`() async throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    var results: [Data] = []
    for blur in ["0", "0.9"] {
      let outcome = try await run(
        "net.frei0r.glow",
        Self.photo,
        "--param",
        "blur=\(blur)",
        "--output",
        folder.path("")
      )
      #expect(outcome.code == 0, "\(outcome.messages)")
      let line = outcome.output.split(separator: "\n").last { $0.hasPrefix("written to") }
      let path = try #require(line).dropFirst("written to".count)
        .trimmingCharacters(in: .whitespaces)
      // What reads it is not Oriel's.
      let original = try JPEGSize(path: Self.photo)
      let result = try JPEGSize(path: path)
      #expect(result.width == original.width && result.height == original.height)
      results.append(try Data(contentsOf: URL(filePath: path)))
    }
    #expect(results.count == 2 && results[0] != results[1], "the parameter changes nothing")
  }

  @Test(arguments: [
    (["net.frei0r.glow", photo, "--param", "gloom=1"], "it has: 'Blur'"),
    (["net.frei0r.glow", photo, "--param", "blur"], "NAME=VALUE"),
    (["net.frei0r.glow", photo, "--param", "blur=much"], "a number"),
    (["net.frei0r.glow"], "one JPEG file"),
    (["org.sqlite", photo], "'oriel call'"),
    (["com.example.shout", "--param", "blur=1"], "is none"),
    (["net.frei0r.glow", "/proc/self/exe"], "'tjDecompressHeader3' failed"),
  ])
  func `What cannot be filtered is said`(arguments: [String], text: String) async throws {
    let outcome = try await OrielProgram.run(
      ["run"] + arguments,
      environment: ["ORIEL_PATH": OrielProgram.extensions]
    )
    #expect(outcome.code != 0)
    #expect(outcome.output == "")
    #expect(outcome.messages.contains(text), "\(outcome.messages)")
  }
}
