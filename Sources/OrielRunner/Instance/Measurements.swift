internal import CShims

/// What an instance measured, and what it is compared with.
struct Measurements: Sendable {
  /// What the instance measured of itself.
  let facts: oriel_shim_confinement
  /// What it was forked from.
  let baseline: Baseline
  /// How much lower than the fork server's its priority should be.
  private let nice: Int32
  /// A variable of the environment that nobody gave it.
  var strayVariable: String?

  /// Gathers the parts.
  init(_ facts: oriel_shim_confinement, _ baseline: Baseline, nice: Int32) {
    self.facts = facts
    self.baseline = baseline
    self.nice = nice
  }

  /// Whether a namespace is known to be another one than the host's.
  func differsFromHost(_ index: Int32) -> Bool {
    let own = facts.surroundings.namespace(index)
    return own != 0 && own != baseline.host.namespace(index)
  }

  /// Whether a namespace is neither the host's nor the fork server's.
  func isOwn(_ index: Int32) -> Bool {
    differsFromHost(index)
      && facts.surroundings.namespace(index) != baseline.server.namespace(index)
  }

  /// Whether the root is the one that the fork server built.
  var hasRootOfServer: Bool {
    facts.surroundings.root_device != baseline.host.root_device
      && facts.surroundings.root_device == baseline.server.root_device
  }

  /// Whether the session keyring is another one than the host's.
  var hasOwnKeyring: Bool {
    facts.surroundings.keyring > 0 && facts.surroundings.keyring != baseline.host.keyring
  }

  /// Whether the priority is as much lower as it should be; 19 is the lowest there is.
  var hasLowerPriority: Bool {
    facts.surroundings.nice >= min(19, baseline.server.nice + nice)
  }
}
