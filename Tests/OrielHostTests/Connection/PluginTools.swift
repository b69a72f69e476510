import Foundation
import OrielHost
import OrielManifest
import OrielTesting
import Testing

/// A plugin of the system, on both sides: in a process of its own, and adopted into the sandbox.
enum PluginTools {
  /// What a test program writes about a plugin; nil when it does not come to its end.
  static func output(
    of program: String,
    _ arguments: [String],
    input: [UInt8],
    _ folder: RegistryFolder
  ) throws -> [UInt8]? {
    let number = UInt64.random(in: .min ... .max)
    try folder.write(input, to: "\(number).in")
    try folder.write("", to: "\(number).out")
    let output = URL(filePath: "\(folder.path)/\(number).out")
    let process = Process()
    process.executableURL = URL(filePath: BuiltProducts.program(program))
    process.arguments = arguments
    process.standardInput = try FileHandle(
      forReadingFrom: URL(filePath: "\(folder.path)/\(number).in")
    )
    process.standardOutput = try FileHandle(forWritingTo: output)
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    guard process.terminationReason == .exit, process.terminationStatus == 0 else { return nil }
    return Array(try Data(contentsOf: output))
  }

  /// Adopts a library, and connects to the extension.
  static func connect(
    adopting library: String,
    _ interface: RealInterface,
    _ identifier: String,
    in folder: RegistryFolder
  ) async throws -> ExtensionConnection {
    let adoption = LibraryAdoption(
      library: library,
      interface: Array(try interface.text.utf8),
      identifier: try #require(BundleIdentifier(identifier.replacing("_", with: "-")))
    )
    let made = try await ExtensionInstaller().adopt(adoption, to: "\(folder.path)/extensions")
    let bundle = try #require(CatalogEntry(inspecting: made.path).installed)
    var options = ConnectionOptions()
    options.callTimeout = .seconds(5)
    return try await #require(Fixtures.host).connect(bundle, options: options)
  }

  /// Does something with each plugin, two at a time.
  static func forEach(
    _ plugins: [String],
    _ body: @escaping @Sendable (String) async throws -> Void
  ) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for half in 0..<2 {
        group.addTask {
          for index in stride(from: half, to: plugins.count, by: 2) {
            try await body(plugins[index])
          }
        }
      }
      try await group.waitForAll()
    }
  }
}
