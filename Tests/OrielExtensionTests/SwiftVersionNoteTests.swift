import Foundation
import Testing

/// What a program prints.
private func output(of program: String, _ arguments: String...) throws -> String {
  let process = Process()
  process.executableURL = URL(filePath: "/usr/bin/env")
  process.arguments = [program] + arguments
  let pipe = Pipe()
  process.standardOutput = pipe
  try process.run()
  let data = pipe.fileHandleForReading.readDataToEndOfFile()
  process.waitUntilExit()
  return String(decoding: data, as: UTF8.self)
}

@Suite struct `The Swift version note` {
  @Test func `is in a built extension, in a loaded segment, and names the compiler`() throws {
    let products = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
      .deletingLastPathComponent()
    let library = products.appending(path: "libSwiftText.so").path

    // Name size 6, description size 12, type 1, "Oriel", then the version: words of 32 bits.
    let dump = try output(of: "readelf", "--hex-dump=.note.oriel.swift", library)
    let words = dump.split(separator: "\n").filter { $0.contains("  0x") }.flatMap { line in
      line.split(separator: " ").dropFirst().prefix(4).map(String.init)
    }
    try #require(words.count >= 8)
    #expect(words[0..<5] == ["06000000", "0c000000", "01000000", "4f726965", "6c000000"])
    let version = words[5..<8].compactMap { UInt32($0, radix: 16)?.byteSwapped }
    try #require(version.count == 3)

    let compiler = try output(of: "swiftc", "--version")
    let match = try #require(compiler.firstMatch(of: /Swift version (\d+)\.(\d+)(?:\.(\d+))?/))
    #expect(version[0] == UInt32(match.1))
    #expect(version[1] == UInt32(match.2))
    #expect(version[2] == match.3.flatMap { UInt32($0) } ?? 0)

    let segments = try output(of: "readelf", "--program-headers", "--wide", library)
    let mapping = segments.split(separator: "\n").filter { $0.contains(".note.oriel.swift") }
    // Once in the loaded segment, once in the note segment.
    #expect(mapping.count == 2)
  }
}
