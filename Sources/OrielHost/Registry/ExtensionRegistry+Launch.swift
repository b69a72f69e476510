internal import OrielManifest
internal import OrielSystem

extension ExtensionRegistry {
  /// What is in the way of starting an extension now, whatever was found when it was looked for.
  ///
  /// What the user decided and how the extension failed is asked again, and where an approval is for
  /// one content, what is in the bundle now is compared with it.
  func launchObstacle(of extension: InstalledExtension) -> Obstacle? {
    var contentHash = `extension`.contentHash
    if configuration.approval == .pinned { contentHash = present.contentHash(of: `extension`) }
    let judge = knowledge().judge
    let obstacle = judge.judge(`extension`.identifier, contentHash: contentHash).obstacle
    // Who names a bundle by its path wants that one, however often it failed.
    switch obstacle {
    case .quarantined?, .unknownQuarantine?: return `extension`.origin == nil ? nil : obstacle
    default: return obstacle
    }
  }

  /// Counts how a request ended towards the quarantine of its extension.
  ///
  /// - Returns: Why that could not be done.
  @discardableResult
  package func count(
    _ outcome: Outcome,
    of extension: InstalledExtension,
    at time: Timestamp = .now
  ) -> RegistryError? {
    guard let policy = configuration.quarantine, `extension`.origin != nil else { return nil }
    do throws(RegistryError) {
      switch outcome {
      case .completed, .cancelled(_, _, by: .extension):
        try failures.clear(`extension`.identifier)
      case .failed(let reason) where reason.countsTowardsQuarantine:
        try failures.add(
          ExtensionFailureRecord(date: time, outcome: reason.description),
          of: `extension`.identifier,
          contentHash: `extension`.contentHash,
          policy: policy
        )
      case .failed, .cancelled(_, _, by: .host): break
      }
    } catch {
      return error
    }
    return nil
  }
}

extension FailureReason {
  /// Whether the extension did something wrong while it ran.
  var countsTowardsQuarantine: Bool {
    switch self {
    case .crash(.killedFromOutside): false
    case .crash, .violation, .timeout, .outOfMemory, .storageExceeded, .protocolViolation: true
    case .setup, .load, .incompatible, .notOffered, .runnerLost, .hostGone: false
    }
  }
}
