/// A directory in which bundles were looked for.
package struct SearchedDirectory: Sendable, Hashable {
  /// The canonical path.
  package let path: String
  /// Who named the place that it is or lies in.
  package let origin: SearchPath.Location.Origin
  /// The paths of bundles elsewhere to which links in it lead.
  package let linked: [String]
}
