internal import OrielSystem

extension SearchPath {
  /// The most hosts whose places are looked for in one data directory.
  private static let greatestHostCount = 4096

  /// The places of the extensions of single hosts, whichever, beside those for all hosts in the path.
  package var placesOfHosts: SearchPath {
    SearchPath(
      locations.flatMap { location -> [Location] in
        let suffix = "/oriel/extensions"
        guard location.origin == .user || location.origin == .system,
          location.path.hasSuffix(suffix)
        else { return [] }
        let hosts = "\(location.path.dropLast(suffix.count))/oriel/hosts"
        return Self.names(in: hosts).sorted().map {
          Location("\(hosts)/\($0)/extensions", location.origin)
        }
      }
    )
  }

  /// The names in a directory; none when it is not there.
  private static func names(in path: String) -> [String] {
    do throws(SystemError) {
      return try Descriptor.open(path, [.readOnly, .directory]).names(limit: greatestHostCount)
        .names
    } catch {
      return []
    }
  }
}
