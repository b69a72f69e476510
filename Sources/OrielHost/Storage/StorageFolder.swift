internal import OrielManifest
internal import OrielSystem

/// A directory that is kept between requests, opened after every step to it was checked.
///
/// Below the anchor each directory is opened in the one above it, by name, without following a link,
/// and must belong to who it should. Nobody else can put something in its place, and the broker
/// compares what it mounts with what was opened here.
struct StorageFolder: ~Copyable, Sendable {
  /// The area.
  let area: StorageArea
  /// The canonical path.
  let path: String
  /// The open directory.
  let directory: Descriptor
  /// Its identity.
  let identity: FileIdentity

  /// Opens an area.
  ///
  /// - Parameters:
  ///   - area: The area.
  ///   - base: Where it lies.
  ///   - owner: The user that it must belong to.
  ///   - isCreated: Whether what is missing is made.
  /// - Returns: The directory; nil when it is missing and is not to be made.
  /// - Throws: What is there instead, or why it cannot be opened or made.
  static func open(
    _ area: StorageArea,
    in base: StorageBase,
    owner: UInt32,
    isCreated: Bool
  ) throws(StorageError) -> StorageFolder? {
    guard let anchor = try openAnchor(base.anchor, isCreated: isCreated) else { return nil }
    let (folder, name) = area.path
    var path = anchor.path == "/" ? "" : anchor.path
    var directory = anchor.directory
    let host = KernelFacts.effectiveUser
    for component in base.components + [folder] {
      path += "/\(component)"
      guard let next = try step(component, in: directory, path, isCreated: isCreated) else {
        return nil
      }
      // What other programs may have made beside the host's own folders need not be private.
      let mask: UInt32 = component == folder ? 0o077 : 0o002
      try check(try status(next, path), path, owner: host, mask: mask)
      directory = next
    }
    path += "/\(name)"
    guard let last = try step(name, in: directory, path, isCreated: isCreated) else { return nil }
    var found = try status(last, path)
    if found.owner == host, owner != host {
      // Made by this host, or by another one at this moment: only root can write to the folder.
      do throws(SystemError) {
        try last.giveAway(to: owner)
        found = try last.status()
      } catch {
        throw StorageError("\(path) cannot be given to the user \(owner)", error)
      }
    }
    try check(found, path, owner: owner, mask: 0o077)
    return StorageFolder(area: area, path: path, directory: last, identity: found.identity)
  }

  /// Gathers the parts.
  private init(
    area: StorageArea,
    path: String,
    directory: consuming Descriptor,
    identity: FileIdentity
  ) {
    self.area = area
    self.path = path
    self.directory = directory
    self.identity = identity
  }

  /// What is too much in it, if anything is.
  func excess(over bounds: StorageBounds) throws(SystemError) -> (StorageUsage, StorageExcess?) {
    let usage = try directory.storageUsage(
      entryLimit: Int(bounds.files),
      depthLimit: StorageBounds.depth
    )
    /// An excess of this folder.
    func excess(_ kind: StorageExcess.Kind, _ found: UInt64, _ limit: UInt64) -> StorageExcess {
      StorageExcess(area: area, path: path, kind: kind, found: found, limit: limit)
    }
    let files = UInt64(bounds.files)
    return switch usage.flaw {
    case .tooManyEntries: (usage, excess(.files, files + 1, files))
    case .tooDeep:
      (usage, excess(.depth, UInt64(StorageBounds.depth) + 1, UInt64(StorageBounds.depth)))
    case .unreadable: (usage, excess(.unreadable, 0, 0))
    case nil where usage.bytes > bounds.bytes:
      (usage, excess(.bytes, usage.bytes, bounds.bytes))
    case nil: (usage, nil)
    }
  }

  // MARK: - Steps

  /// An open directory with its canonical path.
  private struct Anchor: ~Copyable {
    /// The canonical path.
    let path: String
    /// The directory.
    let directory: Descriptor
  }

  /// Opens the folder whose path was chosen, and makes it and those above it when they are missing.
  private static func openAnchor(
    _ path: String,
    isCreated: Bool
  ) throws(StorageError) -> Anchor? {
    do throws(SystemError) {
      if isCreated { try Descriptor.makeDirectories(path, permissions: 0o700) }
      let canonical = try canonicalPath(path)
      let directory = try Descriptor.open(
        canonical,
        [.readOnly, .directory],
        resolve: [.noSymbolicLinks]
      )
      let status = try directory.status()
      let isShared = status.permissions & 0o1002 == 0o002
      guard [0, KernelFacts.effectiveUser].contains(status.owner), !isShared else {
        throw SystemError.exposed
      }
      return Anchor(path: canonical, directory: directory)
    } catch {
      if error.errno == .noSuchFile, !isCreated { return nil }
      throw StorageError("the folder for containers \(path) cannot be used", error)
    }
  }

  /// Makes a directory, unless somebody else does so at the same moment.
  private static func make(_ name: String, in directory: borrowing Descriptor) throws(SystemError) {
    do throws(SystemError) {
      try directory.makeDirectory(name, permissions: 0o700)
    } catch {
      guard error.errno == .fileExists else { throw error }
    }
  }

  /// Opens one directory in another one; nil when it is missing and is not to be made.
  private static func step(
    _ name: String,
    in directory: borrowing Descriptor,
    _ path: String,
    isCreated: Bool
  ) throws(StorageError) -> Descriptor? {
    do throws(SystemError) {
      do throws(SystemError) {
        return try open(name, in: directory)
      } catch {
        guard error.errno == .noSuchFile, isCreated else { throw error }
        try make(name, in: directory)
        return try open(name, in: directory)
      }
    } catch {
      switch error.errno {
      case .noSuchFile where !isCreated: return nil
      case .tooManySymbolicLinks:
        throw StorageError(
          "\(path) is a symbolic link, and nothing behind one is used as a container",
          errorNumber: error.errno.rawValue,
          remedy: "Remove the link, or set containerFolder to the place that it leads to."
        )
      case .notDirectory:
        throw StorageError(
          "\(path) is not a directory",
          errorNumber: error.errno.rawValue,
          remedy: "Remove it, or set containerFolder to another place."
        )
      default: throw StorageError("\(path) cannot be opened", error)
      }
    }
  }

  /// Opens a directory by its name in another one.
  private static func open(
    _ name: String,
    in directory: borrowing Descriptor
  ) throws(SystemError) -> Descriptor {
    try directory.open(
      name,
      [.readOnly, .directory],
      resolve: [.beneath, .noSymbolicLinks]
    )
  }

  /// The status of an open directory.
  private static func status(
    _ directory: borrowing Descriptor,
    _ path: String
  ) throws(StorageError) -> FileStatus {
    do {
      return try directory.status()
    } catch {
      throw StorageError("\(path) cannot be looked at", error)
    }
  }

  /// Refuses a directory of somebody else, and one that others can use.
  private static func check(
    _ status: FileStatus,
    _ path: String,
    owner: UInt32,
    mask: UInt32
  ) throws(StorageError) {
    guard status.owner == owner else {
      throw StorageError(
        "\(path) belongs to the user \(status.owner), not to \(owner)",
        remedy: "Move it away, or give it back with 'chown \(owner)'."
      )
    }
    guard status.permissions & mask == 0 else {
      throw StorageError(
        "\(path) can be used by other users (mode \(String(status.permissions, radix: 8)))",
        remedy: "Take that away with 'chmod go-rwx', after looking at what they may have done."
      )
    }
  }
}
