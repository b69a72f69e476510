internal import OrielManifest
internal import OrielSystem
internal import OrielText

/// A folder of the user's in which the registry keeps files, open.
struct KeptFolder: ~Copyable, Sendable {
  /// What a folder is for.
  enum Purpose: Sendable {
    /// What can be made again at any time.
    case cache
    /// What the user decided.
    case decisions
    /// What the registry remembers.
    case state

    /// The variable that names the folder, and where it lies in the home folder otherwise.
    fileprivate var place: (variable: String, fallback: String) {
      switch self {
      case .cache: ("XDG_CACHE_HOME", ".cache")
      case .decisions: ("XDG_CONFIG_HOME", ".config")
      case .state: ("XDG_STATE_HOME", ".local/state")
      }
    }
  }

  /// The path as it was chosen.
  let path: String
  /// The open folder.
  let directory: Descriptor

  /// The path of a folder: the configured one, or `oriel` in the user's folder for such files.
  static func path(
    for purpose: Purpose,
    configured: String?,
    environment: (String) -> String? = Environment.usersValue
  ) -> String? {
    if let configured { return configured.hasPrefix("/") ? configured : nil }
    let place = purpose.place
    // A relative path does not count, as the XDG specification says.
    let named = environment(place.variable).flatMap { $0.hasPrefix("/") ? $0 : nil }
    let home = environment("HOME").flatMap { $0.hasPrefix("/") ? "\($0)/\(place.fallback)" : nil }
    return (named ?? home).map { "\($0)/oriel" }
  }

  /// Why a folder has no path, and what to do.
  static func noPlace(for purpose: Purpose, configured: String?) -> String {
    if let configured {
      return "the folder that the host has set, '\(Printable.text(configured, limit: 512))', is no "
        + "absolute path; set one"
    }
    return
      "neither \(purpose.place.variable) nor HOME nor the system's database of users tells where; set "
      + "one of the two variables"
  }

  /// What to do about a file that cannot be written.
  static func advice(for error: SystemError) -> String {
    switch error.errno {
    case .noSpace, .quotaExceeded: "make room, and try again"
    case .fileTooLarge: "forget decisions that are not needed any more with 'oriel forget'"
    case .readOnlyFileSystem, .permissionDenied: "let it be written to, or set another folder"
    default: "look at that folder"
    }
  }

  /// Opens a folder, which must be the user's alone to change.
  ///
  /// - Parameters:
  ///   - path: The absolute path; links in it are the user's.
  ///   - isCreated: Whether what is missing is made, for the user alone.
  /// - Returns: The folder; nothing when it is missing and is not to be made.
  /// - Throws: Why it cannot be used.
  static func open(_ path: String, isCreated: Bool) throws(SystemError) -> KeptFolder? {
    do throws(SystemError) {
      if isCreated { try Descriptor.makeDirectories(path, permissions: 0o700, isOwnPlace: true) }
      let directory = try Descriptor.open(path, [.readOnly, .directory])
      try check(try directory.status(), mask: 0o002)
      return KeptFolder(path: path, directory: directory)
    } catch {
      if error.errno == .noSuchFile, !isCreated { return nil }
      throw error
    }
  }

  /// Gathers the parts.
  private init(path: String, directory: consuming Descriptor) {
    self.path = path
    self.directory = directory
  }

  /// Refuses what others could change; a folder may be open to a group, as other programs make them.
  private static func check(_ status: FileStatus, mask: UInt32) throws(SystemError) {
    guard status.owner == KernelFacts.effectiveUser, status.permissions & mask == 0 else {
      throw .exposed
    }
  }

  // MARK: - Files

  /// A whole file of the folder with its identity; nothing when there is none.
  ///
  /// Links, files of other users and files that others can change are refused.
  func read(_ name: String, limit: Int) throws(SystemError) -> (
    bytes: [UInt8], identity: FileIdentity
  )? {
    let file: Descriptor
    do throws(SystemError) {
      file = try directory.open(
        name,
        [.readOnly, .noFollow, .nonBlocking, .noTerminal],
        resolve: [.beneath, .noSymbolicLinks]
      )
    } catch {
      if error.errno == .noSuchFile { return nil }
      throw error
    }
    let status = try file.status()
    guard status.kind == .regular else {
      throw SystemError("looking at its kind", .invalidArgument)
    }
    try Self.check(status, mask: 0o022)
    guard status.identity.size <= UInt64(limit) else { throw SystemError("read", .fileTooLarge) }
    var bytes = [UInt8](repeating: 0, count: Int(status.identity.size))
    let count = try file.read(into: &bytes, at: 0)
    // The file has become shorter.
    guard count == bytes.count else { throw SystemError("read", .ioFailed) }
    return (bytes, status.identity)
  }

  /// The identity of a file of the folder; nothing when there is none that can be looked at.
  func identity(of name: String) -> FileIdentity? {
    let place = try? directory.open(name, [.pathOnly, .noFollow])
    guard let place else { return nil }
    return try? place.status().identity
  }

  /// Gives a damaged file a second name, with the time in it, for somebody to look at.
  func keepAside(_ name: String) throws(SystemError) {
    try directory.addName("\(name).damaged-\(RealTime.now)", to: name)
  }

  /// Does something while no other program does it with this folder.
  ///
  /// - Parameters:
  ///   - name: The name of the file with the lock, which is made when it is missing.
  ///   - body: What to do.
  /// - Returns: What the function gives.
  /// - Throws: Why there is no lock, such as that another program held it for too long.
  func withLock<Result>(
    _ name: String,
    _ body: () throws(SystemError) -> Result
  ) throws(SystemError) -> Result {
    let lock = try FileLock(name, in: directory, patience: Self.patience)
    let result = try body()
    _ = consume lock
    return result
  }

  /// How many milliseconds to wait for other programs, which hold locks for moments only.
  private static let patience: UInt64 = 5000
}
