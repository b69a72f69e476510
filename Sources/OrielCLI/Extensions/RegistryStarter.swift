internal import OrielHost
internal import OrielManifest
internal import OrielSystem

/// Makes the registry in which the commands look for extensions.
enum RegistryStarter {
  /// The identifier of this program as a host.
  static let host = BundleIdentifier("org.oriel.cli")

  /// A registry for the places of the environment, and some more before them.
  static func registry(alsoIn places: [String] = []) throws(Complaint) -> ExtensionRegistry {
    ExtensionRegistry(configuration: try configuration(alsoIn: places))
  }

  /// A registry for some places, or for those of the environment when none is named.
  static func registry(only places: [String]) throws(Complaint) -> ExtensionRegistry {
    var configuration = try configuration(alsoIn: [])
    if !places.isEmpty {
      configuration.searchPath = SearchPath(places.map { SearchPath.Location($0, .explicit) })
    }
    return ExtensionRegistry(configuration: configuration)
  }

  /// The configuration that the environment asks for.
  private static func configuration(
    alsoIn places: [String]
  ) throws(Complaint) -> RegistryConfiguration {
    var configuration = RegistryConfiguration(host: host, explicit: places)
    if let name = Environment.value("ORIEL_APPROVAL"), !name.isEmpty {
      guard let policy = ApprovalPolicy(rawValue: name) else {
        let known = ApprovalPolicy.allCases.map(\.rawValue).joined(separator: ", ")
        throw Complaint(
          .usage,
          "ORIEL_APPROVAL is '\(TerminalText.line(name))', but can be one of \(known); "
            + "set it to one of these, or unset it"
        )
      }
      configuration.approval = policy
    }
    return configuration
  }
}
