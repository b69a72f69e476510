import OrielPropertyList
import OrielText
import Testing

@testable import OrielManifest

@Suite("Entitlements")
struct EntitlementTests {
  /// The message and advice about a text that is none.
  private static func complaint(_ text: String) -> String? {
    do throws(EntitlementError) {
      _ = try Entitlement(text)
      return nil
    } catch {
      return error.description
    }
  }

  @Test(
    "An entitlement has one text form",
    arguments: [
      "container", "app-group:group.com.example.shared", "app-group:group.a.b.c.d",
      "user-selected-files:read", "user-selected-files:read-write",
      "network-client:api.example.com:443", "network-client:*.example.com:*",
      "network-client:*:65535", "network-client:localhost:1", "network-client:127.0.0.1:80",
      "network-client:[::1]:80", "network-client:[2001:db8::7:0:1]:443",
      "network-client:xn--bcher-kva.example:443", "network-client:4.example:443",
      "open-url:https", "open-url:x-note+a.b",
    ]
  )
  func texts(text: String) throws {
    let entitlement = try Entitlement(text)
    #expect(entitlement.text == text)
    #expect(text.hasPrefix(entitlement.kind.rawValue))
  }

  @Test(
    "What is no entitlement is named, with what may have been meant",
    arguments: [
      ("", "it is empty"), ("contaner", "did you mean container?"),
      ("network-cleint:a:1", "did you mean network-client?"),
      ("camera", "known are container, app-group, user-selected-files, network-client, open-url"),
      ("container:x", "takes no value"), ("Container", "did you mean container?"),
      ("network-client", "the value is missing; write network-client:HOST:PORT"),
      ("user-selected-files:write", "'write' is no way to use files"),
      ("container\0", "it holds a NUL"), ("con\ntainer", "control character"),
      ("container ", "it holds a space"), ("open-url:h\u{7F}", "control character"),
      ("network-client:bücher.example:443", "ASCII form"),
      ("container\u{301}", "outside ASCII"), ("\u{FEFF}container", "outside ASCII"),
      ("app-group:group." + String(repeating: "a", count: 250), "longer than 255 bytes"),
      ("app-group:shared", "no identifier of a group"),
      ("app-group:group.com.example", "no identifier of a group"),
      ("app-group:group.com.example.", "no identifier of a group"),
      ("app-group:group.com..x", "no identifier of a group"),
      ("app-group:group.com.example.a/b", "no identifier of a group"),
      ("app-group:group.com.example.-x", "no identifier of a group"),
      ("app-group:Group.com.example.x", "no identifier of a group"),
      ("network-client:example.com", "the port is missing"),
      ("network-client:example.com:", "'' is no port"),
      ("network-client:example.com:0", "'0' is no port"),
      ("network-client:example.com:080", "'080' is no port"),
      ("network-client:example.com:+80", "'+80' is no port"),
      ("network-client:example.com:65536", "'65536' is no port"),
      ("network-client::443", "'' is no name of a host"),
      ("network-client:exa_mple.com:443", "is no name of a host"),
      ("network-client:-a.com:443", "is no name of a host"),
      ("network-client:example.com.:443", "is no name of a host"),
      ("network-client:a*.com:443", "is no name of a host"),
      ("network-client:*.*:443", "is no name of a host"),
      ("network-client:user@host:443", "is no name of a host"),
      ("network-client:a/b:443", "is no name of a host"),
      ("network-client:Example.COM:443", "write 'example.com'"),
      ("network-client:127.1:80", "neither a name nor an address"),
      ("network-client:2130706433:80", "neither a name nor an address"),
      ("network-client:0x7f000001:80", "neither a name nor an address"),
      ("network-client:0177.0.0.1:80", "neither a name nor an address"),
      ("network-client:256.0.0.1:80", "neither a name nor an address"),
      ("network-client:2001:db8::7:443", "write '[2001:db8::7]'"),
      ("network-client:[2001:DB8::7]:443", "write '[2001:db8::7]'"),
      ("network-client:[0:0:0:0:0:0:0:1]:443", "write '[::1]'"),
      ("network-client:[::ffff:7f00:1]:443", "write '127.0.0.1'"),
      ("network-client:[fe80::1%eth0]:443", "without a zone"),
      ("network-client:[1:2:3]:443", "is no address"),
      ("network-client:[::1::]:443", "is no address"),
      ("network-client:[127.0.0.1]:443", "is no address"),
      ("open-url:HTTPS", "write 'https'"), ("open-url:1a", "no scheme of a link"),
      ("open-url:a:", "no scheme of a link"), ("open-url:ht tp", "holds a space"),
      ("open-url:a/b", "no scheme of a link"),
    ]
  )
  func malformed(text: String, part: String) throws {
    let complaint = try #require(Self.complaint(text))
    #expect(complaint.contains(part), "\(complaint)")
    #expect(Printable.text(complaint, limit: .max) == complaint)
  }

