internal import OrielManifest
internal import OrielSystem

/// Tells the hash of what is in bundles now, and reads again only what is different.
final class PresentContents: Sendable {
  /// What was read, by path of the bundle.
  private let known = Lock<[String: BundleContents]>([:])
  /// The most bundles that are remembered.
  private static let greatestCount = 256

  /// Nothing read yet.
  init() {}

  /// The hash of what is in the bundle of an extension; nothing when it has none, or when the library
  /// that would be started is another one than was looked at.
  func contentHash(of extension: InstalledExtension) -> ContentHash? {
    let path = `extension`.path
    guard
      let directory = try? Descriptor.open(
        path,
        [.readOnly, .directory],
        resolve: [.noSymbolicLinks]
      )
    else { return nil }
    if let contents = known.withLock({ $0[path] }), contents.isUnchanged(in: directory) {
      return contents.hash(withExecutableOf: `extension`)
    }
    // Before anything is read: what changes while it is read must not count as left alone.
    let start = RealTime.now
    let contents = BundleContents(of: directory)
    known.withLock { known in
      if known.count >= Self.greatestCount { known.removeAll() }
      // Without a hash not everything was looked at, and what was not may change unseen.
      let isSettled = contents.hash != nil && contents.isSettled(at: start)
      known[path] = isSettled ? contents.withoutBytes : nil
    }
    return contents.hash(withExecutableOf: `extension`)
  }
}

extension BundleContents {
  /// The hash, when the library in it is the one of an extension, which the instance compares again.
  fileprivate func hash(withExecutableOf extension: InstalledExtension) -> ContentHash? {
    let name = Array(`extension`.manifest.executableName.utf8)
    let library = nodes.first { $0.path == name }
    return library?.identity == `extension`.executableIdentity ? hash : nil
  }
}
