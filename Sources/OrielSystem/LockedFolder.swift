internal import Glibc

/// A folder that is locked as long as the process lives that made it.
package final class LockedFolder: Sendable {
  /// The absolute path.
  package let path: String
  /// The folder, with its lock; a program that this process starts does not get it.
  private let directory: Descriptor

  /// Keeps a folder.
  private init(path: String, directory: consuming Descriptor) {
    self.path = path
    self.directory = directory
  }

  deinit {
    try? directory.removeContents()
    try? removeDirectory(at: path)
  }

  /// Makes a folder with a new name in a folder of this user, and deletes what nobody keeps locked
  /// there.
  package static func make(in base: String) throws(SystemError) -> LockedFolder {
    try? makePrivateDirectory(base)
    let directory = try openPrivateDirectory(base)
    sweep(directory)
    var generator = SystemRandomNumberGenerator()
    while true {
      let name = String(generator.next() as UInt64, radix: 16)
      let path = "\(base)/\(name)"
      try makePrivateDirectory(path)
      let folder = try openPrivateDirectory(path)
      // Another process may have found it without its lock, and have deleted it.
      guard try folder.lock(), isThere(path, folder) else { continue }
      return LockedFolder(path: path, directory: folder)
    }
  }

  /// Deletes the folders whose owners are gone.
  private static func sweep(_ base: borrowing Descriptor) {
    guard let names = try? base.names(limit: 4096).names else { return }
    for name in names {
      guard let folder = try? base.open(name, [.readOnly, .directory, .noFollow]),
        (try? folder.lock()) == true
      else { continue }
      try? folder.removeContents()
      // The folder is empty or stays.
      try? base.removeDirectory(name)
    }
  }

  /// Whether a path still leads to an open folder.
  private static func isThere(_ path: String, _ folder: borrowing Descriptor) -> Bool {
    guard let place = try? Descriptor.open(path, [.pathOnly, .noFollow]),
      let found = try? place.status().identity, let known = try? folder.status().identity
    else { return false }
    return found.device == known.device && found.inode == known.inode
  }

  /// Opens a folder that belongs to this user and that nobody else may look into.
  private static func openPrivateDirectory(_ path: String) throws(SystemError) -> Descriptor {
    let directory = try Descriptor.open(path, [.readOnly, .directory, .noFollow])
    let status = try directory.status()
    guard status.owner == KernelFacts.effectiveUser, status.permissions & 0o077 == 0 else {
      throw SystemError("open", .notPermitted)
    }
    return directory
  }
}

/// Makes a directory that only this user may look into.
package func makePrivateDirectory(_ path: String) throws(SystemError) {
  // The path is a C string for the call.
  guard unsafe mkdir(path, 0o700) == 0 else { throw SystemError("mkdir", .current) }
}

/// Removes an empty directory.
package func removeDirectory(at path: String) throws(SystemError) {
  // The path is a C string for the call.
  guard unsafe rmdir(path) == 0 else { throw SystemError("rmdir", .current) }
}

/// Removes a name of a file; a link itself, not what it leads to.
package func removeFile(at path: String) throws(SystemError) {
  // The path is a C string for the call.
  guard unsafe unlink(path) == 0 else { throw SystemError("unlink", .current) }
}
