import Testing

@testable import OrielManifest

/// The hash of bundles against another implementation, that of Python's hashlib.
@Suite("Content hashes")
struct ContentHashTests {
  /// Lengths around the borders of blocks and of the padding, and the hash of as many bytes.
  private static let known: [(count: Int, hash: String)] = [
    (0, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    (1, "4bf5122f344554c53bde2ebb8cd2b7e3d1600ad631c385a5d7cce23c7785459a"),
    (55, "81afe5b788dc2ce138ff83d9b20164db75a94d75d2b2432eea4a0ef605088c72"),
    (56, "2aba54f0ac632420a2b502431408866e40e1d5e430df4cd822642c78ab2eb9c1"),
    (63, "733d3d4ee79ee67145bf73da13588f6f235d37414fc64b14a2f00f1762792f5e"),
    (64, "79322907b3e9d013d7dc2c2f256674dbf733045cde01df3539271c6f5605feb8"),
    (65, "d85c007c6eb440f085afa2b84f6f2bce4658b240e9f62cb1364bf0485a57e720"),
    (119, "6c87eedf096b345de205b702e5223b73b447a3207791ded3ea007ba15ed6736e"),
    (120, "42500cf6a1e3936d6b9e0bcfe296d654b63255e525487d3634d0b15fde591c4d"),
    (128, "489d55fea9a73af36b6dd0be7b4117d8e5683386d39544e8a44c99a87f368707"),
    (1000, "6b0df76627243d095b0c4400cb658b7e804dd03461cc03aee8fc8fe0bcada168"),
    (20112, "09fa21aa8810235652a18959cdd192de1045dc8b7a8d55e008abad5c453937db"),
    (100000, "7591069642d2e63f5e1589cef92226875b8a3fec16eb4bef7cf030c78ed51fdc"),
  ]

  @Test("The hash is SHA-256, in whatever pieces the bytes come")
  func knownHashes() {
    for (count, hash) in Self.known {
      let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 * 7 + count) }
      for size in [max(count, 1), 1, 63, 65, 999] {
        var hasher = ContentHasher()
        for start in stride(from: 0, to: count, by: size) {
          hasher.add(bytes[start..<min(start + size, count)])
        }
        #expect(hasher.finish().description == hash, "\(count) bytes by \(size)")
      }
    }
  }
}
