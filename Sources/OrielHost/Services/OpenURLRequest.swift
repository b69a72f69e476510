public import OrielManifest

/// A URL that an extension asks its host to open.
///
/// The URL is absolute, in ASCII, free of what confuses those who read URLs, and its scheme is one
/// that the extension was granted. Where it leads is the extension's choice all the same: show it to
/// the user, and let the user decide.
public struct OpenURLRequest: Sendable {
  /// The extension that asks.
  public let `extension`: InstalledExtension
  /// The URL.
  public let url: String
  /// The scheme of the URL, in lower case.
  public let scheme: String
  /// The host of the URL in lower case, where its scheme is followed by `//`.
  public let host: String?

  /// Gathers the parts.
  init(_ extension: InstalledExtension, _ url: CheckedURL) {
    self.extension = `extension`
    self.url = url.text
    scheme = url.scheme.rawValue
    host = url.host
  }
}

/// What became of a URL that an extension asked its host to open.
public enum OpenURLDecision: Hashable, Sendable {
  /// It was opened.
  case opened
  /// It was not opened; the extension is told why, in words.
  case refused(reason: String)
}

/// Decides about a URL, opens it or not, and tells which.
///
/// The task is cancelled when nobody waits for the answer any more.
public typealias URLOpener = @Sendable (OpenURLRequest) async -> OpenURLDecision
