internal import OrielSystem

/// The places in which extensions are looked for, the first one first.
public struct SearchPath: Sendable, Hashable {
  /// A place: a directory of bundles, a bundle, or a container `Name.app` with bundles in `PlugIns`.
  public struct Location: Sendable, Hashable {
    /// Who named the place.
    public enum Origin: String, Sendable, Hashable, CaseIterable {
      /// The program or its user; that it is missing is worth a diagnostic.
      case explicit
      /// The variable `ORIEL_PATH`; that it is missing is worth a diagnostic.
      case environment
      /// The data directory of the user.
      case user
      /// A data directory of the system.
      case system
    }

    /// The path.
    public let path: String
    /// Who named the place.
    public let origin: Origin

    /// Creates a place.
    public init(_ path: String, _ origin: Origin) {
      self.path = path
      self.origin = origin
    }
  }

  /// The places in order.
  public var locations: [Location]

  /// Creates a search path from places.
  public init(_ locations: [Location]) { self.locations = locations }

  /// The search path of an environment.
  ///
  /// First come the explicit places, then those of `ORIEL_PATH` (separated with `:`), then those in
  /// `XDG_DATA_HOME` (`~/.local/share` when unset) and in each of `XDG_DATA_DIRS`
  /// (`/usr/local/share:/usr/share` when unset): `oriel/hosts/HOST/extensions` for the extensions of
  /// one host, when its identifier is given, and `oriel/extensions` for those of all hosts. A data
  /// directory with a relative path does not count, as the XDG specification says.
  ///
  /// - Parameters:
  ///   - explicit: Places that the user of the program named.
  ///   - host: The identifier of the host.
  ///   - environment: The value of a variable of the environment.
  public init(
    explicit: [String] = [],
    host: BundleIdentifier? = nil,
    environment: (String) -> String?
  ) {
    func value(_ name: String) -> String? {
      environment(name).flatMap { $0.isEmpty ? nil : $0 }
    }
    func extensions(in directory: some StringProtocol) -> [String] {
      guard directory.hasPrefix("/") else { return [] }
      let base = directory + (directory.hasSuffix("/") ? "" : "/") + "oriel/"
      return (host.map { ["\(base)hosts/\($0)/extensions"] } ?? []) + ["\(base)extensions"]
    }
    var locations = explicit.map { Location($0, .explicit) }
    for path in value("ORIEL_PATH")?.split(separator: ":") ?? [] {
      locations.append(Location(String(path), .environment))
    }
    let home = value("XDG_DATA_HOME").map { extensions(in: $0) } ?? []
    let fallback = value("HOME").map { extensions(in: $0 + "/.local/share") } ?? []
    for path in home.isEmpty ? fallback : home { locations.append(Location(path, .user)) }
    let directories = value("XDG_DATA_DIRS") ?? "/usr/local/share:/usr/share"
    for directory in directories.split(separator: ":") {
      for path in extensions(in: directory) { locations.append(Location(path, .system)) }
    }
    // A place that is named twice is looked at once.
    var known: Set<[UInt8]> = []
    self.locations = locations.filter { known.insert(Array($0.path.utf8)).inserted }
  }

  /// A path without slashes at its end.
  package static func trimmed(_ path: String) -> String {
    var path = path
    while path.utf8.count > 1, path.hasSuffix("/") { path.removeLast() }
    return path
  }

  /// The search path of the environment of this process.
  public static func current(
    explicit: [String] = [],
    host: BundleIdentifier? = nil
  ) -> SearchPath {
    SearchPath(explicit: explicit, host: host, environment: Environment.usersValue)
  }
}
