internal import OrielManifest
internal import OrielText

extension ExtensionRegistry {
  /// Lets an extension be offered, also when it was disabled or in quarantine.
  ///
  /// - Parameters:
  ///   - name: The identifier, or the path of a bundle; an extension that is not installed can be
  ///     named by its identifier.
  ///   - reason: Why, for people.
  ///   - author: Who decides.
  /// - Throws: Why the decision cannot be kept.
  public func enable(
    _ name: String,
    reason: String? = nil,
    author: DecisionAuthor = .user
  ) throws(RegistryError) {
    let identifier = try identifier(of: name)
    try decisions.change(identifier) {
      $0.decision = Decision(.enabled, reason: reason, author: author)
    }
    try failures.clear(identifier)
  }

  /// Ends the quarantine of an extension and forgets how it failed; a disabled one stays disabled.
  ///
  /// - Parameter name: The identifier, or the path of a bundle.
  /// - Throws: Why that cannot be kept.
  public func release(_ name: String) throws(RegistryError) {
    try failures.clear(try identifier(of: name))
  }

  /// Lets an extension not be offered any more.
  ///
  /// - Parameters:
  ///   - name: The identifier, or the path of a bundle; an extension that is not installed can be
  ///     named by its identifier.
  ///   - reason: Why, for people.
  ///   - author: Who decides.
  /// - Throws: Why the decision cannot be kept.
  public func disable(
    _ name: String,
    reason: String? = nil,
    author: DecisionAuthor = .user
  ) throws(RegistryError) {
    let identifier = try identifier(of: name)
    try decisions.change(identifier) {
      $0.decision = Decision(.disabled, reason: reason, author: author)
    }
  }

  /// Approves an extension as it is now; a disabled one stays disabled.
  ///
  /// - Parameters:
  ///   - name: The identifier of an installed extension, or the path of a bundle.
  ///   - reason: Why, for people.
  ///   - author: Who decides.
  /// - Returns: The approval, with the hash of what was approved.
  /// - Throws: That there is no such extension, or why the approval cannot be kept.
  @discardableResult
  public func approve(
    _ name: String,
    reason: String? = nil,
    author: DecisionAuthor = .user
  ) throws(RegistryError) -> Approval {
    let entry = try snapshot().find(name)
    guard let identifier = entry.identifier else {
      throw RegistryError(.extension, "\(Printable.text(name)) has no identifier to approve")
    }
    let approval = Approval(contentHash: entry.contentHash, reason: reason, author: author)
    try decisions.change(identifier) { $0.approval = approval }
    return approval
  }

  /// Forgets what was decided about an extension, its approval too.
  ///
  /// - Parameter name: The identifier, or the path of a bundle.
  /// - Throws: Why that cannot be kept.
  public func forget(_ name: String) throws(RegistryError) {
    let identifier = try identifier(of: name)
    try decisions.change(identifier) { $0 = ExtensionRecord() }
  }

  /// Forgets what was decided about all extensions, and that earlier decisions were lost.
  public func forgetAll() throws(RegistryError) { try decisions.startOver() }

  /// The identifier that a name stands for.
  private func identifier(of name: String) throws(RegistryError) -> String {
    if !name.hasSuffix(".appex"), let identifier = BundleIdentifier(name) {
      return identifier.rawValue
    }
    guard let identifier = try snapshot().find(name).identifier else {
      throw RegistryError(.extension, "\(Printable.text(name)) has no identifier")
    }
    return identifier
  }
}
