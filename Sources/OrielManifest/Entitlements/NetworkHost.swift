internal import OrielText

/// The hosts of an endpoint.
public enum NetworkHost: Sendable, Hashable, CustomStringConvertible {
  /// Every host: `*`.
  case any
  /// The hosts under a name, but not that name itself: `*.example.com`.
  case subdomains(of: String)
  /// One host by its name: `api.example.com`.
  case name(String)
  /// One host by its address: `192.0.2.7` or `[2001:db8::7]`.
  case address(IPAddress)

  /// Creates a host from its written form, or nothing when the text has another form.
  public init?(_ text: String) {
    guard let host = try? NetworkHost(parsing: text) else { return nil }
    self = host
  }

  /// Reads a host.
  init(parsing text: String) throws(EntitlementProblem) {
    if text == "*" {
      self = .any
    } else if text.hasPrefix("*.") {
      self = .subdomains(of: try Self.name(String(text.dropFirst(2))))
    } else if text.hasPrefix("["), text.hasSuffix("]") {
      self = .address(try Self.address(String(text.dropFirst().dropLast())))
    } else if let address = IPAddress(text) {
      guard !address.isVersion6 else {
        throw EntitlementProblem(
          "the address lacks its brackets",
          advice: "write '[\(address)]'"
        )
      }
      self = .address(address)
    } else {
      self = .name(try Self.name(text))
    }
  }

  /// Reads an address of version 6, which has one text form.
  private static func address(_ text: String) throws(EntitlementProblem) -> IPAddress {
    guard let address = IPAddress(text), address.isVersion6 else {
      throw EntitlementProblem(
        "'[\(Printable.text(text))]' is no address",
        advice: "write an address such as '[2001:db8::7]', without a zone"
      )
    }
    guard address.description == text else {
      throw EntitlementProblem(
        "the address is not in its short form",
        advice: "write '[\(address)]'"
      )
    }
    if let inner = address.embeddedVersion4 {
      throw EntitlementProblem("the address is one of version 4", advice: "write '\(inner)'")
    }
    return address
  }

  /// Reads a name.
  private static func name(_ text: String) throws(EntitlementProblem) -> String {
    let labels = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard text.utf8.count <= 253, labels.allSatisfy({ isLabel($0) }) else {
      throw EntitlementProblem(
        "'\(Printable.text(text))' is no name of a host",
        advice: "write a name such as 'api.example.com', '*.example.com' for those under it, "
          + "or '*' for every host"
      )
    }
    let lower = text.lowercased()
    guard lower == text else {
      throw EntitlementProblem("the host is not in lower case", advice: "write '\(lower)'")
    }
    // Resolvers take 127.1, 0x7f000001 and 2130706433 for addresses: no name ends in a number.
    let last = labels.last.map(Array.init) ?? []
    guard !last.allSatisfy(isDigit), !last.starts(with: "0x".utf8) else {
      throw EntitlementProblem(
        "'\(Printable.text(text))' is neither a name nor an address",
        advice: "write an address as four numbers, such as '192.0.2.7'"
      )
    }
    return text
  }

  /// Whether bytes are one part of a name.
  private static func isLabel(_ label: Substring.UTF8View.SubSequence) -> Bool {
    (1...63).contains(label.count) && label.first != UInt8(ascii: "-")
      && label.last != UInt8(ascii: "-")
      && label.allSatisfy { byte in
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) || isDigit(byte)
          || byte == UInt8(ascii: "-")
      }
  }

  /// Whether a byte is a digit.
  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  /// The host as it is written.
  public var description: String {
    switch self {
    case .any: "*"
    case .subdomains(let name): "*.\(name)"
    case .name(let name): name
    case .address(let address): address.isVersion6 ? "[\(address)]" : address.description
    }
  }
}
