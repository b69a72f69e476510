/// Entitlements, each once, in the order in which they were asked for.
public struct EntitlementSet: Sendable, Hashable {
  /// The entitlements in order.
  private let elements: [Entitlement]

  /// Gathers entitlements; of equal ones the first stays.
  public init(_ entitlements: some Sequence<Entitlement> = []) {
    var seen: Set<Entitlement> = []
    elements = entitlements.filter { seen.insert($0).inserted }
  }

  /// The text forms in order.
  public var texts: [String] { elements.map(\.text) }

  /// Whether the entitlement, or one that allows more, is among these.
  public func allows(_ entitlement: Entitlement) -> Bool {
    elements.contains { $0.covers(entitlement) }
  }

  /// The groups whose directories are shared.
  public var appGroups: [AppGroupIdentifier] {
    elements.compactMap { if case .appGroup(let group) = $0 { group } else { nil } }
  }

  /// What may be done with files that the user chooses; nil when nothing may.
  public var fileAccess: Entitlement.FileAccess? {
    allows(.userSelectedFiles(.readWrite))
      ? .readWrite : allows(.userSelectedFiles(.read)) ? .read : nil
  }

  /// Where connections may go.
  public var networkEndpoints: [NetworkEndpoint] {
    elements.compactMap { if case .networkClient(let endpoint) = $0 { endpoint } else { nil } }
  }

  /// The schemes of links that may be opened.
  public var urlSchemes: [URLScheme] {
    elements.compactMap { if case .openURL(let scheme) = $0 { scheme } else { nil } }
  }
}

extension EntitlementSet: RandomAccessCollection {
  /// The place of the first entitlement.
  public var startIndex: Int { elements.startIndex }
  /// The place after the last entitlement.
  public var endIndex: Int { elements.endIndex }
  /// The entitlement at a place.
  public subscript(position: Int) -> Entitlement { elements[position] }
}

extension EntitlementSet: ExpressibleByArrayLiteral {
  /// Gathers entitlements; of equal ones the first stays.
  public init(arrayLiteral elements: Entitlement...) { self.init(elements) }
}
