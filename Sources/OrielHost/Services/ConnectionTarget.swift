internal import OrielManifest

/// Where an extension wants to be connected to, and how far its entitlements allow it.
struct ConnectionTarget: Hashable, Sendable {
  /// The host: a name or an address, never a pattern.
  let host: NetworkHost
  /// The port.
  let port: UInt16

  /// Reads what an extension asked for; nil when it is neither a name nor an address.
  ///
  /// What resolvers would take for an address in another form, as `127.1`, is no name.
  init?(host text: String, port: UInt16) {
    guard port > 0, text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else { return nil }
    var name = text.lowercased()
    // A name may say that it is complete.
    if name.hasSuffix(".") { name.removeLast() }
    if let address = IPAddress(name.hasPrefix("[") ? Self.bracketed(name) : name) {
      host = .address(address.embeddedVersion4 ?? address)
    } else if let found = NetworkHost(name), case .name = found {
      host = found
    } else {
      return nil
    }
    self.port = port
  }

  /// What stands in brackets, if that is an address of version 6.
  private static func bracketed(_ text: String) -> String {
    let inner = String(text.dropFirst().dropLast())
    return text.hasSuffix("]") && inner.contains(":") ? inner : ""
  }

  /// The entitlement that is needed at least.
  var entitlement: Entitlement {
    .networkClient(NetworkEndpoint(host: host, port: .number(port)))
  }

  /// How far entitlements allow the connection; nil when not at all.
  func permission(by entitlements: EntitlementSet) -> Permission? {
    let endpoints = entitlements.networkEndpoints.filter {
      $0.port == .any || $0.port == .number(port)
    }
    let isNamed = endpoints.contains { $0.host == host }
    // A pattern is for the Internet: it never stands for a host beside or inside this machine.
    guard isNamed || !host.isLocal && entitlements.allows(entitlement) else { return nil }
    return Permission(host: host, isNamed: isNamed)
  }

  /// Which addresses a granted connection may go to.
  struct Permission: Hashable, Sendable {
    /// The host that was asked for.
    let host: NetworkHost
    /// Whether an entitlement names exactly that host.
    let isNamed: Bool

    /// Why a connection may not go to an address of the host; nil when it may.
    ///
    /// Whoever owns a name of the Internet decides where it leads, so such a name leads nowhere
    /// else, however it was granted: `localhost` is for this machine, a local name for private
    /// networks, and everything else has to be named by its address.
    func refusal(of address: IPAddress) -> String? {
      let reach = address.reach
      switch host {
      case .address(let named):
        guard named == address else { return "another address than that which was named" }
        return reach != .noHost && (isNamed || reach == .global) ? nil : Self.words(reach)
      case .name where host.isLoopbackName:
        return isNamed && reach == .loopback ? nil : Self.words(reach)
      case .name where host.isLocal:
        return isNamed && [.site, .global].contains(reach) ? nil : Self.words(reach)
      case .name: return reach == .global ? nil : Self.words(reach)
      case .any, .subdomains: return "no host"
      }
    }

    /// Whether the connection may stay on this machine.
    var mayStayHere: Bool {
      switch host {
      case .address: isNamed
      case .name: isNamed && host.isLoopbackName
      case .any, .subdomains: false
      }
    }

    /// What an address is, in words.
    private static func words(_ reach: IPAddress.Reach) -> String {
      switch reach {
      case .global: "an address of the Internet"
      case .loopback: "a loopback address"
      case .link: "a link-local address"
      case .site: "a private address"
      case .reserved: "a reserved address"
      case .noHost: "an address of no single host"
      }
    }
  }
}
