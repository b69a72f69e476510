/// How a rule came to its answer for a request.
public struct RuleTrace: Sendable {
  /// A condition of the rule.
  public struct Clause: Sendable, Hashable {
    /// The condition: a part of the predicate on one line, or what a dictionary asks for in words.
    public let text: String
    /// Whether it holds.
    public let holds: Bool
    /// What was compared, in words.
    public let detail: String?
    /// What the condition was asked about within a SUBQUERY, such as `item 1`.
    public let subject: String?
    /// The attachments that it looked at, or those that it is about.
    public let attachments: [AttachmentPlace]
    /// The conditions that it is made of.
    public let parts: [Clause]

    /// Creates a clause.
    init(
      _ text: String,
      holds: Bool,
      detail: String? = nil,
      subject: String? = nil,
      attachments: [AttachmentPlace] = [],
      parts: [Clause] = []
    ) {
      self.text = text
      self.holds = holds
      self.detail = detail
      self.subject = subject
      self.attachments = attachments
      self.parts = parts
    }
  }

  /// Whether the extension is offered.
  public let isOffered: Bool
  /// The reason in one sentence.
  public let summary: String
  /// The conditions; all of them must hold.
  public let clauses: [Clause]
  /// The smallest change that was found with which the extension would be offered.
  public let nearestMiss: NearestMiss?
  /// What the author should know about this request, such as that the rule needed too many steps.
  public let lints: [RuleDiagnostic]
}

/// A small change of the rule or of the request with which an extension would be offered.
public struct NearestMiss: Sendable, Hashable {
  /// What to change.
  public enum Change: Sendable, Hashable {
    /// The value of the rule.
    case rule(RuleValue)
    /// The items of the request.
    case items([ActivationInput.Item])
  }

  /// What is not met, as one sentence: `declares at most 1 image, the request has 2`.
  public let sentence: String
  /// What would meet it, such as the key and the number to write.
  public let advice: String
  /// The change, with which the rule was evaluated again and holds.
  public let change: Change
}
