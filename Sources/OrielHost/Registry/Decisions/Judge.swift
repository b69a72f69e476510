internal import OrielManifest

/// Applies what was decided to what was found.
struct Judge: Sendable, Equatable {
  /// What was decided, by identifier.
  let decisions: [String: ExtensionRecord]
  /// Why it is not known what was decided about extensions that the decisions do not name.
  let doubt: String?
  /// Why it is not known which extensions failed too often.
  let quarantineDoubt: String?
  /// Which extensions failed too often, by identifier.
  let quarantines: [String: Quarantine]
  /// Whether extensions have to be approved.
  let approval: ApprovalPolicy
  /// Whether what others can change is refused.
  let refusesExposed: Bool
  /// The places that others can change.
  var exposedPlaces = ExposedPlaces([])

  /// Whether nothing that a bundle says counts, whatever the user decided about it: others can change
  /// it, or it has to be approved as it is and is not.
  func refuses(_ entry: CatalogEntry) -> Bool {
    if exposure(of: entry) != nil { return true }
    let record = entry.identifier.flatMap { decisions[$0] } ?? ExtensionRecord()
    return unapproved(record, entry.contentHash) != nil
  }

  /// Whether what a container says does not count, because others can change it.
  ///
  /// - Parameters:
  ///   - container: The container.
  ///   - entry: A bundle in it.
  /// - Returns: Whether it does not.
  func refuses(_ container: ContainerManifest, of entry: CatalogEntry) -> Bool {
    guard refusesExposed, let origin = entry.origin, origin != .explicit else { return false }
    return container.exposure != nil
  }

  /// That others can change a bundle, or put others in its place, where that is refused.
  func exposure(of entry: CatalogEntry) -> Obstacle? {
    // Whoever names a bundle or a place has looked where it is.
    guard refusesExposed, let origin = entry.origin, origin != .explicit else { return nil }
    if let exposure = entry.exposure { return .exposed("\(exposure); \(ExposedPlaces.advice)") }
    if let problem = entry.contentProblem {
      return .exposed(
        "\(problem), so that nobody knows whether others can change it; mend that in the bundle"
      )
    }
    return exposedPlaces.place(of: entry.path).map { .exposed($0.reason) }
  }

  /// What is in the way of offering an extension that can be started and that no other one hides.
  func obstacle(of entry: CatalogEntry) -> Obstacle? {
    exposure(of: entry)
      ?? entry.identifier.flatMap { judge($0, contentHash: entry.contentHash).obstacle }
  }

  /// What was decided about an extension, and what is in the way of offering it.
  func judge(
    _ identifier: String,
    contentHash: ContentHash?
  ) -> (record: ExtensionRecord, quarantine: Quarantine?, obstacle: Obstacle?) {
    let record = decisions[identifier] ?? ExtensionRecord()
    let quarantine = quarantines[identifier].flatMap { quarantine in
      // Another content has not failed yet.
      quarantine.contentHash == nil || contentHash == nil || quarantine.contentHash == contentHash
        ? quarantine : nil
    }
    return (record, quarantine, obstacle(record, contentHash, quarantine))
  }

  /// What is in the way of an extension that can be started.
  private func obstacle(
    _ record: ExtensionRecord,
    _ contentHash: ContentHash?,
    _ quarantine: Quarantine?
  ) -> Obstacle? {
    if let decision = record.decision, decision.choice == .disabled { return .disabled(decision) }
    if let doubt, record.decision == nil { return .unknownDecision(doubt) }
    return unapproved(record, contentHash) ?? quarantine.map { .quarantined($0) }
      ?? quarantineDoubt.map { .unknownQuarantine($0) }
  }

  /// That an extension has to be approved as it is, and is not.
  private func unapproved(_ record: ExtensionRecord, _ contentHash: ContentHash?) -> Obstacle? {
    switch approval {
    case .notRequired: return nil
    case .required: return record.approval == nil ? .unapproved : nil
    case .pinned:
      guard let approval = record.approval else { return .unapproved }
      guard let contentHash, approval.contentHash == contentHash else {
        return .changed(since: approval, to: contentHash)
      }
      return nil
    }
  }
}
