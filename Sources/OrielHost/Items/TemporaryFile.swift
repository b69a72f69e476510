internal import OrielSystem

/// A file that is deleted once: when nothing refers to this object any more, or before.
///
/// Only the file that was there at the beginning is deleted, never another one of the same name.
public final class TemporaryFile: Sendable {
  /// The path.
  public let path: String
  /// The file that was there; nil when there was none, or after it was deleted.
  private let identity: Lock<FileIdentity?>

  /// Takes over the file at a path.
  public init(path: String) {
    self.path = path
    identity = Lock(Self.identity(of: path))
  }

  deinit { delete() }

  /// Deletes the file now, unless that was done before.
  public func delete() {
    let expected = identity.withLock { identity in
      defer { identity = nil }
      return identity
    }
    guard let expected, let found = Self.identity(of: path),
      found.device == expected.device, found.inode == expected.inode
    else { return }
    // Nobody can be told; a file that cannot be deleted stays.
    try? removeFile(at: path)
    TemporaryItemFolder.shared.letGo(of: path)
  }

  /// The identity of the file itself, links not followed.
  private static func identity(of path: String) -> FileIdentity? {
    guard let place = try? Descriptor.open(path, [.pathOnly, .noFollow]) else { return nil }
    return try? place.status().identity
  }
}
