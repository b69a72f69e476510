/// The number by which bundles with one identifier are found; others may have it as well.
package enum IdentifierKey {
  /// The number of an identifier, by the function FNV-1a.
  package static func of(_ identifier: String) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in identifier.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    return hash
  }
}
