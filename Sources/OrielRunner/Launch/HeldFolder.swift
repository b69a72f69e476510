internal import OrielSystem

/// The folder of a bundle that an instance uses, which nobody removes as long as this exists.
///
/// It has a shared lock. Who replaces or removes a bundle takes the lock for himself before he deletes
/// what the old version may still open, and leaves that for later where he does not get it.
final class HeldFolder {
  /// The folder, with its lock.
  private let folder: Descriptor

  /// Keeps a folder that is locked.
  private init(_ folder: consuming Descriptor) { self.folder = folder }

  /// Takes the lock of a folder.
  ///
  /// - Parameter folder: The folder, which may be open as a place only.
  /// - Returns: The folder with its lock, or nil where nothing can be locked: it may not be read, or its
  ///   file system has no locks.
  /// - Throws: `EWOULDBLOCK` when the folder is being deleted.
  static func hold(_ folder: borrowing Descriptor) throws(SystemError) -> HeldFolder? {
    guard let folder = try? folder.open(".", [.readOnly, .directory]),
      let isLocked = try? folder.lock(isShared: true)
    else { return nil }
    guard isLocked else { throw SystemError("flock", .wouldBlock) }
    return HeldFolder(folder)
  }
}
