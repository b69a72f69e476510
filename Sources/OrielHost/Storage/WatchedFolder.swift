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
    return excess ?? hiddenExcess(usage.bytes)
  }

  /// Files that are deleted and still open are seen by nobody; they count when the file system runs
  /// full.
  private func hiddenExcess(_ usage: UInt64) -> StorageExcess? {
    guard let spaceBefore, let space = try? folder.directory.space(),
      space.free < min(Self.reserve, space.total / 20), space.free < spaceBefore
    else { return nil }
    let gone = spaceBefore - space.free
    let grown = usage > usageBefore ? usage - usageBefore : 0
    guard gone > grown, gone - grown > bounds.bytes else { return nil }
    return StorageExcess(
      area: folder.area,
      path: folder.path,
      kind: .hidden,
      found: gone - grown,
      limit: bounds.bytes
    )
  }

  /// A file system with less room than this is about to be full.
  private static let reserve: UInt64 = 1 << 30
}
