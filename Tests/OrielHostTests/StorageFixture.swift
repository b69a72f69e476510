import Foundation
import OrielHost
import OrielTesting
import Testing

/// A folder for containers, and hosts that use it; both are gone with it.
final class StorageFixture: Sendable {
  /// The folder that a test may do anything in.
  let scratch: String
  /// The folder of the configuration.
  let folder: String

  init() throws {
    scratch =
      FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
      .appendingPathComponent("oriel-\(UUID().uuidString)").path
    folder = scratch + "/data"
    try FileManager.default.createDirectory(atPath: scratch, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: scratch) }

  /// What an extension answered, line by line, with the whole result.
  struct Answer {
    let answers: [String]
    let result: RequestResult
  }

  /// Runs the fixture Entitled, or another bundle of it, with acts.
  func run(
    _ acts: [String],
    in extension: InstalledExtension? = nil,
    granting grants: EntitlementGrants,
    _ change: (inout HostConfiguration) -> Void = { _ in }
  ) async throws -> Answer {
    var configuration = Fixtures.configuration
    configuration.containerFolder = folder
    change(&configuration)
    let host = try ExtensionHost(configuration: configuration)
    var options = RequestOptions()
    options.waitsForExit = true
    options.entitlements = grants
    let result = await host.perform(
      try `extension` ?? Fixtures.named("Entitled"),
      items: [ExtensionItem(text: acts.joined(separator: "\n"))],
      options: options
    )
    await host.shutdownAndWait()
    let text = (result.texts.first ?? nil) ?? ""
    return Answer(answers: text.split(separator: "\n").map(String.init), result: result)
  }

  /// A copy of the fixture with another identifier, which must be usable.
  func bundle(identifier: String) throws -> InstalledExtension {
    let entry = CatalogEntry(inspecting: try copy(identifier: identifier))
    return try #require(entry.installed, "\(entry.diagnostics)")
  }

  /// The path of a copy of the fixture with another identifier.
  func copy(identifier: String) throws -> String {
    let source = BuiltProducts.bundle("Entitled")
    let target = "\(scratch)/\(identifier).appex"
    try FileManager.default.createDirectory(atPath: target, withIntermediateDirectories: true)
    for name in try FileManager.default.contentsOfDirectory(atPath: source) {
      var content = try Data(contentsOf: URL(fileURLWithPath: "\(source)/\(name)"))
      if name == "Info.plist" {
        content = Data(
          String(decoding: content, as: UTF8.self)
            .replacing("org.oriel.fixture.entitled", with: identifier).utf8
        )
      }
      try content.write(to: URL(fileURLWithPath: "\(target)/\(name)"))
    }
    return target
  }
}
