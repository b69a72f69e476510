internal import OrielManifest

/// A URL in the one form that the host passes on, so that everybody who reads it reads the same.
///
/// Strict where readers differ: RFC 3986 is the grammar, and what it leaves open is refused.
struct CheckedURL: Hashable, Sendable {
  /// Why a text is not passed on.
  enum Problem: Error, Hashable, Sendable {
    /// It is written in a way that is not taken.
    case malformed(String)
    /// It is never opened, whatever is granted.
    case forbidden(String)
  }

  /// The URL.
  let text: String
  /// Its scheme.
  let scheme: URLScheme
  /// Its host in lower case, where there is an authority.
  let host: String?

  /// Checks a text of an extension.
  init(_ text: String) throws(Problem) {
    let bytes = Array(text.utf8)
    guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")) else {
      throw .malformed("it has no scheme")
    }
    let name = String(decoding: bytes[..<colon], as: UTF8.self).lowercased()
    guard !URLScheme.forbidden.contains(name), !Self.own.contains(name) else {
      throw .forbidden("links with the scheme '\(name)' are never opened for an extension")
    }
    guard let scheme = URLScheme(name) else { throw .malformed("it has no scheme") }
    try Self.checkCharacters(bytes)
    let rest = bytes[(colon + 1)...]
    let marks: [UInt8] = [UInt8(ascii: "?"), UInt8(ascii: "#")]
    let hierarchy = rest[..<(rest.firstIndex { marks.contains($0) } ?? rest.endIndex)]
    try Self.checkEscapes(in: hierarchy, isPath: true)
    try Self.checkEscapes(in: rest[hierarchy.endIndex...], isPath: false)
    var path = hierarchy
    var host: String?
    if hierarchy.starts(with: "//".utf8) {
      let authority = hierarchy.dropFirst(2).prefix { $0 != UInt8(ascii: "/") }
      host = try Self.host(of: authority)
      path = hierarchy[authority.endIndex...]
    }
    if Self.needsHost.contains(name), host?.isEmpty ?? true {
      throw .malformed("a link with the scheme '\(name)' needs a host")
    }
    try Self.checkPath(path, hasHost: host?.isEmpty == false)
    self.text = text
    self.scheme = scheme
    self.host = host
  }

  /// Schemes that would lead from one extension to another.
  private static let own: Set<String> = ["oriel", "oriel-extension", "app-extension"]
  /// Schemes whose links lead to a host.
  private static let needsHost: Set<String> = ["http", "https", "ws", "wss", "ftp", "ftps"]

  /// Lets through what RFC 3986 names, and nothing else of ASCII.
  private static func checkCharacters(_ bytes: [UInt8]) throws(Problem) {
    for (place, byte) in bytes.enumerated() {
      switch byte {
      case 0..<0x20, 0x7F: throw .malformed("it holds a control character")
      case 0x80...: throw .malformed("it holds a character outside ASCII; percent-encode it")
      case UInt8(ascii: " "): throw .malformed("it holds a space; percent-encode it")
      case UInt8(ascii: "\\"): throw .malformed("it holds a backslash")
      case UInt8(ascii: "\""), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "^"),
        UInt8(ascii: "`"), UInt8(ascii: "{"), UInt8(ascii: "|"), UInt8(ascii: "}"):
        let character = Character(Unicode.Scalar(byte))
        throw .malformed("it holds '\(character)'; percent-encode it")
      case UInt8(ascii: "%"):
        guard value(bytes.dropFirst(place + 1).prefix(2)) != nil else {
          throw .malformed("it holds a '%' without two hexadecimal digits")
        }
      default: continue
      }
    }
  }

  /// The byte that two hexadecimal digits stand for.
  private static func value(_ digits: ArraySlice<UInt8>) -> UInt8? {
    guard digits.count == 2, !digits.contains(UInt8(ascii: "+")) else { return nil }
    return UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
  }

  /// Refuses encoded characters that some reader would decode and then act on.
  private static func checkEscapes(
    in part: ArraySlice<UInt8>,
    isPath: Bool
  ) throws(Problem) {
    for place in part.indices where part[place] == UInt8(ascii: "%") {
      let decoded = value(part[(place + 1)...].prefix(2)) ?? 0
      switch decoded {
      // Lines of the body of a mail, for example.
      case 0x09, 0x0A, 0x0D: if isPath { throw .malformed("it holds an encoded line break") }
      case 0..<0x20, 0x7F: throw .malformed("it holds an encoded control character")
      case UInt8(ascii: "\\"): if isPath { throw .malformed("it holds an encoded backslash") }
      default: continue
      }
    }
  }

  /// The host of an authority without credentials.
  private static func host(of authority: ArraySlice<UInt8>) throws(Problem) -> String {
    guard !authority.contains(UInt8(ascii: "@")) else {
      throw .malformed("it holds credentials, or a host that looks like another one")
    }
    guard !authority.contains(UInt8(ascii: "%")) else {
      throw .malformed("its host is percent-encoded; write its ASCII form")
    }
    let text = String(decoding: authority, as: UTF8.self).lowercased()
    guard !text.isEmpty else { return "" }
    // The last colon behind the brackets of an address begins the port.
    let end = text.lastIndex(of: "]") ?? text.startIndex
    var name = text
    if let colon = text[end...].lastIndex(of: ":") {
      name = String(text[..<colon])
      let port = text[text.index(after: colon)...]
      guard let number = UInt16(port), number > 0, String(number) == port else {
        throw .malformed("it has no valid port")
      }
    }
    guard ConnectionTarget(host: name, port: 1) != nil else {
      throw .malformed("its host is neither a name nor an address")
    }
    return name
  }

  /// Refuses paths that mean another path.
  private static func checkPath(
    _ path: ArraySlice<UInt8>,
    hasHost: Bool
  ) throws(Problem) {
    guard hasHost || !path.starts(with: "//".utf8) else {
      throw .malformed("its path begins like a host")
    }
    for part in path.split(separator: UInt8(ascii: "/")) {
      let plain = String(decoding: part, as: UTF8.self).lowercased().replacing("%2e", with: ".")
      guard plain != ".", plain != ".." else {
        throw .malformed("its path holds '\(plain)', which leads somewhere else")
      }
    }
  }
}
