public import OrielManifest
internal import OrielText
internal import OrielWire

/// A directory that is kept between requests.
public enum StorageArea: Hashable, Sendable {
  /// The container of one extension.
  case container(BundleIdentifier)
  /// The directory of a group, which extensions of one publisher share.
  case group(AppGroupIdentifier)

  /// The folder beside the others of its kind, and the name in it.
  var path: (folder: String, name: String) {
    switch self {
    case .container(let identifier): ("containers", identifier.rawValue)
    case .group(let identifier): ("groups", identifier.rawValue)
    }
  }

  /// The areas that granted entitlements open.
  static func all(
    of identifier: BundleIdentifier,
    granted: EntitlementSet
  ) -> [StorageArea] {
    (granted.contains(.container) ? [.container(identifier)] : [])
      + granted.appGroups.map { .group($0) }
  }
}

extension StorageArea: CustomStringConvertible {
  /// The area as part of a sentence.
  public var description: String {
    switch self {
    case .container(let identifier): "the container of \(identifier)"
    case .group(let identifier): "the directory of the group \(identifier)"
    }
  }
}

/// What a directory that is kept between requests may hold.
struct StorageBounds: Hashable, Sendable {
  /// The bytes.
  var bytes: UInt64
  /// The files and directories.
  var files: UInt32
  /// The bytes of one file.
  var fileSize: UInt64

  /// The directories that may lie in each other.
  static let depth = 64
}

/// That a directory holds more than it may.
public struct StorageExcess: Hashable, Sendable {
  /// What is too much.
  public enum Kind: String, Hashable, Sendable {
    /// The bytes.
    case bytes
    /// The number of files and directories.
    case files
    /// The directories in each other.
    case depth
    /// It holds a directory that the host may not read, so that nobody knows what is in it.
    case unreadable
    /// More is taken of the file system than can be seen: by files that are deleted, but still open,
    /// once the file system ran full, or by what is always moved when it is looked at.
    case hidden
  }

  /// The directory.
  public let area: StorageArea
  /// Its path.
  public let path: String
  /// What is too much.
  public let kind: Kind
  /// What was found: bytes, files or levels.
  public let found: UInt64
  /// What is allowed.
  public let limit: UInt64
}

extension StorageExcess: CustomStringConvertible {
  /// What is too much, without saying what came of it.
  public var description: String {
    switch kind {
    case .bytes: "\(area) holds \(Limits.text(found)), more than the limit of \(Limits.text(limit))"
    case .files: "\(area) holds more than the limit of \(limit) files and directories"
    case .depth: "directories in \(area) are nested deeper than \(limit)"
    case .unreadable: "a directory in \(area) may not be read, so nobody knows what it holds"
    case .hidden:
      "\(found) bytes of the file system of \(area) are taken by what cannot be seen, such as "
        + "deleted files that are still open, or files that are always moved; the limit is \(limit)"
    }
  }

  /// What can be done about it.
  var remedy: String {
    switch area {
    case .container(let identifier):
      "Empty it with 'oriel container clear \(identifier)', or allow more "
        + "(ExtensionLimits.containerSize, containerFiles)."
    case .group:
      "Remove files from \(Printable.text(path, limit: 512)), or allow more "
        + "(ExtensionLimits.containerSize, containerFiles)."
    }
  }
}
