import Foundation
import Testing

/// What the README shows is true of the code.
@Suite struct ReadmeTests {
  /// The folder of the package.
  private static let package = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// The README.
  private static func readme() throws -> String {
    String(decoding: try Data(contentsOf: package.appending(path: "README.md")), as: UTF8.self)
  }

  /// The content of the only code block with this label, without its indentation.
  private static func snippet(_ label: String, indentation: String = "") throws -> String {
    let parts = try readme().components(separatedBy: "\(indentation)```\(label)\n")
    try #require(parts.count == 2, "one block labelled '\(label)'")
    let content = try #require(parts[1].components(separatedBy: "\n\(indentation)```").first) + "\n"
    let lines = content.components(separatedBy: "\n")
    return lines.map { $0.hasPrefix(indentation) ? String($0.dropFirst(indentation.count)) : $0 }
      .joined(separator: "\n")
  }

  /// Runs a compiler and gives what it says.
  private static func compile(_ command: [String]) async throws -> OrielProgram.Outcome {
    try await OrielProgram.run(["/usr/bin/env"] + command, program: nil)
  }

  @Test(arguments: [("swift host", 20), ("swift extension", 15)])
  func `Swift snippets compile and are as short as promised`(
    label: String,
    mostLines: Int
  ) async throws {
    let code = try Self.snippet(label)
    #expect(code.split(separator: "\n").count <= mostLines)
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let outcome = try await Self.compile([
      "swiftc", "-typecheck", "-swift-version", "6", "-warnings-as-errors", "-parse-as-library",
      "-I", OrielProgram.products.appending(path: "Modules").path,
      "-I", Self.package.appending(path: "Sources/COriel/include").path,
      "-I", Self.package.appending(path: "Sources/CSeccomp").path,
      "-I", Self.package.appending(path: "Sources/CNettle").path,
      "-Xcc",
      "-fmodule-map-file="
        + OrielProgram.products.appending(path: "CShims.build/module.modulemap").path,
      try folder.write("Snippet.swift", code),
    ])
    #expect(outcome.code == 0, "\(outcome.messages)")
  }

  @Test func `The C snippet and the manifest make an extension that runs, with the headers alone`()
    async throws
  {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    try folder.write("Greeting.appex/Info.plist", Self.snippet("xml", indentation: "   "))
    let compiled = try await Self.compile([
      "cc", "-std=c11", "-shared", "-fPIC", "-Wall", "-Wextra", "-Wpedantic", "-Werror",
      "-I", Self.package.appending(path: "Sources/COriel/include").path,
      try folder.write("snippet.c", Self.snippet("c extension")),
      "-o", folder.path("Greeting.appex/Greeting.so"),
    ])
    #expect(compiled.code == 0, "\(compiled.messages)")
    let outcome = try await OrielProgram.run(["run", folder.path("Greeting.appex")])
    #expect(outcome.code == 0, "\(outcome.messages)")
    #expect(outcome.output.contains("Greeting (com.example.greeting)"))
    #expect(outcome.output.contains("Hello from C"))
  }

  @Test func `The README has 150 to 250 lines`() throws {
    #expect((150...250).contains(try Self.readme().split(separator: "\n").count))
  }

  @Test(arguments: [
    "list", "show", "match", "run", "install", "uninstall", "enable", "approve", "forget",
    "rule check", "rule explain",
    "rule expand",
    "doctor", "bench launch", "bench sandbox", "version",
  ])
  func `Every option of a command is in the README`(command: String) async throws {
    let readme = try Self.readme()
    let row = try #require(
      readme.components(separatedBy: "\n").first { $0.hasPrefix("| `oriel \(command)") }
    )
    let help = try await OrielProgram.run(command.split(separator: " ").map(String.init) + ["-h"])
    let options = help.output.matches(of: /^  (--[a-z]+)/.anchorsMatchLineEndings()).map(\.1)
    try #require(!options.isEmpty)
    for option in options where option != "--help" {
      #expect(row.contains("[\(option)"), "'oriel \(command)' misses \(option)")
    }
  }
}
