internal import OrielManifest
internal import OrielSystem
internal import OrielText

/// Copies a bundle or container out of a folder that anybody may be changing meanwhile.
///
/// No link is followed, nothing but folders and files is opened, and what changed between being
/// looked at first and the end of the copy ends it.
struct BundleCopier: ~Copyable {
  /// What was seen of a folder or file when it was opened.
  private struct Seen {
    /// The path.
    let path: BundlePath
    /// What the kernel told.
    let identity: FileIdentity
    /// The names in it, if it is a folder.
    let isFolder: Bool
  }

  /// The path of the source, for messages.
  private let source: String
  /// The folder.
  private let root: Descriptor
  /// What was seen so far.
  private var seen: [Seen] = []
  /// The names so far.
  private var names = BundleNames()
  /// What was counted.
  private var count = BundleCount(.usual)
  /// What is in it.
  private(set) var contents = CopiedContents()

  /// Copies the folder that a descriptor is open on.
  init(_ root: consuming Descriptor, source: String) {
    self.root = root
    self.source = source
  }

  /// Copies everything.
  mutating func copy(
    as name: BundlePath,
    to tree: inout StagedTree
  ) throws(InstallationError) {
    var pending = [name]
    while let folder = pending.popLast() {
      try tree.addFolder(folder)
      for entry in try entries(of: folder) {
        let path: BundlePath
        do throws(EntryRefusal) {
          path = try BundlePath(entry, in: folder)
        } catch {
          throw InstallationError(error, entry: Array(folder.text.utf8) + [47] + entry, of: shown)
        }
        if try copy(path, to: &tree) { pending.append(path) }
      }
    }
    try compare()
    contents.files = count.files
    contents.bytes = count.bytes
  }

  /// The source for messages.
  private var shown: String { Printable.text(source, limit: 512) }

  /// The names in a folder, sorted, so that all copies are made in the same order.
  private mutating func entries(of folder: BundlePath) throws(InstallationError) -> [[UInt8]] {
    let directory = try openFolderOrSay(folder)
    try check(folder, directory.status)
    seen.append(Seen(path: folder, identity: directory.status.identity, isFolder: true))
    do throws(SystemError) {
      // One more than there may be is refused when it is counted.
      return try directory.file.entries(limit: BundleBounds.usual.entries + 1).entries.map(\.name)
    } catch {
      throw problem(error, folder)
    }
  }

  /// Copies a file; tells whether it is a folder instead.
  private mutating func copy(
    _ path: BundlePath,
    to tree: inout StagedTree
  ) throws(InstallationError) -> Bool {
    guard let opened = try openFileOrSay(path) else {
      try add(isFile: false)
      return true
    }
    try add(isFile: true)
    let status = opened.status
    try check(path, status)
    seen.append(Seen(path: path, identity: status.identity, isFolder: false))
    var copied: UInt64 = 0
    var count = count
    var buffer = [UInt8](repeating: 0, count: 1 << 18)
    let shown = shown
    try tree.addFile(path, isExecutable: status.permissions & 0o111 != 0) {
      () throws(InstallationError) in
      let read: Int
      do throws(SystemError) {
        read = try opened.file.read(into: &buffer, at: copied)
      } catch {
        throw InstallationError(reading: "\(shown): \(path.text)", error)
      }
      guard read > 0 else { return nil }
      copied += UInt64(read)
      do throws(BundleCount.Excess) { try count.add(read) } catch {
        throw error.asError(of: shown)
      }
      return read == buffer.count ? buffer : Array(buffer[..<read])
    }
    self.count = count
    guard copied == status.identity.size else { throw changed(path) }
    return false
  }

  /// Refuses a file or folder that may not be in a bundle.
  private mutating func check(
    _ path: BundlePath,
    _ status: FileStatus
  ) throws(InstallationError) {
    do throws(EntryRefusal) {
      try names.add(path, isFolder: status.kind == .directory, mode: status.permissions)
    } catch {
      throw InstallationError(error, entry: Array(path.text.utf8), of: shown)
    }
  }

  /// Counts an entry.
  private mutating func add(isFile: Bool) throws(InstallationError) {
    do throws(BundleCount.Excess) {
      try count.addEntry(isFile: isFile)
    } catch {
      throw error.asError(of: shown)
    }
  }

  /// Compares everything with what was seen at first.
  private func compare() throws(InstallationError) {
    for seen in seen {
      do throws(SystemError) {
        let now = try open(
          seen.path,
          seen.isFolder ? [.pathOnly, .directory] : [.pathOnly]
        ).status().identity
        guard now == seen.identity else { throw SystemError(Self.changing, .invalidArgument) }
      } catch {
        throw changed(seen.path)
      }
    }
  }

  // MARK: - Opening

  /// An open file or folder.
  private struct OpenFile: ~Copyable {
    /// The file or folder.
    let file: Descriptor
    /// What the kernel told about it.
    let status: FileStatus
  }

  /// Opens a file or throws what to say about it; nil when it is a folder.
  private func openFileOrSay(_ path: BundlePath) throws(InstallationError) -> OpenFile? {
    do throws(SystemError) { return try openFile(path) } catch { throw problem(error, path) }
  }

  /// Opens a folder or throws what to say about it.
  private func openFolderOrSay(_ path: BundlePath) throws(InstallationError) -> OpenFile {
    do throws(SystemError) {
      let folder = try open(path, [.readOnly, .directory])
      let status = try folder.status()
      return OpenFile(file: folder, status: status)
    } catch {
      throw problem(error, path)
    }
  }

  /// Opens a file; nil when it is a folder.
  private func openFile(_ path: BundlePath) throws(SystemError) -> OpenFile? {
    // Only looked at first: opening a pipe would wait, and opening a device may do anything.
    switch try open(path, [.pathOnly]).status().kind {
    case .directory: return nil
    case .symbolicLink: throw SystemError("openat2", .tooManySymbolicLinks)
    case .other: throw SystemError(Self.special, .invalidArgument)
    case .regular: break
    }
    let file = try open(path, [.readOnly, .nonBlocking, .noTerminal])
    let status = try file.status()
    // It may have been exchanged between the two calls.
    guard status.kind == .regular else { throw SystemError(Self.special, .invalidArgument) }
    return OpenFile(file: file, status: status)
  }

  /// Opens a path of the bundle; a link is never followed.
  private func open(_ path: BundlePath, _ flags: OpenFlags) throws(SystemError) -> Descriptor {
    try root.open(
      path.isRoot ? "." : path.names.dropFirst().joined(separator: "/"),
      flags.union(.noFollow),
      resolve: [.beneath, .noSymbolicLinks]
    )
  }

  /// Names of checks that are no calls.
  private static let special = "looking at its kind"
  private static let changing = "comparing"

  /// What to say about something in the source.
  private func problem(_ error: SystemError, _ path: BundlePath) -> InstallationError {
    let entry = Array(path.text.utf8)
    switch (error.operation, error.errno) {
    case (Self.special, _): return InstallationError(.specialFile, entry: entry, of: shown)
    case (_, .tooManySymbolicLinks):
      return InstallationError(.symbolicLink, entry: entry, of: shown)
    case (_, .noSuchFile), (_, .notDirectory): return changed(path)
    default: return InstallationError(reading: "\(source): \(path.text)", error)
    }
  }

  /// What to say when something changed.
  private func changed(_ path: BundlePath) -> InstallationError {
    InstallationError(
      .changed,
      "\(shown) changed while it was copied: '\(Printable.text(path.text, limit: 256))' is another "
        + "now; wait until it is built, and try again"
    )
  }
}
