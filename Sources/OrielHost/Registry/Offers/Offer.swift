public import OrielActivation
public import OrielManifest
internal import OrielText

/// An extension that is offered for some input.
public struct Offer: Sendable, Hashable {
  /// What copies of an offer share: there may be thousands of them for one question.
  private final class Content: Sendable {
    /// The extension.
    let `extension`: InstalledExtension
    /// The name for people.
    let displayName: String

    /// Gathers the parts.
    init(_ extension: InstalledExtension, displayName: String) {
      self.extension = `extension`
      self.displayName = displayName
    }
  }

  /// The parts.
  private let content: Content

  /// The extension.
  public var `extension`: InstalledExtension { content.extension }
  /// The name for people.
  public var displayName: String { content.displayName }

  /// Gathers the parts.
  init(_ extension: InstalledExtension, displayName: String) {
    content = Content(`extension`, displayName: displayName)
  }

  /// Whether two offers are for the same extension under the same name.
  public static func == (left: Offer, right: Offer) -> Bool {
    left.content === right.content
      || left.displayName == right.displayName && left.extension == right.extension
  }

  /// Feeds the offer into a hash.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(`extension`.path)
    hasher.combine(displayName)
  }
}

/// Puts offers in the order in which a host wants to show them.
///
/// It gets them by display name and then identifier. What it leaves out is not offered, and what it
/// makes up is left out.
public typealias OfferRanking = @Sendable ([Offer]) -> [Offer]

/// Why an extension is or is not offered for some input.
public struct OfferExplanation: Sendable {
  /// The reason why it is not.
  public enum Reason: Sendable {
    /// It is not offered whatever the input is.
    case obstacle(Obstacle)
    /// No host knows its extension point.
    case unknownPoint(ExtensionPointIdentifier)
    /// It is for another extension point than was asked about.
    case otherPoint(ExtensionPointIdentifier)
    /// Its extension point does not choose by input, and no point was asked about.
    case pointWithoutRules(ExtensionPointIdentifier)
    /// Its rule does not hold.
    case rule(RuleTrace)
    /// The ranking of the host left it out.
    case ranking
  }

  /// The extension.
  public let entry: RegistryEntry
  /// Why it is not offered; nothing when it is.
  public let reason: Reason?
  /// What its rule says; nothing when no rule is known.
  public let trace: RuleTrace?

  /// Whether it is offered.
  public var isOffered: Bool { reason == nil }
}

extension OfferExplanation.Reason: CustomStringConvertible {
  /// The reason and what to do, as part of a sentence about the extension; safe to show.
  public var description: String {
    switch self {
    case .obstacle(let obstacle): obstacle.description
    case .unknownPoint(let point):
      "no host knows the extension point '\(Printable.text(point.rawValue))'; 'oriel show' tells "
        + "which may be meant"
    case .otherPoint(let point):
      "is for the extension point \(Printable.text(point.rawValue))"
    case .pointWithoutRules(let point):
      "its extension point \(Printable.text(point.rawValue)) does not choose by input"
    case .rule(let trace): trace.nearestMiss?.sentence ?? trace.summary
    case .ranking: "was left out by the host's own ranking"
    }
  }
}
