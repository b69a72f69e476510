/// The bundles of a catalog in order, of which each is only read when it is asked for.
package protocol CatalogBundles: Sendable {
  /// The number of bundles.
  var count: Int { get }
  /// A number that bundles with one identifier have in common; nil for one without an identifier.
  func identifierKey(at index: Int) -> UInt64?
  /// What changes when something about a bundle does.
  func mark(at index: Int) -> BundleMark
  /// What is known about a bundle.
  func entry(at index: Int) -> CatalogEntry
}
