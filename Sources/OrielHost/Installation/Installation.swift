public import OrielManifest

/// What an installation did.
public struct Installation: Sendable, Hashable {
  /// What became of the folder for extensions.
  public enum Change: String, Sendable, Hashable, CaseIterable {
    /// There is an extension that was not there.
    case installed
    /// A version took the place of another one.
    case replaced
    /// The same was there already, and nothing was changed.
    case unchanged
  }

  /// What became of the folder.
  public let change: Change
  /// The path of the bundle or container.
  public let path: String
  /// The extensions in it, all of which can be started.
  public let extensions: [CatalogEntry]
  /// The extensions of the version that was replaced.
  public let replaced: [CatalogEntry]
  /// The number of files.
  public let files: Int
  /// The bytes of all files.
  public let bytes: UInt64
  /// What a person should know, each as a sentence without a full stop.
  public let notes: [String]
}

/// What an uninstallation did.
public struct Uninstallation: Sendable, Hashable {
  /// The path of the bundle or container that is gone.
  public let path: String
  /// The extensions that were in it.
  public let extensions: [CatalogEntry]
  /// What a person should know, each as a sentence without a full stop.
  public let notes: [String]
}
