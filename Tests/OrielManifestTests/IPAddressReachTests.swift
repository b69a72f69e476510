import OrielManifest
import Testing

/// How far addresses reach, against the registries of IANA.
@Suite struct IPAddressReachTests {
  // From the special-purpose registries (RFC 6890 and after): first and last address of each block,
  // and the addresses beside them.
  @Test(
    "Each block of the registries is known to its first and last address",
    arguments: [
      ("0.0.0.0", "0.255.255.255", .noHost, nil, "1.0.0.0"),
      ("10.0.0.0", "10.255.255.255", .site, "9.255.255.255", "11.0.0.0"),
      ("100.64.0.0", "100.127.255.255", .reserved, "100.63.255.255", "100.128.0.0"),
      ("127.0.0.0", "127.255.255.255", .loopback, "126.255.255.255", "128.0.0.0"),
      ("169.254.0.0", "169.254.255.255", .link, "169.253.255.255", "169.255.0.0"),
      ("172.16.0.0", "172.31.255.255", .site, "172.15.255.255", "172.32.0.0"),
      ("192.0.0.0", "192.0.0.255", .reserved, "191.255.255.255", "192.0.1.0"),
      ("192.0.2.0", "192.0.2.255", .reserved, "192.0.1.255", "192.0.3.0"),
      ("192.88.99.0", "192.88.99.255", .reserved, "192.88.98.255", "192.88.100.0"),
      ("192.168.0.0", "192.168.255.255", .site, "192.167.255.255", "192.169.0.0"),
      ("198.18.0.0", "198.19.255.255", .reserved, "198.17.255.255", "198.20.0.0"),
      ("198.51.100.0", "198.51.100.255", .reserved, "198.51.99.255", "198.51.101.0"),
      ("203.0.113.0", "203.0.113.255", .reserved, "203.0.112.255", "203.0.114.0"),
      ("224.0.0.0", "239.255.255.255", .noHost, "223.255.255.255", nil),
      ("240.0.0.0", "255.255.255.254", .reserved, nil, nil),
      ("255.255.255.255", "255.255.255.255", .noHost, nil, nil),
      ("::", "::", .noHost, nil, nil),
      ("::1", "::1", .loopback, nil, nil),
      ("::2", "::fffe:ffff:ffff", .reserved, nil, nil),
      ("64:ff9b:1::", "64:ff9b:1:ffff:ffff:ffff:ffff:ffff", .reserved, nil, nil),
      ("100::", "100::ffff:ffff:ffff:ffff", .reserved, nil, nil),
      ("2001::", "2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff", .reserved, "2000:ffff::", "2001:200::"),
      (
        "2001:db8::", "2001:db8:ffff:ffff:ffff:ffff:ffff:ffff", .reserved, "2001:db7:ffff::",
        "2001:db9::"
      ),
      (
        "3fff::", "3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff", .reserved, "3ffe:ffff::", "3fff:1000::"
      ),
      ("4000::", "fbff:ffff::", .reserved, "3fff:ffff::", nil),
      ("fc00::", "fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", .site, nil, nil),
      ("fe80::", "febf:ffff:ffff:ffff:ffff:ffff:ffff:ffff", .link, nil, nil),
      ("fec0::", "feff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", .site, nil, nil),
      ("ff00::", "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", .noHost, nil, nil),
    ] as [(String, String, IPAddress.Reach, String?, String?)]
  )
  func blocks(
    _ first: String,
    _ last: String,
    _ reach: IPAddress.Reach,
    _ before: String?,
    _ after: String?
  ) throws {
    #expect(try #require(IPAddress(first)).reach == reach)
    #expect(try #require(IPAddress(last)).reach == reach)
    for neighbour in [before, after].compactMap(\.self) {
      #expect(try #require(IPAddress(neighbour)).reach == .global, "\(neighbour)")
    }
  }

  @Test(
    "An address that holds another one reaches as far as that",
    arguments: ["::ffff:", "64:ff9b::", "2002:"]
  )
  func embeddings(_ prefix: String) throws {
    let suffix = prefix == "2002:" ? "::1" : ""
    let cases: [(String, IPAddress.Reach)] = [
      ("7f00:1", .loopback), ("a00:1", .site), ("a9fe:a9fe", .link), ("0:0", .noHost),
      ("e000:1", .noHost), ("c000:201", .reserved), ("5db8:d822", .global),
    ]
    for (inner, reach) in cases {
      let text = "\(prefix)\(inner)\(suffix)"
      #expect(try #require(IPAddress(text), "\(text)").reach == reach, "\(text)")
    }
  }

  @Test("Names that the Internet does not give out are local")
  func names() throws {
    for name in [
      "localhost", "a.localhost", "nas", "nas.local", "x.internal", "router.home.arpa", "pc.lan",
      "192.168.1.5", "[::1]", "127.0.0.1", "[fd00::1]",
    ] {
      #expect(try #require(NetworkHost(name)).isLocal, "\(name)")
    }
    for name in ["example.com", "local.example.com", "localhost.example.com", "8.8.8.8", "*"] {
      #expect(try !#require(NetworkHost(name)).isLocal, "\(name)")
    }
  }

  @Test("Only a grant that names a local host grants it")
  func grants() throws {
    let asked = EntitlementSet(
      try [
        "network-client:localhost:22", "network-client:192.168.1.5:*", "network-client:*:80",
        "network-client:api.example.com:443",
      ].map { try Entitlement($0) }
    )
    func granted(_ texts: String...) throws -> [String] {
      let grants = EntitlementGrants(try texts.map { try EntitlementGrants.Grant($0) })
      return grants.decide(on: asked).granted.texts
    }
    let remote = ["network-client:*:80", "network-client:api.example.com:443"]
    #expect(try granted("network-client") == remote)
    #expect(try granted("network-client:*:*") == remote)
    #expect(try granted("network-client:localhost:22") == ["network-client:localhost:22"])
    #expect(
      try granted("network-client:192.168.1.5:443") == ["network-client:192.168.1.5:443"]
    )
    // Asked for as any host, and granted as this one.
    #expect(try granted("network-client:localhost:80") == ["network-client:localhost:80"])
  }
}
