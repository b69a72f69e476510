/// Counts what a bundle holds.
struct BundleCount: Hashable, Sendable {
  /// What is too much.
  enum Excess: Error, Hashable {
    /// The files and folders.
    case entries
    /// The bytes.
    case bytes
    /// The bytes for the size of the archive.
    case ratio
  }

  /// The bounds.
  let bounds: BundleBounds
  /// The size of the archive, if it is one.
  let archiveSize: UInt64?
  /// The files and folders.
  private(set) var entries = 0
  /// The files.
  private(set) var files = 0
  /// The bytes of all files.
  private(set) var bytes: UInt64 = 0

  /// Counts from zero.
  init(_ bounds: BundleBounds, archiveSize: UInt64? = nil) {
    self.bounds = bounds
    self.archiveSize = archiveSize
  }

  /// Counts an entry.
  mutating func addEntry(isFile: Bool) throws(Excess) {
    guard entries < bounds.entries else { throw .entries }
    entries += 1
    files += isFile ? 1 : 0
  }

  /// Counts bytes of a file.
  mutating func add(_ count: Int) throws(Excess) {
    let sum = bytes &+ UInt64(clamping: count)
    guard sum >= bytes, sum <= bounds.bytes else { throw .bytes }
    bytes = sum
    if let archiveSize, sum > bounds.freeBytes, sum / bounds.ratio > archiveSize { throw .ratio }
  }
}

extension BundleCount.Excess {
  /// What to say about a source that holds too much.
  func asError(of source: String) -> InstallationError {
    let bounds = BundleBounds.usual
    let what =
      switch self {
      case .entries: "more than \(bounds.entries) files and folders"
      case .bytes: "more than \(bounds.bytes >> 20) MiB"
      case .ratio:
        "more than \(bounds.ratio) bytes for each of the archive, beyond \(bounds.freeBytes >> 20) MiB"
      }
    return InstallationError(
      .tooLarge,
      "\(source) holds \(what), which no bundle may; leave out what the extension can do without"
    )
  }
}
