import OrielHost
import OrielManifest
import OrielTesting
import Testing

/// The extensions that the tests run, and hosts to run them with.
enum Fixtures {
  /// A host for tests that leave it in order; its limits only end what hangs.
  static let host: ExtensionHost? = try? ExtensionHost(configuration: configuration)

  /// A configuration with which a busy machine does not look like a hanging extension.
  static var configuration: HostConfiguration {
    var configuration = HostConfiguration()
    configuration.limits.startTime = .seconds(30)
    configuration.limits.requestTime = .seconds(30)
    configuration.limits.graceTime = .seconds(10)
    return configuration
  }

  /// A fixture by its name.
  static func named(_ name: String) throws -> InstalledExtension {
    let entry = CatalogEntry(inspecting: BuiltProducts.bundle(name))
    return try #require(entry.installed, "\(name) is not usable: \(entry.diagnostics)")
  }

  /// Runs a fixture in the shared host and waits for the end of its instance.
  static func run(
    _ name: String,
    items: [ExtensionItem] = [],
    _ change: (inout RequestOptions) -> Void = { _ in }
  ) async throws -> RequestResult {
    var options = RequestOptions()
    options.waitsForExit = true
    change(&options)
    return try await #require(host).perform(named(name), items: items, options: options)
  }
}

extension RequestResult {
  /// The texts of the returned items.
  var texts: [String?] {
    guard case .completed(let items, _) = outcome else { return [] }
    return items.map(\.text)
  }

  /// Why there is no answer.
  var failure: FailureReason? {
    guard case .failed(let reason) = outcome else { return nil }
    return reason
  }
}
