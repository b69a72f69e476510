import Glibc
import OrielManifest

@testable import OrielHost

/// What an instance asks its host for, and the entitlements that decide about it.
///
/// The first byte chooses what the rest, a text, is read as.
enum Services {
  /// Reads a text; accepted is one that means something.
  static func run(_ bytes: [UInt8]) throws(Finding) -> Bool {
    guard let kind = bytes.first else { return false }
    let text = String(decoding: bytes.dropFirst().prefix(4096), as: UTF8.self)
    switch kind % 4 {
    case 0: return try checkURL(text)
    case 1: return try checkTarget(text)
    case 2: return try checkAddress(text)
    default: return try checkEntitlement(text)
    }
  }

  /// Checks a URL: what passes is printable, and a checked one passes again unchanged.
  private static func checkURL(_ text: String) throws(Finding) -> Bool {
    guard let url = try? CheckedURL(text) else { return false }
    try Finding.unless(
      url.text == text && url.text.utf8.allSatisfy { (0x21...0x7E).contains($0) },
      "a URL holds other characters: \(text.debugDescription)"
    )
    try Finding.unless(
      url.host.map { $0 == $0.lowercased() } ?? true,
      "a host is not in lower case: \(text)"
    )
    let scheme = text.prefix { $0 != ":" }.lowercased()
    try Finding.unless(
      !["file", "javascript", "data", "oriel"].contains(scheme),
      "a forbidden scheme passes: \(text)"
    )
    return true
  }

  /// Checks a host: what passes for a name is no address for the C library in any of its forms.
  private static func checkTarget(_ text: String) throws(Finding) -> Bool {
    guard let target = ConnectionTarget(host: text, port: 443) else { return false }
    try Finding.unless(
      target.permission(by: []) == nil,
      "nothing was granted and \(text) is allowed"
    )
    guard case .name = target.host else { return true }
    let name = "\(target.host)"
    var address = in_addr()
    // The structure and the C string that the compiler makes outlive the call.
    let isAddress = unsafe inet_aton(name, &address) != 0 || inet_aton(text, &address) != 0
    try Finding.unless(!isAddress, "a name is an address: \(text)")
    try Finding.unlessPrintable(name)
    return true
  }

  /// Checks an address: what is one is the same one for the C library.
  private static func checkAddress(_ text: String) throws(Finding) -> Bool {
    guard let address = IPAddress(text) else { return false }
    var bytes = [UInt8](repeating: 0, count: 16)
    let family = address.isVersion6 ? AF_INET6 : AF_INET
    // The buffer has room for the longer of both kinds and outlives the call.
    let isRead = unsafe bytes.withUnsafeMutableBytes {
      unsafe inet_pton(family, text, $0.baseAddress) == 1
    }
    try Finding.unless(
      isRead && address.bytes == Array(bytes.prefix(address.bytes.count)),
      "\(text) is \(address.bytes) here and \(bytes) for the C library"
    )
    try Finding.unless(IPAddress(address.description) == address, "\(address) is another")
    return true
  }

  /// Checks an entitlement: its text means the same again.
  private static func checkEntitlement(_ text: String) throws(Finding) -> Bool {
    let entitlement: Entitlement
    do throws(EntitlementError) {
      entitlement = try Entitlement(text)
    } catch {
      try Finding.unlessPrintable(error.description)
      return false
    }
    let again = try? Entitlement("\(entitlement)")
    try Finding.unless(again == entitlement, "\(text) is \(entitlement), which is another")
    try Finding.unlessPrintable("\(entitlement)")
    return true
  }
}
