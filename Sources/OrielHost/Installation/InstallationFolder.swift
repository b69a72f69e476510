internal import OrielManifest
internal import OrielSystem
internal import OrielText

/// A folder of extensions that is the user's to change, open.
struct InstallationFolder: ~Copyable, Sendable {
  /// The canonical path.
  let path: String
  /// The open folder.
  let directory: Descriptor

  /// The path of the user's own folder.
  static func usersPath(
    environment: (String) -> String? = Environment.usersValue
  ) throws(InstallationError) -> String {
    let path = SearchPath(environment: environment).locations.first { $0.origin == .user }?.path
    guard let path else {
      throw InstallationError(
        .folder,
        "neither XDG_DATA_HOME nor HOME nor the system's database of users tells where extensions are "
          + "installed; set one of the two variables, or "
          + "name a folder with --to"
      )
    }
    return path
  }

  /// Opens a folder after looking at whose it is.
  ///
  /// - Parameters:
  ///   - path: The folder; links in it are the user's.
  ///   - isCreated: Whether what is missing is made.
  /// - Returns: The folder.
  /// - Throws: That it is not there, is somebody else's, or can be changed by others.
  static func open(_ path: String, isCreated: Bool) throws(InstallationError) -> InstallationFolder
  {
    let shown = Printable.text(path, limit: 512)
    guard !path.utf8.contains(0), !path.isEmpty else {
      throw InstallationError(.folder, "'\(shown)' is no path of a folder; name another one")
    }
    do throws(SystemError) {
      if isCreated {
        // In a folder that somebody named he may make what he likes; HOME may be another user's.
        let isUsual = path == (try? usersPath())
        try Descriptor.makeDirectories(path, permissions: 0o755, isOwnPlace: isUsual)
      }
      let canonical = try canonicalPath(path)
      let directory = try Descriptor.open(
        canonical,
        [.readOnly, .directory],
        resolve: [.noSymbolicLinks]
      )
      try check(try directory.status(), canonical)
      return InstallationFolder(path: canonical, directory: directory)
    } catch {
      if error == .exposed {
        throw InstallationError(
          .folder,
          "\(shown) belongs to another user, or others may change it, so that nothing is installed "
            + "or removed there; use a folder of your own, or ask whoever it belongs to"
        )
      }
      throw InstallationError(
        .folder,
        "the folder \(shown) cannot be used: \(error); "
          + (error.errno == .readOnlyFileSystem || error.errno == .permissionDenied
            ? "choose one that you may write to" : "look at that path")
      )
    }
  }

  /// How often and how long, in milliseconds, somebody waits for who gives a bundle its place.
  private static let patience = (count: 500, step: Int32(20))

  /// Does something while nobody else gives a bundle its place in the folder, or takes one away.
  ///
  /// - Throws: What the body throws; that somebody else does not come to an end.
  func withLock<Result>(
    _ body: () throws(InstallationError) -> Result
  ) throws(InstallationError) -> Result {
    let lock = try takeLock()
    let result = try body()
    _ = consume lock
    return result
  }

  /// Takes the lock of the folder, which ends with what is given.
  private func takeLock() throws(InstallationError) -> Descriptor {
    do throws(SystemError) {
      // Opened anew: a lock is of an open file, and ends with it.
      let lock = try directory.open(".", [.readOnly, .directory])
      for _ in 0..<Self.patience.count {
        if try lock.lock() { return lock }
        Thread.pause(milliseconds: Self.patience.step)
      }
    } catch {
      throw InstallationError(writing: path, error)
    }
    throw InstallationError(
      .busy,
      "another program has kept \(Printable.text(path, limit: 512)) locked for ten seconds, as one "
        + "does that installs or removes an extension in it; try again when it is done, or end it "
        + "('lslocks' lists such programs)"
    )
  }

  /// Gathers the parts.
  private init(path: String, directory: consuming Descriptor) {
    self.path = path
    self.directory = directory
  }

  /// Refuses a folder in which others could exchange what is being installed.
  private static func check(_ status: FileStatus, _ path: String) throws(SystemError) {
    let isShared = status.permissions & 0o1002 == 0o002
    // What root owns with the sticky bit, as /tmp, is everybody's to add to. The owner of such a
    // folder may rename and remove all in it.
    let isPublic = status.permissions & 0o1002 == 0o1002 && status.owner == 0
    guard status.owner == KernelFacts.effectiveUser || isPublic, !isShared else {
      throw .exposed
    }
  }
}
