internal import OrielManifest
internal import OrielSystem
internal import OrielText

/// A hidden folder beside the extensions in which one is made or taken apart, for this user alone.
///
/// It is there as long as somebody works on the extension of its name, and locked by them; the lock
/// ends with them, however they end. So one that is not locked is a leftover, which the next one to
/// come removes.
struct StagingFolder: ~Copyable {
  /// How the names of such folders begin; what begins with a dot is no extension.
  private static let prefix = ".oriel-staging-"
  /// How the names begin of folders with what a request may still use.
  private static let usedPrefix = ".oriel-used-"
  /// How often and how long, in milliseconds, somebody waits who may only clean up.
  private static let patience = (count: 100, step: Int32(20))

  /// The name.
  let name: String
  /// The path.
  let path: String
  /// The open folder, which holds the lock.
  let directory: Descriptor

  /// Makes the folder for an extension, or takes over the leftover of somebody who is gone.
  ///
  /// - Throws: That somebody else works on it, or that it cannot be made.
  static func make(
    for bundle: String,
    in folder: borrowing InstallationFolder
  ) throws(InstallationError) -> StagingFolder {
    let name = Self.name(for: bundle)
    for _ in 0..<patience.count {
      do throws(SystemError) {
        if let directory = try take(name, in: folder.directory) {
          return StagingFolder(
            name: name,
            path: "\(folder.path)/\(name)",
            directory: directory
          )
        }
      } catch {
        throw InstallationError(writing: "\(folder.path)/\(name)", error)
      }
      // Who removes leftovers has it for a moment only.
      Thread.pause(milliseconds: patience.step)
    }
    throw InstallationError(
      .busy,
      "\(Printable.text(bundle)) is being installed or removed by another program right now; wait "
        + "until that is done"
    )
  }

  /// Removes what is left in a folder, if it is the user's own.
  static func removeLeftovers(inFolder path: String) {
    let folder = try? InstallationFolder.open(path, isCreated: false)
    if let folder { removeLeftovers(in: folder) }
  }

  /// Removes what killed programs, and programs with running requests, have left in a folder.
  static func removeLeftovers(in folder: borrowing InstallationFolder) {
    guard let names = try? folder.directory.names(limit: 10_000).names else { return }
    for name in names where name.hasPrefix(prefix) || name.hasPrefix(usedPrefix) {
      // What cannot be removed now is tried again by the next one.
      guard
        let found = try? folder.directory.open(
          name,
          [.readOnly, .directory, .noFollow],
          resolve: [.beneath, .noSymbolicLinks]
        ),
        (try? isTaken(found, name, in: folder.directory)) == true
      else { continue }
      let staging = StagingFolder(name: name, path: name, directory: found)
      staging.remove(from: folder)
    }
  }

  /// Gathers the parts.
  private init(name: String, path: String, directory: consuming Descriptor) {
    self.name = name
    self.path = path
    self.directory = directory
  }

  /// Removes the folder with all that is in it; what is left over is a leftover.
  ///
  /// - Returns: What a person should know when something stays, as when a request that runs may still
  ///   open files of it.
  @discardableResult
  consuming func remove(from folder: borrowing InstallationFolder) -> String? {
    guard let claim = BundleClaim(of: directory) else {
      Self.leave(name, in: folder.directory)
      return "a request that runs still uses the old version, whose files go later, with the next "
        + "search or installation"
    }
    var note: String?
    do throws(SystemError) {
      try directory.removeContents()
      // By name and under the lock: nobody else has made another one.
      try folder.directory.removeDirectory(name)
    } catch {
      // A mount point is busy, and what is mounted there is never entered.
      note =
        "not everything could be removed: \(error); what is left lies in "
        + "\(Printable.text("\(folder.path)/\(name)", limit: 512))"
        + (error.errno == .busy ? "; unmount what is mounted in it" : "")
    }
    _ = consume claim
    return note
  }

  /// Leaves a folder for later, under a name that is in nobody's way; tells whether it has one now.
  @discardableResult
  private static func leave(_ name: String, in folder: borrowing Descriptor) -> Bool {
    guard !name.hasPrefix(usedPrefix) else { return false }
    // A name that is taken is as unlikely as a failure, and both leave the folder where it is.
    let number = String(UInt64.random(in: .min ... .max), radix: 16)
    do throws(SystemError) {
      try folder.rename(name, to: "\(usedPrefix)\(number)")
      return true
    } catch {
      return false
    }
  }

  /// The name for an extension; a long name is cut, and then may stand for several.
  private static func name(for bundle: String) -> String {
    var short = bundle
    while short.utf8.count > 255 - prefix.utf8.count { short.removeLast() }
    return prefix + short
  }

  /// Makes the folder and takes its lock; nil when somebody else has it.
  private static func take(
    _ name: String,
    in folder: borrowing Descriptor
  ) throws(SystemError) -> Descriptor? {
    do throws(SystemError) {
      try folder.makeDirectory(name, permissions: 0o700)
    } catch {
      guard error.errno == .fileExists else { throw error }
    }
    let directory: Descriptor
    do throws(SystemError) {
      directory = try folder.open(
        name,
        [.readOnly, .directory, .noFollow],
        resolve: [.beneath, .noSymbolicLinks]
      )
    } catch {
      // Somebody has removed it since.
      if error.errno == .noSuchFile { return nil }
      throw error
    }
    guard try isTaken(directory, name, in: folder) else { return nil }
    guard let claim = BundleClaim(of: directory) else {
      // What somebody left who was killed is still used; the next try makes a folder of its own.
      leave(name, in: folder)
      return nil
    }
    do throws(SystemError) {
      try directory.removeContents()
    } catch {
      // Something is mounted in it, or belongs to somebody else: the next try makes another folder.
      let isLeft = leave(name, in: folder)
      guard isLeft else { throw error }
      return nil
    }
    _ = consume claim
    return directory
  }

  /// Takes the lock of an open folder; tells whether it was free and the folder still has its name.
  private static func isTaken(
    _ directory: borrowing Descriptor,
    _ name: String,
    in folder: borrowing Descriptor
  ) throws(SystemError) -> Bool {
    let found = try directory.status()
    guard found.owner == KernelFacts.effectiveUser else {
      throw .exposed
    }
    guard try directory.lock() else { return false }
    do throws(SystemError) {
      let named = try folder.open(name, [.pathOnly, .directory, .noFollow]).status().identity
      return named.inode == found.identity.inode && named.device == found.identity.device
    } catch {
      if error.errno == .noSuchFile { return false }
      throw error
    }
  }
}
