import Foundation
import Testing

/// The programs that make libraries for the tests, or tell the truth about them.
enum Tool: String {
  /// What shows the content of ELF files.
  case readelf
  /// The C compiler of the system.
  case native = "cc"
  /// A C compiler for another machine.
  case aarch64 = "aarch64-linux-gnu-gcc"

  /// The path of the program, when it is installed.
  var path: String? {
    let directories = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    return directories.split(separator: ":").map { "\($0)/\(rawValue)" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  /// Source of a library with the entry function.
  static let entry = """
    #include <stdio.h>
    __attribute__((visibility("default"))) const void *oriel_extension_entry(void) {
      puts("");
      return 0;
    }
    """

  /// Compiles C source with exactly these options; gives the bytes of the result.
  func compile(_ source: String, _ options: [String] = ["-shared", "-fPIC"]) throws -> [UInt8] {
    let directory = try TemporaryDirectory()
    try directory.write(Array(source.utf8), to: "source.c")
    _ = try run(
      options + ["-x", "c", "\(directory.path)/source.c", "-o", "\(directory.path)/result"]
    )
    let data = try Data(contentsOf: URL(fileURLWithPath: "\(directory.path)/result"))
    return Array(data)
  }
}

extension Tool {
  /// Runs the program; gives what it printed.
  func run(_ arguments: [String]) throws -> String {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: path ?? "/usr/bin/\(rawValue)")
    process.arguments = arguments
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0, "\(rawValue) \(arguments) failed")
    return String(decoding: data, as: UTF8.self)
  }
}

extension Trait where Self == ConditionTrait {
  /// Runs a test only where a program is installed; fails instead when skips are not allowed.
  static func requires(_ tool: Tool) -> Self {
    .enabled("\(tool.rawValue) is not installed") {
      tool.path != nil || ProcessInfo.processInfo.environment["ORIEL_TESTS_MUST_RUN"] == "1"
    }
  }
}
