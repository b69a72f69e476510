extension IPAddress {
  /// How far an address reaches, by the registries of special addresses of IANA.
  public enum Reach: Sendable, Hashable {
    /// Everywhere in the Internet.
    case global
    /// This machine only.
    case loopback
    /// The network that this machine is connected to; cloud systems tell secrets there.
    case link
    /// A private network.
    case site
    /// Networks of a provider, in documents, of tests, or not given out.
    case reserved
    /// No single host: all, none, or many.
    case noHost
  }

  /// How far the address reaches.
  ///
  /// One of version 6 that holds an address of version 4 reaches as far as that.
  public var reach: Reach {
    if let inner = embeddedVersion4 ?? translatedVersion4 { return inner.reach }
    return isVersion6 ? reachOfVersion6 : reachOfVersion4
  }

  /// The registry of version 4, from RFC 6890 on.
  private var reachOfVersion4: Reach {
    switch (bytes[0], bytes[1], bytes[2]) {
    case (0, _, _): .noHost
    case (127, _, _): .loopback
    case (169, 254, _): .link
    case (10, _, _), (172, 16...31, _), (192, 168, _): .site
    case (100, 64...127, _): .reserved  // shared by the customers of a provider
    case (192, 0, 0), (192, 0, 2), (192, 88, 99): .reserved
    case (198, 18...19, _), (198, 51, 100), (203, 0, 113): .reserved
    case (224...239, _, _): .noHost
    case (240...254, _, _): .reserved
    case (255, _, _): bytes == [255, 255, 255, 255] ? .noHost : .reserved
    default: .global
    }
  }

  /// The registry of version 6: of what is given out to hosts, all but what is listed.
  private var reachOfVersion6: Reach {
    if bytes[..<15].allSatisfy({ $0 == 0 }) {
      return bytes[15] == 0 ? .noHost : bytes[15] == 1 ? .loopback : .reserved
    }
    switch (bytes[0], bytes[1]) {
    case (0xFF, _): return .noHost
    case (0xFE, 0x80...0xBF): return .link
    case (0xFE, 0xC0...0xFF), (0xFC...0xFD, _): return .site
    // Teredo, benchmarks and others of the IETF, 2001::/23.
    case (0x20, 0x01) where bytes[2] < 2: return .reserved
    case (0x20, 0x01) where bytes[2] == 0x0D && bytes[3] == 0xB8: return .reserved
    case (0x3F, 0xFF) where bytes[2] < 0x10: return .reserved
    case (0x20...0x3F, _): return .global
    default: return .reserved
    }
  }

  /// The address of version 4 that a translator (64:ff9b::a.b.c.d) or a relay (2002:…) leads to.
  private var translatedVersion4: IPAddress? {
    guard isVersion6 else { return nil }
    if bytes[..<12].elementsEqual([0, 0x64, 0xFF, 0x9B, 0, 0, 0, 0, 0, 0, 0, 0]) {
      return IPAddress(bytes: Array(bytes[12...]))
    }
    if bytes[0] == 0x20, bytes[1] == 0x02 { return IPAddress(bytes: Array(bytes[2..<6])) }
    return nil
  }
}

extension Entitlement {
  /// Whether it allows connections to one host that is not one of the Internet.
  var namesLocalHost: Bool {
    guard case .networkClient(let endpoint) = self else { return false }
    return endpoint.host.isLocal
  }
}

extension NetworkHost {
  /// Whether the host is not one of the Internet: an address that reaches less far, or a name that
  /// nobody can register there.
  public var isLocal: Bool {
    switch self {
    case .any, .subdomains: false
    case .address(let address): address.reach != .global
    case .name(let name): isLoopbackName || Self.isLocal(name)
    }
  }

  /// Whether the host is `localhost`, which is this machine wherever it is asked.
  public var isLoopbackName: Bool {
    guard case .name(let name) = self else { return false }
    return name == "localhost" || name.hasSuffix(".localhost")
  }

  /// Whether a name is one of a local network: a single word, or under a domain that the Internet
  /// leaves to such networks (RFC 6762, RFC 8375, and `internal`).
  private static func isLocal(_ name: String) -> Bool {
    !name.contains(".")
      || [".local", ".internal", ".home.arpa", ".lan", ".intranet", ".corp", ".home", ".private"]
        .contains { name.hasSuffix($0) }
  }
}
