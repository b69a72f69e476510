internal import OrielSandbox
internal import OrielSystem
package import OrielWire

/// Which layers of the sandbox hold, as an instance found them around itself.
public struct EnforcementReport: Hashable, Sendable {
  /// How far a layer holds.
  public enum State: String, Hashable, Sendable, CaseIterable {
    /// It does not hold.
    case none
    /// It holds in part.
    case partial
    /// It holds.
    case full
  }

  /// One layer.
  public struct Entry: Hashable, Sendable {
    /// The layer.
    public let layer: SandboxLayer
    /// How far it holds.
    public let state: State
    /// Whether no extension may start without it.
    public let isRequired: Bool
    /// What lets extensions start without it, if a host asked for that.
    public let weakening: SandboxWeakening?
    /// Why it does not hold in full.
    public let reason: String?
    /// What can be done about it, as a sentence; nil where another layer has to be mended first.
    public let remedy: String?

    /// The name of the layer for programs, as `userNamespace`.
    public var identifier: String { layer.identifier }
    /// The name of the layer for people, without an article.
    public var name: String { layer.name }
  }

  /// What was reported, one status for each layer, in the order of the layers.
  package let layers: [LayerStatus]
  /// The layers without which no extension may start.
  package let required: LayerSet
  /// What made the sandbox weaker, each by its name.
  public let weakenings: [SandboxWeakening]
  /// The layer at which the sandbox was given up; those after it were not tried.
  private var broken: Layer?
  /// What to do about that layer.
  private var brokenRemedy: String?

  /// Gathers what was reported; of two statuses of one layer the worse counts.
  package init(
    _ statuses: [LayerStatus],
    required: LayerSet,
    weakenings: [SandboxWeakening] = []
  ) {
    self.weakenings = weakenings
    var worst: [Layer: LayerStatus] = [:]
    for status in statuses {
      if let other = worst[status.layer], other.state.rawValue <= status.state.rawValue { continue }
      worst[status.layer] = status
    }
    layers = Layer.allCases.map {
      worst[$0] ?? LayerStatus($0, .none, detail: "nothing was reported about it")
    }
    self.required = required
  }

  /// The report of a sandbox that could not be finished because of one layer.
  init(
    brokenBy failed: LayerStatus,
    remedy: String,
    required: LayerSet,
    weakenings: [SandboxWeakening]
  ) {
    let others = Layer.allCases.filter { $0 != failed.layer }.map {
      LayerStatus($0, .none, detail: "not reached")
    }
    self.init([failed] + others, required: required, weakenings: weakenings)
    broken = failed.layer
    brokenRemedy = remedy
  }

  /// The first required layer that does not hold.
  ///
  /// One that holds in part is all that the oldest supported kernels offer of Landlock.
  package var firstUnmet: LayerStatus? {
    layers.first { required.contains($0.layer) && $0.state == .none }
  }

  /// Whether every required layer holds, at least in part.
  public var isSufficient: Bool { firstUnmet == nil }

  /// Whether there is something to mend about a layer.
  private func needsMending(_ status: LayerStatus) -> Bool {
    status.state != .full && (broken == nil || broken == status.layer)
  }

  /// Every layer there is.
  public var entries: [Entry] {
    layers.map { status in
      let guide = LayerGuide(status.layer)
      return Entry(
        layer: SandboxLayer(status.layer),
        state: State(status.state),
        isRequired: required.contains(status.layer),
        weakening: weakenings.first { $0.layer?.layer == status.layer },
        reason: status.state == .full ? nil : status.reason,
        remedy: needsMending(status) ? brokenRemedy ?? guide.remedy : nil
      )
    }
  }
}

extension EnforcementReport.State {
  /// The public form of a state.
  fileprivate init(_ state: LayerState) {
    self =
      switch state {
      case .none: .none
      case .partial: .partial
      case .full: .full
      }
  }
}

extension LayerStatus {
  /// Detail and error as part of a sentence.
  var reason: String {
    guard errno != 0 else { return detail.isEmpty ? "no reason was given" : detail }
    let error = Errno(rawValue: errno).description
    return detail.isEmpty ? error : "\(detail): \(error)"
  }
}
