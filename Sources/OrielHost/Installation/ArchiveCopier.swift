internal import OrielManifest
internal import OrielText

/// Writes what an archive holds, after checking each entry of what the unpacking service returned.
struct ArchiveCopier<Source: StreamSource> {
  /// The archive, for messages.
  private let shown: String
  /// The stream.
  private var stream: UnpackedStream<Source>
  /// The first entry, which tells the name of the bundle.
  private var first: UnpackedEntry?
  /// The bundle or container.
  let root: BundlePath
  /// The names so far.
  private var names = BundleNames()
  /// What was counted.
  private var count: BundleCount
  /// What is in it.
  private(set) var contents = CopiedContents()

  /// Begins to read, as far as to the name of the bundle.
  ///
  /// - Parameters:
  ///   - source: What the service returned.
  ///   - archive: The path of the archive.
  ///   - size: The bytes of the archive.
  /// - Throws: That it is no stream, or that there is no bundle.
  init(_ source: Source, archive: String, size: UInt64) throws(InstallationError) {
    shown = Printable.text(archive, limit: 512)
    count = BundleCount(.usual, archiveSize: size)
    do throws(StreamProblem) {
      stream = try UnpackedStream(source)
      first = try stream.next()
    } catch {
      throw Self.problem(error, shown)
    }
    guard let first else {
      throw InstallationError(.noArchive, "\(shown) is empty; name an archive that holds a bundle")
    }
    let path = try Self.path(of: first, shown)
    guard let root = path.folders.first ?? (first.kind == .folder ? path : nil),
      root.root.hasSuffix(".appex") || root.root.hasSuffix(".app")
    else {
      throw InstallationError(
        .refused(.outsideBundle),
        "\(shown) is refused: '\(Printable.text(path.text, limit: 256))' lies in no bundle; an "
          + "archive holds one folder NAME.appex or NAME.app, and nothing else"
      )
    }
    self.root = root
  }

  /// Writes everything.
  mutating func copy(to tree: inout StagedTree) throws(InstallationError) {
    var next = first
    first = nil
    while let entry = next {
      try copy(entry, to: &tree)
      do throws(StreamProblem) { next = try stream.next() } catch {
        throw Self.problem(error, shown)
      }
    }
    contents.files = count.files
    contents.bytes = count.bytes
  }

  /// Checks and writes one entry.
  private mutating func copy(
    _ entry: UnpackedEntry,
    to tree: inout StagedTree
  ) throws(InstallationError) {
    let path = try Self.path(of: entry, shown)
    do throws(EntryRefusal) {
      try check(entry, path)
    } catch {
      throw InstallationError(error, entry: entry.path, of: shown)
    }
    do throws(BundleCount.Excess) {
      try count.addEntry(isFile: entry.kind == .file)
    } catch {
      throw error.asError(of: shown)
    }
    if entry.hadAttributes { contents.lostAttributes = true }
    guard entry.kind == .file else {
      guard try nextChunk() == nil else {
        throw Self.problem(.malformed("a folder has content"), shown)
      }
      return try tree.addFolder(path)
    }
    try tree.addFile(path, isExecutable: entry.mode & 0o111 != 0) {
      () throws(InstallationError) in try nextChunk()
    }
  }

  /// Whether an entry may be in a bundle.
  private mutating func check(_ entry: UnpackedEntry, _ path: BundlePath) throws(EntryRefusal) {
    switch entry.kind {
    case .symbolicLink: throw .symbolicLink
    case .hardLink: throw .hardLink
    case .special: throw .specialFile
    case .file, .folder: break
    }
    guard path.root.utf8.elementsEqual(root.root.utf8) else { throw .outsideBundle }
    guard !entry.isSparse else { throw .sparse }
    guard !(path.isRoot && entry.kind == .file) else { throw .outsideBundle }
    try names.add(path, isFolder: entry.kind == .folder, mode: entry.mode)
  }

  /// The next piece of a file, counted.
  private mutating func nextChunk() throws(InstallationError) -> [UInt8]? {
    let chunk: [UInt8]?
    do throws(StreamProblem) { chunk = try stream.nextChunk() } catch {
      throw Self.problem(error, shown)
    }
    do throws(BundleCount.Excess) { try count.add(chunk?.count ?? 0) } catch {
      throw error.asError(of: shown)
    }
    return chunk
  }

  /// The path of an entry.
  private static func path(
    of entry: UnpackedEntry,
    _ shown: String
  ) throws(InstallationError) -> BundlePath {
    do throws(EntryRefusal) {
      return try BundlePath(entry.path)
    } catch {
      throw InstallationError(error, entry: entry.path, of: shown)
    }
  }

  /// What to say about a stream that cannot be used.
  private static func problem(_ problem: StreamProblem, _ shown: String) -> InstallationError {
    switch problem {
    case .malformed(let what):
      InstallationError(
        .unpacker,
        "\(shown) cannot be installed: what the unpacking service returned is not to be believed, "
          + "since \(what); the archive may have been made to attack it, so do not use it"
      )
    case .unreadable(let reason):
      InstallationError(
        .unpacker,
        "\(shown) cannot be installed: what was unpacked cannot be read: \(reason); try again"
      )
    }
  }
}
