/// Whether a host offers extensions that the user has not approved.
public enum ApprovalPolicy: String, Sendable, Hashable, CaseIterable {
  /// It does; only what is disabled is not offered.
  case notRequired = "none"
  /// It does not; an approved extension stays approved when its files change.
  case required
  /// It does not, and an approval is for the files as they were: after any change the extension has
  /// to be approved again.
  case pinned
}
