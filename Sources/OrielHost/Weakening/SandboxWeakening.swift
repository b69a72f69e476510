internal import OrielSandbox
internal import OrielWire

/// A named way in which a host lets the sandbox be less than whole.
///
/// There is no switch that turns the sandbox off. Whatever makes it weaker is one of these: the host
/// logs each of them, and every report and result carries them.
public struct SandboxWeakening: Hashable, Sendable {
  /// The kinds there are.
  private enum Kind: Hashable, Sendable {
    /// Extensions also start where a layer does not hold.
    case startsWithout(SandboxLayer)
  }

  private let kind: Kind

  /// Lets extensions start where a layer cannot be put up.
  ///
  /// It is put up wherever the system can do it. Throws for a layer without which nothing may ever
  /// start.
  public static func startsWithout(
    _ layer: SandboxLayer
  ) throws(SandboxWeakeningRefusal) -> SandboxWeakening {
    guard LayerGuide(layer.layer).mayBeMissing else { throw SandboxWeakeningRefusal(layer) }
    return SandboxWeakening(kind: .startsWithout(layer))
  }

  /// The name for programs, as `startsWithout:landlockFiles`.
  public var identifier: String {
    switch kind {
    case .startsWithout(let layer): "startsWithout:\(layer.identifier)"
    }
  }

  /// The layer that may be missing.
  public var layer: SandboxLayer? {
    switch kind {
    case .startsWithout(let layer): layer
    }
  }
}

extension SandboxWeakening: CustomStringConvertible {
  /// What is weaker and what that costs, as a sentence without its full stop.
  public var description: String {
    switch kind {
    case .startsWithout(let layer):
      "extensions may start without the \(layer.name): \(LayerGuide(layer.layer).cost)"
    }
  }
}

/// Why a weakening cannot be had.
public struct SandboxWeakeningRefusal: Error, Hashable, Sendable {
  /// The layer without which nothing may ever start.
  public let layer: SandboxLayer

  /// A refusal about a layer.
  init(_ layer: SandboxLayer) {
    self.layer = layer
  }
}

extension SandboxWeakeningRefusal: CustomStringConvertible {
  /// Why, and what to do instead.
  public var description: String {
    let guide = LayerGuide(layer.layer)
    return "No extension ever starts without the \(guide.name): \(guide.cost). \(guide.remedy)"
  }
}

extension SandboxLayer {
  /// The layers that a host may let extensions start without.
  public static var weakenable: [SandboxLayer] {
    allCases.filter { LayerGuide($0.layer).mayBeMissing }
  }

  /// What an extension could do, or what would not be known, without the layer; part of a sentence.
  public var cost: String { LayerGuide(layer).cost }
}
