/// A directory in which bundles were looked for.
package struct SearchedDirectory: Sendable, Hashable {
  /// The canonical path.
  package let path: String
  /// Who named the place that it is or lies in.
  package let origin: SearchPath.Location.Origin
  /// The paths of bundles elsewhere to which links in it lead.
  package let linked: [String]
  /// Whether an installation has left something in it, or is at work.
  package let hasLeftovers: Bool

  /// How the names of what installations make for themselves begin.
  package static let hiddenPrefix = ".oriel-"
}
