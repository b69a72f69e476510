internal import OrielSystem

/// The directories that extensions keep between requests, for a host's own use: to show what is
/// there, and to empty it.
public struct ExtensionStorage: Sendable {
  /// What a directory holds.
  public struct Usage: Hashable, Sendable {
    /// The bytes.
    public let bytes: UInt64
    /// The files and directories.
    public let files: Int
    /// Whether there is more than could be counted.
    public let isIncomplete: Bool
  }

  /// Where the directories lie.
  private let base: StorageBase
  /// Whom they belong to.
  private let owner: UInt32

  /// The directories of a host with a configuration.
  public init(
    configuration: HostConfiguration = HostConfiguration()
  ) throws(StorageError) {
    base = try StorageBase(configured: configuration.containerFolder)
    owner = try StorageOwner.current()
  }

  /// The path of a directory, whether or not it is there.
  public func path(of area: StorageArea) -> String { base.path(of: area) }

  /// What a directory holds; nil when it is not there.
  public func usage(of area: StorageArea) throws(StorageError) -> Usage? {
    guard let folder = try StorageFolder.open(area, in: base, owner: owner, isCreated: false)
    else { return nil }
    do throws(SystemError) {
      let usage = try folder.directory.storageUsage(
        entryLimit: Self.entryLimit,
        depthLimit: StorageBounds.depth
      )
      return Usage(bytes: usage.bytes, files: usage.entries, isIncomplete: usage.flaw != nil)
    } catch {
      throw StorageError("\(folder.path) cannot be measured", error)
    }
  }

  /// Removes everything in a directory, never following a link; the directory itself stays.
  ///
  /// An instance that runs meanwhile may put more into it.
  ///
  /// - Parameter area: The directory.
  /// - Returns: Whether it was there.
  /// - Throws: Why something in it could not be removed.
  public func clear(_ area: StorageArea) throws(StorageError) -> Bool {
    guard let folder = try StorageFolder.open(area, in: base, owner: owner, isCreated: false)
    else { return false }
    do throws(SystemError) {
      try folder.directory.removeContents()
    } catch {
      throw StorageError("\(folder.path) cannot be emptied", error)
    }
    return true
  }

  /// The most entries that are counted.
  private static let entryLimit = 1_000_000
}
