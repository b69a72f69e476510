public import OrielManifest

/// A failure of an extension that counts towards its quarantine.
public struct ExtensionFailureRecord: Sendable, Hashable {
  /// When it failed.
  public let date: Timestamp
  /// How, as a sentence.
  public let outcome: String

  /// Gathers the parts.
  public init(date: Timestamp, outcome: String) {
    self.date = date
    self.outcome = outcome
  }
}

/// That an extension is not offered because it failed again and again.
public struct Quarantine: Sendable, Hashable {
  /// Since when.
  public let date: Timestamp
  /// How often it had failed in a row.
  public let count: Int
  /// The last failure.
  public let lastFailure: ExtensionFailureRecord
  /// The content that failed; when the bundle has another one, the quarantine is over.
  public let contentHash: ContentHash?

  /// Gathers the parts.
  public init(
    date: Timestamp,
    count: Int,
    lastFailure: ExtensionFailureRecord,
    contentHash: ContentHash?
  ) {
    self.date = date
    self.count = count
    self.lastFailure = lastFailure
    self.contentHash = contentHash
  }
}
