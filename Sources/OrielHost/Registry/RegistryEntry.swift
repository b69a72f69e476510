public import OrielManifest

/// A bundle that was found, with what was decided about it.
///
/// What was found in the bundle is there under the names that `CatalogEntry` has for it.
@dynamicMemberLookup
public struct RegistryEntry: Sendable, Hashable {
  /// What was found in the bundle.
  public let found: CatalogEntry
  /// Whether the user or somebody else enabled or disabled it; nothing when nobody did.
  public let decision: Decision?
  /// Whether it was approved, and as what.
  public let approval: Approval?
  /// Whether it failed too often.
  public let quarantine: Quarantine?
  /// Why it is not offered whatever the input is; nothing when it may be offered.
  public let obstacle: Obstacle?

  /// Judges what was found.
  init(_ found: CatalogEntry, _ judge: Judge) {
    self.found = found
    let verdict = found.identifier.map { judge.judge($0, contentHash: found.contentHash) }
    decision = verdict?.record.decision
    approval = verdict?.record.approval
    quarantine = verdict?.quarantine
    obstacle =
      switch found.state {
      case .broken(let diagnostics): .broken(diagnostics)
      case .incompatible(let needs, let has): .incompatible(needs: needs, has: has)
      case .usable:
        found.hiddenBy.map { .hidden(by: $0) } ?? judge.obstacle(of: found)
      }
  }

  /// What was found in the bundle.
  public subscript<Member>(dynamicMember member: KeyPath<CatalogEntry, Member>) -> Member {
    found[keyPath: member]
  }
}
