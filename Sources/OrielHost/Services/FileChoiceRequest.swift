public import OrielManifest

/// What an extension may do with a file of the user.
public enum FileAccess: Hashable, Sendable, CaseIterable {
  /// It reads the file.
  case readOnly
  /// It reads and changes the file.
  case readWrite
}

/// A file that an extension asks its host to let the user choose.
public struct FileChoiceRequest: Sendable {
  /// The extension that asks.
  public let `extension`: InstalledExtension
  /// What the extension wants to do with the file; granted in general, not for any one file.
  public let access: FileAccess
  /// For what, in the extension's words: show it as such, and never as the host's own.
  ///
  /// It holds no control characters and none that change the direction of text.
  public let prompt: String
}

/// Lets the user choose a file, and gives its path, or nil when the user chooses none.
///
/// The last name of the path must not be a symbolic link. The task is cancelled when nobody waits
/// for the answer any more.
public typealias FileChooser = @Sendable (FileChoiceRequest) async -> String?
