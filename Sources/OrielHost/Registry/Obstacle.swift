public import OrielManifest
internal import OrielText

/// Why an extension that was found is not offered, whatever the input is.
public enum Obstacle: Sendable, Hashable {
  /// It cannot be started, for these reasons.
  case broken([Diagnostic])
  /// It was built for another system.
  case incompatible(needs: String, has: String)
  /// The bundle at this path has the same identifier and is used instead.
  case hidden(by: String)
  /// Others than the user and root could have changed it, or nobody knows whether they could, and the
  /// host refuses that; how, and what to do, in words.
  case exposed(String)
  /// Nobody knows what the user decided, for this reason; what was disabled must stay so.
  case unknownDecision(String)
  /// It was disabled.
  case disabled(Decision)
  /// The host wants extensions to be approved, and this one is not.
  case unapproved
  /// It is not what was approved; the present content has this hash, when it is known.
  case changed(since: Approval, to: ContentHash?)
  /// It failed again and again.
  case quarantined(Quarantine)
  /// Nobody knows whether it failed again and again, for this reason.
  case unknownQuarantine(String)
}

extension Obstacle: CustomStringConvertible {
  /// What is in the way and what to do, as part of a sentence about the extension; safe to show.
  public var description: String {
    switch self {
    case .broken(let diagnostics):
      (diagnostics.first?.finding ?? "it is broken")
        + (diagnostics.count > 1 ? " (and \(diagnostics.count - 1) more: 'oriel show')" : "")
    case .incompatible(let needs, let has):
      "needs \(needs), but this system has \(has); build it for this system"
    case .hidden(let path):
      "\(Printable.text(path, limit: 512)) has the same identifier and is used instead; "
        + "remove one of the two"
    case .exposed(let reason): Printable.text(reason, limit: 1024)
    case .unknownDecision(let reason):
      "nobody knows whether it was disabled: \(Printable.text(reason, limit: 1024))"
    case .disabled(let decision):
      "was disabled by \(decision.author.text) on \(decision.date)"
        + (decision.reason.map { ": \(Printable.text($0, limit: 256))" } ?? "")
        + "; 'oriel enable' undoes it"
    case .unapproved: "has not been approved; 'oriel approve' does it"
    case .changed(let approval, let hash):
      hash == nil || approval.contentHash == nil
        ? "cannot be compared with what was approved on \(approval.date), because it is too large or "
          + "cannot be read whole; make it smaller, or do not require pinned approval"
        : "changed since it was approved on \(approval.date); look at it, then 'oriel approve' it again"
    case .quarantined(let quarantine):
      "failed \(quarantine.count) times in a row, at last on \(quarantine.lastFailure.date): "
        + "\(Printable.text(quarantine.lastFailure.outcome, limit: 256)) 'oriel enable' releases it"
    case .unknownQuarantine(let reason):
      "nobody knows whether it failed too often: \(Printable.text(reason, limit: 1024))"
    }
  }
}

extension DecisionAuthor {
  /// Who, in words.
  var text: String {
    switch self {
    case .user: "the user"
    case .policy: "policy"
    case .quarantine: "the quarantine"
    }
  }
}
