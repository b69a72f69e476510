internal import CShims
internal import OrielWire

/// What an instance measured, and what it is compared with.
struct Measurements: Sendable {
  /// What the instance measured of itself.
  let facts: oriel_shim_confinement
  /// What it was forked from.
  let baseline: Baseline
  /// What the instance may use.
  private let limits: Limits
  /// The state of the layer of control groups.
  let controlGroupStatus: LayerStatus
  /// The bytes of its temporary directory.
  private let temporaryStorage: UInt64
  /// Whether the instance was granted directories.
  private let hasGrantedRoot: Bool
  /// A variable of the environment that nobody gave it.
  var strayVariable: String?

  /// Gathers the parts.
  init(
    _ facts: oriel_shim_confinement,
    _ baseline: Baseline,
    _ plan: borrowing LaunchPlan,
    hasGrantedRoot: Bool = false
  ) {
    self.facts = facts
    self.baseline = baseline
    limits = plan.limits
    controlGroupStatus = plan.controlGroupStatus
    temporaryStorage = plan.temporaryStorage
    self.hasGrantedRoot = hasGrantedRoot
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
  ///
  /// An instance with granted directories has a root of its own, which shows everything of the fork
  /// server's; the canary lies in that one in any case.
  var hasRootOfServer: Bool {
    let root = facts.surroundings.root_device
    return root != baseline.host.root_device && facts.view_device == baseline.server.root_device
      && (hasGrantedRoot || root == baseline.server.root_device)
  }

  /// Whether the session keyring is another one than the host's.
  var hasOwnKeyring: Bool {
    facts.surroundings.keyring > 0 && facts.surroundings.keyring != baseline.host.keyring
  }

  /// What is wrong with the priorities, if anything; 19 is the lowest for the processor.
  var schedulingFlaw: String? {
    guard facts.surroundings.nice >= min(19, baseline.server.nice &+ limits.nice) else {
      return "the priority is the host's"
    }
    // A higher score than asked for is as good, and only a privileged process may lower it.
    guard facts.out_of_memory_score >= limits.oomScoreAdjust else {
      return "the out-of-memory score is not \(limits.oomScoreAdjust) or more"
    }
    return nil
  }

  /// What is wrong with the limits, if anything.
  var limitsFlaw: String? {
    guard facts.wrong_limits == 0 else {
      return "\(facts.wrong_limits) limits are not in force as they should be"
    }
    guard facts.temporary_storage == temporaryStorage else {
      return "the temporary directory has room for \(facts.temporary_storage) bytes, "
        + "not \(temporaryStorage)"
    }
    return nil
  }
}
