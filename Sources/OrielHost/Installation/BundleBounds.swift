internal import OrielManifest

/// What a bundle or container may hold to be installed: what its content hash can cover.
struct BundleBounds: Hashable, Sendable {
  /// The most files and folders.
  var entries = BundleContents.greatestCount
  /// The most bytes of all files.
  var bytes = BundleContents.greatestSize
  /// The most bytes for each byte of the archive, beyond those that are always allowed.
  var ratio: UInt64 = 250
  /// The bytes for which no ratio counts.
  var freeBytes: UInt64 = 16 << 20

  /// The usual bounds.
  static let usual = BundleBounds()
}
