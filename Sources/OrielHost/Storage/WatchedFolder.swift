internal import OrielSystem
internal import OrielWire

/// A directory that a running instance may write to.
final class WatchedFolder: Sendable {
  /// The directory.
  private let folder: StorageFolder
  /// What it may hold.
  private let bounds: StorageBounds
  /// What it held before the launch.
  private let usageBefore: UInt64
  /// What was free on its file system before the launch; nil where that is not told.
  private let spaceBefore: UInt64?
  /// Looks at which something was gone, less those at which nothing was.
  private let restlessness = Lock(0)

  /// Opens an area, makes it when it is missing, and measures it.
  init(
    _ area: StorageArea,
    in base: StorageBase,
    owner: UInt32,
    bounds: StorageBounds
  ) throws(StorageError) {
    guard let folder = try StorageFolder.open(area, in: base, owner: owner, isCreated: true) else {
      throw StorageError("\(area) was removed at this moment", remedy: "Try again.")
    }
    let excess: StorageExcess?
    do throws(SystemError) {
      let measured = try folder.excess(over: bounds)
      usageBefore = measured.0.bytes
      excess = measured.1
    } catch {
      throw StorageError("\(folder.path) cannot be measured", error)
    }
    if let excess { throw StorageError(excess.description, remedy: excess.remedy) }
    spaceBefore = try? folder.directory.space().free
    self.folder = folder
    self.bounds = bounds
  }

  /// What the runner is told of it.
  var mount: GrantedMount {
    let target =
      switch folder.area {
      case .container: GrantedMount.container
      case .group(let identifier): "\(GrantedMount.groups)/\(identifier)"
      }
    return GrantedMount(
      path: folder.path,
      device: folder.identity.device,
      inode: folder.identity.inode,
      target: target
    )
  }

  /// What is too much by now; what cannot be measured at this moment is measured the next time.
  func excess() -> StorageExcess? {
    guard let (usage, excess) = try? folder.excess(over: bounds) else { return nil }
    return excess ?? hiddenExcess(usage)
  }

  /// What is taken of the file system and cannot be seen, if that is too much.
  ///
  /// Files that are deleted and still open count when the file system runs full. What is moved all
  /// the time is not seen either, and counts when that lasts.
  private func hiddenExcess(_ usage: StorageUsage) -> StorageExcess? {
    let missed = mostMissed(usage)
    let isRestless = restlessness.withLock { count in
      count = max(missed > 0 ? count + 1 : count - 1, 0)
      return count >= Self.restlessLooks
    }
    guard let spaceBefore, let space = try? folder.directory.space(), space.free < spaceBefore
    else { return nil }
    let gone = spaceBefore - space.free
    let grown = usage.bytes > usageBefore ? usage.bytes - usageBefore : 0
    guard gone > grown else { return nil }
    let isFull = space.free < min(Self.reserve, space.total / 20)
    // Other programs use the file system, too: no more is held against it than it can have hidden.
    let moved = isRestless ? min(gone - grown, missed) : 0
    guard isFull && gone - grown > bounds.bytes || moved > bounds.bytes else { return nil }
    return StorageExcess(
      area: folder.area,
      path: folder.path,
      kind: .hidden,
      found: gone - grown,
      limit: bounds.bytes
    )
  }

  /// The most bytes that a look can have missed.
  private func mostMissed(_ usage: StorageUsage) -> UInt64 {
    guard usage.missedDirectories == 0 else { return .max }
    let (bytes, overflow) = bounds.fileSize.multipliedReportingOverflow(
      by: UInt64(usage.missedFiles)
    )
    return overflow ? .max : bytes
  }

  /// So many looks in a row nothing that stays is moved by chance.
  private static let restlessLooks = 3
  /// A file system with less room than this is about to be full.
  private static let reserve: UInt64 = 1 << 30
}
