internal import OrielHost

/// Makes the registry in which the commands look for extensions.
enum RegistryStarter {
  /// The identifier of this program as a host.
  static let host = BundleIdentifier("org.oriel.cli")

  /// A registry for the places of the environment, and some more before them.
  static func registry(alsoIn places: [String] = []) -> ExtensionRegistry {
    ExtensionRegistry(configuration: RegistryConfiguration(host: host, explicit: places))
  }

  /// A registry for some places, or for those of the environment when none is named.
  static func registry(only places: [String]) -> ExtensionRegistry {
    var configuration = RegistryConfiguration(host: host)
    if !places.isEmpty {
      configuration.searchPath = SearchPath(places.map { SearchPath.Location($0, .explicit) })
    }
    return ExtensionRegistry(configuration: configuration)
  }
}
