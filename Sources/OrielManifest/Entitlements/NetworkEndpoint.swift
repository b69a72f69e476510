internal import OrielText

/// Where an extension may connect to: hosts and ports, as `api.example.com:443`.
public struct NetworkEndpoint: Sendable, Hashable, CustomStringConvertible {
  /// The ports of an endpoint.
  public enum Port: Sendable, Hashable, CustomStringConvertible {
    /// Every port: `*`.
    case any
    /// One port.
    case number(UInt16)

    /// The port as it is written.
    public var description: String {
      switch self {
      case .any: "*"
      case .number(let number): String(number)
      }
    }
  }

  /// The hosts.
  public let host: NetworkHost
  /// The ports.
  public let port: Port

  /// Gathers the parts.
  public init(host: NetworkHost, port: Port) {
    self.host = host
    self.port = port
  }

  /// Reads `HOST:PORT`.
  init(parsing text: String) throws(EntitlementProblem) {
    guard let colon = text.lastIndex(of: ":") else {
      throw EntitlementProblem(
        "the port is missing",
        advice: "write HOST:PORT, such as 'api.example.com:443'"
      )
    }
    host = try NetworkHost(parsing: String(text[..<colon]))
    port = try Self.port(String(text[text.index(after: colon)...]))
  }

  /// Reads a port.
  private static func port(_ text: String) throws(EntitlementProblem) -> Port {
    if text == "*" { return .any }
    // A sign or leading zeros would be a second way to write a port.
    guard let number = UInt16(text), number > 0, String(number) == text else {
      throw EntitlementProblem(
        "'\(Printable.text(text))' is no port",
        advice: "write a number from 1 to 65535, or '*' for every port"
      )
    }
    return .number(number)
  }

  /// The endpoint as it is written.
  public var description: String { "\(host):\(port)" }
}
