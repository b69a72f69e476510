extension Entitlement {
  /// Whether everything that another entitlement allows is allowed by this one.
  public func covers(_ other: Entitlement) -> Bool { intersection(other) == other }

  /// What both entitlements allow; nil when that is nothing.
  public func intersection(_ other: Entitlement) -> Entitlement? {
    switch (self, other) {
    case (.userSelectedFiles(let left), .userSelectedFiles(let right)):
      .userSelectedFiles(left == .readWrite ? right : left)
    case (.networkClient(let left), .networkClient(let right)):
      left.intersection(right).map { .networkClient($0) }
    default: self == other ? self : nil
    }
  }
}

extension NetworkEndpoint {
  /// Whether every connection that another endpoint allows is allowed by this one.
  public func covers(_ other: NetworkEndpoint) -> Bool { intersection(other) == other }

  /// The connections that both endpoints allow; nil when there are none.
  func intersection(_ other: NetworkEndpoint) -> NetworkEndpoint? {
    let commonPort: Port
    switch (port, other.port) {
    case (.any, let port), (let port, .any): commonPort = port
    case (.number(let left), .number(let right)):
      guard left == right else { return nil }
      commonPort = port
    }
    return host.intersection(other.host).map { NetworkEndpoint(host: $0, port: commonPort) }
  }
}

extension NetworkHost {
  /// The hosts that both allow; nil when there are none.
  ///
  /// `*` allows addresses as well as names; a name never allows an address, whatever it resolves
  /// to, and an address no name.
  func intersection(_ other: NetworkHost) -> NetworkHost? {
    switch (self, other) {
    case (.any, let host), (let host, .any): host
    case (.subdomains(let left), .subdomains(let right)):
      left == right || left.hasSuffix(".\(right)")
        ? self : right.hasSuffix(".\(left)") ? other : nil
    case (.subdomains(let parent), .name(let name)): name.hasSuffix(".\(parent)") ? other : nil
    case (.name(let name), .subdomains(let parent)): name.hasSuffix(".\(parent)") ? self : nil
    default: self == other ? self : nil
    }
  }
}
