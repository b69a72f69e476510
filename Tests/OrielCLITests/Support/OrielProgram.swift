import Foundation
import Testing

/// The built program `oriel`, as a person or a script runs it.
enum OrielProgram {
  /// What a run of the program left.
  struct Outcome {
    /// What the program exited with; negative when a signal ended it.
    let code: Int32
    /// What it wrote to standard output.
    let output: String
    /// What it wrote to standard error.
    let messages: String
  }

  /// The folder of the built products, which the test program lies in too.
  static let products = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
    .deletingLastPathComponent()

  /// The bundled extensions.
  static let extensions =
    ProcessInfo.processInfo.environment["ORIEL_TEST_EXTENSIONS"]
    ?? products.appending(path: "extensions").path

  /// Runs the program to its end.
  ///
  /// - Parameters:
  ///   - arguments: the arguments after the program's name
  ///   - environment: variables that are set, beyond those of the tests
  ///   - wrapper: a program with arguments that starts the program, given as its last arguments
  ///   - program: the program; `oriel` unless another one is named, none when the arguments begin
  ///     with one
  ///   - whileRunning: is called with the process once it runs
  /// - Returns: what the run left
  /// - Throws: why the program cannot be started
  static func run(
    _ arguments: [String],
    environment: [String: String] = [:],
    wrapper: [String] = [],
    program: String? = products.appending(path: "oriel").path,
    whileRunning: (Process) async throws -> Void = { _ in }
  ) async throws -> Outcome {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let process = Process()
    let command = wrapper + (program.map { [$0] } ?? []) + arguments
    process.executableURL = URL(filePath: try #require(command.first))
    process.arguments = Array(command.dropFirst())
    var variables = ProcessInfo.processInfo.environment
    for name in ["ORIEL_PATH", "ORIEL_APPROVAL", "NO_COLOR", "ORIEL_RUNNER"] {
      variables[name] = nil
    }
    // What is installed and decided on the machine must not come into the results, nor be changed.
    for name in ["DATA_HOME", "DATA_DIRS", "CONFIG_HOME", "STATE_HOME", "CACHE_HOME"] {
      variables["XDG_\(name)"] = folder.path(name)
    }
    variables.merge(environment) { $1 }
    process.environment = variables
    // Files take what the program writes however much it is, so nobody has to read meanwhile.
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = try folder.handle("output")
    process.standardError = try folder.handle("messages")
    let ended = AsyncStream.makeStream(of: Void.self)
    process.terminationHandler = { _ in ended.continuation.finish() }
    try process.run()
    try await whileRunning(process)
    for await _ in ended.stream {}
    return Outcome(
      code: process.terminationReason == .exit
        ? process.terminationStatus : -process.terminationStatus,
      output: try folder.text("output"),
      messages: try folder.text("messages")
    )
  }
}
