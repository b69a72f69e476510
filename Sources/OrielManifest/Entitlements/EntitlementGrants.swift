/// What a host lets an extension have, if it asks for it; nothing unless said otherwise.
public struct EntitlementGrants: Sendable, Hashable {
  /// One grant.
  public enum Grant: Sendable, Hashable, CustomStringConvertible {
    /// Whatever of a kind is asked for: the kind's name alone, such as `network-client`.
    case kind(Entitlement.Kind)
    /// One entitlement, or what of it is asked for.
    case entitlement(Entitlement)

    /// Reads an entitlement, or the name of a kind.
    public init(_ text: String) throws(EntitlementError) {
      if let kind = Entitlement.Kind(rawValue: text) {
        self = .kind(kind)
      } else {
        self = .entitlement(try Entitlement(text))
      }
    }

    /// What of an entitlement is granted; nil when that is nothing.
    ///
    /// A host that is not one of the Internet, such as `localhost` or a private address, is granted
    /// only by its name: neither a kind nor a pattern stands for it.
    public func granted(of asked: Entitlement) -> Entitlement? {
      switch self {
      case .kind(let kind): asked.kind == kind && !asked.namesLocalHost ? asked : nil
      case .entitlement(let entitlement):
        entitlement.intersection(asked).flatMap { common in
          common.namesLocalHost && !entitlement.namesLocalHost ? nil : common
        }
      }
    }

    /// The text that a grant is read from.
    public var description: String {
      switch self {
      case .kind(let kind): kind.rawValue
      case .entitlement(let entitlement): entitlement.text
      }
    }
  }

  /// The grants.
  public var grants: [Grant]

  /// Gathers grants.
  public init(_ grants: [Grant] = []) {
    self.grants = grants
  }

  /// Nothing is granted.
  public static let none = EntitlementGrants()

  /// What an extension gets of what it asks for.
  ///
  /// - Parameter asked: What the extension asks for.
  /// - Returns: What it gets, and what it does not get.
  public func decide(on asked: EntitlementSet) -> EntitlementDecision {
    let granted = EntitlementSet(
      asked.flatMap { asked in grants.lazy.compactMap { $0.granted(of: asked) } }
    )
    return EntitlementDecision(
      granted: granted,
      refused: EntitlementSet(asked.filter { !granted.allows($0) })
    )
  }
}

extension EntitlementGrants: ExpressibleByArrayLiteral {
  /// Gathers grants.
  public init(arrayLiteral elements: Grant...) { self.init(elements) }
}

/// What an extension gets of the entitlements that it asks for.
public struct EntitlementDecision: Sendable, Hashable {
  /// What it gets: this alone is enforced.
  public let granted: EntitlementSet
  /// What it asks for and does not get, or gets only in part.
  public let refused: EntitlementSet
}
