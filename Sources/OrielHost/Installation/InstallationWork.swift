internal import OrielManifest
internal import OrielSystem
internal import OrielText

/// One installation, from what was unpacked or lies in a folder to its place.
struct InstallationWork: Sendable {
  /// What is installed.
  let source: InstallationSource
  /// What the service returned, if it is an archive.
  let unpacked: ReturnedStream?
  /// The path of the folder for extensions.
  let target: String
  /// What is told after each step; throws when the task was cancelled.
  let check: @Sendable (InstallationStep) throws(InstallationError) -> Void

  /// Does everything.
  func run() throws(InstallationError) -> Installation {
    let folder = try InstallationFolder.open(target, isCreated: true)
    StagingFolder.removeLeftovers(in: folder)
    switch source {
    case .folder(let path, let name):
      guard path != "\(folder.path)/\(name.text)" else {
        throw InstallationError(
          .source,
          "\(Printable.text(path, limit: 512)) is where extensions are installed already; name the "
            + "bundle that is to take its place"
        )
      }
      let root: Descriptor
      do throws(SystemError) {
        root = try Descriptor.open(path, [.readOnly, .directory], resolve: [.noSymbolicLinks])
      } catch {
        throw InstallationError(reading: path, error)
      }
      var copier = BundleCopier(root, source: path)
      return try stage(name, in: folder) { (tree) throws(InstallationError) in
        try copier.copy(as: name, to: &tree)
        return copier.contents
      }
    case .library(let adoption):
      let name = try adoption.bundleName()
      let library = try adoption.open()
      return try stage(name, in: folder) { (tree) throws(InstallationError) in
        try adoption.write(name, library, to: &tree)
      }
    case .archive(let path, let size):
      guard let unpacked else {
        throw InstallationError(.source, "\(Printable.text(path, limit: 512)) was not unpacked")
      }
      var copier = try ArchiveCopier(unpacked, archive: path, size: size)
      return try stage(copier.root, in: folder) { (tree) throws(InstallationError) in
        try copier.copy(to: &tree)
        return copier.contents
      }
    }
  }

  /// Writes a bundle in a hidden folder, looks at it, and gives it its place.
  private func stage(
    _ name: BundlePath,
    in folder: borrowing InstallationFolder,
    _ fill: (inout StagedTree) throws(InstallationError) -> CopiedContents
  ) throws(InstallationError) -> Installation {
    let staging = try StagingFolder.make(for: name.text, in: folder)
    do throws(InstallationError) {
      try check(.stagingMade)
      var tree = try StagedTree(in: staging, checkpoint: check)
      let contents = try fill(&tree)
      try tree.finish()
      let (change, replaced) = try place(name.text, staging, in: folder)
      let note = staging.remove(from: folder)
      // Nothing that happens from here on takes the extension back.
      try? check(.cleared)
      let path = "\(folder.path)/\(name.text)"
      return Installation(
        change: change,
        path: path,
        extensions: BundleInspection.entries(path),
        replaced: replaced,
        files: contents.files,
        bytes: contents.bytes,
        notes: (contents.lostAttributes
          ? ["extended attributes and access lists of the archive were left out"] : [])
          + (note.map { [$0] } ?? [])
      )
    } catch {
      staging.remove(from: folder)
      throw error
    }
  }

  /// Looks at what lies in the hidden folder and gives it its place, in one step.
  private func place(
    _ name: String,
    _ staging: borrowing StagingFolder,
    in folder: borrowing InstallationFolder
  ) throws(InstallationError) -> (Installation.Change, replaced: [CatalogEntry]) {
    let new = BundleInspection.entries("\(staging.path)/\(name)")
    try BundleInspection.check(new, of: name)
    try check(.inspected)
    // Two of one identifier under different names must not both find that nobody else has it.
    let (change, replaced) = try folder.withLock { () throws(InstallationError) in
      try exchange(name, new, staging, in: folder)
    }
    if change == .unchanged { return (change, replaced) }
    try? check(.placed)
    // Where this fails the storage does, and there is nothing that could be done about it.
    try? folder.directory.synchronize()
    try? staging.directory.synchronize()
    try? check(.settled)
    return (change, replaced)
  }

  /// Gives what lies in the hidden folder its place, unless the same or something else has it.
  private func exchange(
    _ name: String,
    _ new: [CatalogEntry],
    _ staging: borrowing StagingFolder,
    in folder: borrowing InstallationFolder
  ) throws(InstallationError) -> (Installation.Change, replaced: [CatalogEntry]) {
    let path = "\(folder.path)/\(name)"
    let old = try installed(name, in: folder)
    if old, try isSame(name, staging, folder) { return (.unchanged, []) }
    let replaced = old ? BundleInspection.entries(path) : []
    try BundleRivals.check(new, against: replaced, at: path, in: folder.path)
    do throws(SystemError) {
      if old {
        try staging.directory.exchange(name, with: name, in: folder.directory)
      } else {
        try staging.directory.moveDirectory(name, to: folder.directory, as: name)
      }
    } catch {
      throw misplaced(name, folder.path, error, isExchange: old)
    }
    return (old ? .replaced : .installed, replaced)
  }

  /// Whether there is a folder of the name; throws when there is something else.
  private func installed(
    _ name: String,
    in folder: borrowing InstallationFolder
  ) throws(InstallationError) -> Bool {
    let kind: FileKind
    do throws(SystemError) {
      kind = try folder.directory.open(name, [.pathOnly, .noFollow]).status().kind
    } catch {
      if error.errno == .noSuchFile { return false }
      throw InstallationError(reading: "\(folder.path)/\(name)", error)
    }
    guard kind == .directory else {
      throw InstallationError(
        .conflict,
        "\(Printable.text("\(folder.path)/\(name)", limit: 512)) is no folder, and nothing is "
          + "installed in its place; remove it"
      )
    }
    return true
  }

  /// Whether the hidden folder and the folder hold the same under a name.
  private func isSame(
    _ name: String,
    _ staging: borrowing StagingFolder,
    _ folder: borrowing InstallationFolder
  ) throws(InstallationError) -> Bool {
    do throws(SystemError) {
      let flags: OpenFlags = [.readOnly, .directory, .noFollow]
      let new = BundleContents(of: try staging.directory.open(name, flags)).hash
      let old = BundleContents(of: try folder.directory.open(name, flags)).hash
      return new != nil && new == old
    } catch {
      // What cannot be read is replaced.
      return false
    }
  }

  /// What to say when a bundle did not get its place.
  private func misplaced(
    _ name: String,
    _ folder: String,
    _ error: SystemError,
    isExchange: Bool
  ) -> InstallationError {
    let path = Printable.text("\(folder)/\(name)", limit: 512)
    if error.errno == .fileExists {
      return InstallationError(
        .conflict,
        "\(path) was made by another program meanwhile; try again"
      )
    }
    if isExchange, error.errno == .invalidArgument {
      return InstallationError(
        .notWritable,
        "\(path) cannot be replaced in one step, since its file system does not exchange two folders; "
          + "uninstall the old version first"
      )
    }
    return InstallationError(writing: "\(folder)/\(name)", error)
  }
}
