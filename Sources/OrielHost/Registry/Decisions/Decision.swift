public import OrielManifest

/// Who decided about an extension.
public enum DecisionAuthor: String, Sendable, Hashable, CaseIterable {
  /// The user.
  case user
  /// The host or an administrator, by a rule of theirs.
  case policy
  /// The registry, because the extension failed again and again.
  case quarantine
}

/// That an extension is to be offered or not.
public struct Decision: Sendable, Hashable {
  /// What was decided.
  public enum Choice: String, Sendable, Hashable, CaseIterable {
    /// It may be offered.
    case enabled
    /// It is not offered.
    case disabled
  }

  /// What was decided.
  public let choice: Choice
  /// Why, in the words of who decided.
  public let reason: String?
  /// Who decided.
  public let author: DecisionAuthor
  /// When.
  public let date: Timestamp

  /// Gathers the parts.
  public init(
    _ choice: Choice,
    reason: String? = nil,
    author: DecisionAuthor = .user,
    date: Timestamp = .now
  ) {
    self.choice = choice
    self.reason = reason
    self.author = author
    self.date = date
  }
}

/// That somebody approved an extension as it was.
public struct Approval: Sendable, Hashable {
  /// The hash of what was approved; nothing when it could not be worked out.
  public let contentHash: ContentHash?
  /// Why, in the words of who approved it.
  public let reason: String?
  /// Who approved it.
  public let author: DecisionAuthor
  /// When.
  public let date: Timestamp

  /// Gathers the parts.
  public init(
    contentHash: ContentHash?,
    reason: String? = nil,
    author: DecisionAuthor = .user,
    date: Timestamp = .now
  ) {
    self.contentHash = contentHash
    self.reason = reason
    self.author = author
    self.date = date
  }
}

/// What was decided about one extension.
struct ExtensionRecord: Sendable, Hashable {
  /// Whether it is to be offered.
  var decision: Decision?
  /// Whether it was approved.
  var approval: Approval?

  /// Whether nothing was decided.
  var isEmpty: Bool { decision == nil && approval == nil }
}
