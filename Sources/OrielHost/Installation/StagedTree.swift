internal import OrielSystem

/// A bundle that is written in a staging folder.
///
/// Everything is opened beneath the staging folder without following links. Modes are the same for
/// all bundles: readable for everybody, writable for the user, executable where the source is.
struct StagedTree: ~Copyable {
  /// The staging folder.
  private let staging: Descriptor
  /// Its path, for messages.
  private let path: String
  /// The folders that are there.
  private var folders: Set<BundlePath> = []
  /// The files that are there.
  private var files: [BundlePath] = []
  /// What is told after each step.
  private let checkpoint: @Sendable (InstallationStep) throws(InstallationError) -> Void

  /// Begins an empty tree.
  init(
    in staging: borrowing StagingFolder,
    checkpoint: @escaping @Sendable (InstallationStep) throws(InstallationError) -> Void
  ) throws(InstallationError) {
    path = staging.path
    self.checkpoint = checkpoint
    do throws(SystemError) {
      self.staging = try staging.directory.open(".", [.readOnly, .directory])
    } catch {
      throw InstallationError(writing: staging.path, error)
    }
  }

  /// Makes a folder, and those that it lies in.
  mutating func addFolder(_ folder: BundlePath) throws(InstallationError) {
    for folder in folder.folders + [folder] where folders.insert(folder).inserted {
      do throws(SystemError) {
        if let above = folder.folders.last {
          try open(above).makeDirectory(folder.last, permissions: 0o700)
        } else {
          try staging.makeDirectory(folder.last, permissions: 0o700)
        }
      } catch {
        throw InstallationError(writing: "\(path)/\(folder.text)", error)
      }
      try checkpoint(.folderMade)
    }
  }

  /// Writes a file.
  ///
  /// - Parameters:
  ///   - file: Its path.
  ///   - isExecutable: Whether it may be executed.
  ///   - next: Gives its bytes piece by piece, and nil at the end.
  /// - Throws: What `next` threw, or why the file cannot be written.
  mutating func addFile(
    _ file: BundlePath,
    isExecutable: Bool,
    next: () throws(InstallationError) -> [UInt8]?
  ) throws(InstallationError) {
    if let folder = file.folders.last { try addFolder(folder) }
    let descriptor: Descriptor
    do throws(SystemError) {
      descriptor = try staging.open(
        file.text,
        [.create, .exclusive, .writeOnly, .noFollow],
        resolve: [.beneath, .noSymbolicLinks],
        permissions: 0o600
      )
    } catch {
      throw InstallationError(writing: "\(path)/\(file.text)", error)
    }
    try checkpoint(.fileMade)
    while let bytes = try next() {
      do throws(SystemError) {
        try descriptor.write(bytes)
      } catch {
        throw InstallationError(writing: "\(path)/\(file.text)", error)
      }
    }
    do throws(SystemError) {
      try descriptor.setPermissions(isExecutable ? 0o755 : 0o644)
      try descriptor.close()
    } catch {
      throw InstallationError(writing: "\(path)/\(file.text)", error)
    }
    files.append(file)
    try checkpoint(.fileWritten)
  }

  /// Completes all folders, and waits until everything is on the storage.
  ///
  /// Files are waited for only now: most of them are there by then, which is many times faster than
  /// to wait for each, and what is refused is not waited for at all.
  consuming func finish() throws(InstallationError) {
    for file in files {
      do throws(SystemError) {
        try staging.open(
          file.text,
          [.readOnly, .noFollow],
          resolve: [.beneath, .noSymbolicLinks]
        ).synchronize()
      } catch {
        throw InstallationError(writing: "\(path)/\(file.text)", error)
      }
    }
    for folder in folders {
      do throws(SystemError) {
        let directory = try open(folder)
        try directory.setPermissions(0o755)
        try directory.synchronize()
      } catch {
        throw InstallationError(writing: "\(path)/\(folder.text)", error)
      }
    }
    do throws(SystemError) {
      try staging.synchronize()
    } catch {
      throw InstallationError(writing: path, error)
    }
    try checkpoint(.synchronized)
  }

  /// Opens a folder of the tree.
  private func open(_ folder: BundlePath) throws(SystemError) -> Descriptor {
    try staging.open(
      folder.text,
      [.readOnly, .directory, .noFollow],
      resolve: [.beneath, .noSymbolicLinks]
    )
  }
}

/// The steps of an installation, after each of which the program may be killed.
package enum InstallationStep: String, CaseIterable, Sendable, Codable {
  /// The hidden folder is made.
  case stagingMade
  /// A folder of the bundle is made.
  case folderMade
  /// A file of the bundle is made and still empty.
  case fileMade
  /// A file of the bundle is complete.
  case fileWritten
  /// Everything is on the storage.
  case synchronized
  /// The bundle was looked at and fits.
  case inspected
  /// The bundle has its place; an older one lies in the hidden folder.
  case placed
  /// That is on the storage, too.
  case settled
  /// The hidden folder is gone.
  case cleared
}