  @Test(
    "Links that name files or run what they hold can never be asked for",
    arguments: [
      "file", "javascript", "data", "vbscript", "about", "blob", "FILE", "JavaScript",
      "view-source", "filesystem", "jar",
    ]
  )
  func schemes(scheme: String) {
    #expect(Self.complaint("open-url:\(scheme)")?.contains("never opened") == true)
    #expect(URLScheme(scheme) == nil)
    #expect(URLScheme("https")?.rawValue == "https")
  }

  @Test(
    "Addresses are written in the form of RFC 5952",
    arguments: [
      ("2001:db8:0:0:1:0:0:1", "2001:db8::1:0:0:1"), ("2001:db8:0:1:1:1:1:1", nil),
      ("0:0:0:0:0:0:0:0", "::"), ("1:0:0:0:0:0:0:0", "1::"), ("0:0:0:0:0:0:0:1", "::1"),
      ("2001:0db8::00ff", "2001:db8::ff"), ("10.0.0.255", nil),
    ] as [(String, String?)]
  )
  func addresses(text: String, short: String?) throws {
    let address = try #require(IPAddress(text))
    #expect(address.description == short ?? text)
    #expect(IPAddress(address.description) == address)
  }

  @Test(
    "A group of an address has no sign",
    arguments: ["1:-0:3:4:5:6:7:8", "1:+2:3:4:5:6:7:8", "::-1", "-1.2.3.4", "1.2.3.-0"]
  )
  func signs(text: String) {
    #expect(IPAddress(text) == nil)
  }

  @Test(
    "What two entitlements both allow",
    arguments: [
      ("container", "container", "container"),
      ("app-group:group.a.b.c", "app-group:group.a.b.d", nil),
      ("user-selected-files:read", "user-selected-files:read-write", "user-selected-files:read"),
      ("network-client:*:443", "network-client:a.b:*", "network-client:a.b:443"),
      ("network-client:*.b.c:1", "network-client:*.c:1", "network-client:*.b.c:1"),
      ("network-client:*.b.c:1", "network-client:a.b.c:*", "network-client:a.b.c:1"),
      ("network-client:*.b.c:1", "network-client:b.c:1", nil),
      ("network-client:*.b.c:1", "network-client:xb.c:1", nil),
      ("network-client:*.b.c:1", "network-client:*.xb.c:1", nil),
      ("network-client:a.b:1", "network-client:a.b:2", nil),
      ("network-client:*:1", "network-client:[::1]:1", "network-client:[::1]:1"),
      ("network-client:*.1:1", "network-client:127.0.0.1:1", nil),
      ("open-url:https", "open-url:http", nil), ("container", "open-url:http", nil),
    ] as [(String, String, String?)]
  )
  func intersections(left: String, right: String, both: String?) throws {
    // The form of a pattern under a number is refused, so it is not built here.
    guard let left = try? Entitlement(left) else { return #expect(both == nil) }
    let right = try Entitlement(right)
    #expect(left.intersection(right)?.text == both)
    #expect(right.intersection(left)?.text == both)
    #expect(left.covers(left))
    #expect(left.covers(right) == (both == right.text))
  }

  @Test("A host grants what is asked for and what it names, and nothing else")
  func decisions() throws {
    let asked = EntitlementSet(
      try [
        "container", "network-client:*:443", "user-selected-files:read-write", "open-url:https",
      ].map { try Entitlement($0) }
    )
    func decide(_ grants: String...) throws -> EntitlementDecision {
      EntitlementGrants(try grants.map { try EntitlementGrants.Grant($0) }).decide(on: asked)
    }
    #expect(try decide().granted.isEmpty)
    #expect(try decide().refused == asked)
    #expect(EntitlementGrants.none.decide(on: asked).granted.isEmpty)
    let narrow = try decide(
      "network-client:a.example:*",
      "user-selected-files:read",
      "app-group:group.a.b.c",
      "app-group"
    )
    #expect(narrow.granted.texts == ["network-client:a.example:443", "user-selected-files:read"])
    #expect(narrow.refused == asked)
    let kinds = try decide("network-client", "container", "user-selected-files", "open-url")
    #expect(kinds.granted == asked)
    #expect(kinds.refused.isEmpty)
    let twice = try decide("container", "container")
    #expect(twice.granted.texts == ["container"])
    #expect(kinds.granted.allows(.userSelectedFiles(.read)))
    #expect(!kinds.granted.allows(.networkClient(NetworkEndpoint(host: .any, port: .any))))
  }

  @Test("Each entitlement has words for people")
  func meanings() throws {
    let meanings = try [
      "container", "app-group:group.com.example.notes", "user-selected-files:read",
      "network-client:*.example.com:443", "network-client:*:*", "network-client:10.0.0.1:1",
      "open-url:mailto",
    ].map { try Entitlement($0).meaning }
    #expect(
      meanings == [
        "keep files of its own between requests",
        "share files with other extensions of com.example (group.com.example.notes)",
        "read files that you choose", "connect to any host under example.com, port 443",
        "connect to any host, any port", "connect to the address 10.0.0.1, port 1",
        "have mailto: links opened outside the sandbox",
      ]
    )
  }
}
