import Testing

@testable import OrielManifest

/// The hash of bundles against another implementation: BLAKE2bp is put together from the tree mode of
/// Python's hashlib there.
@Suite("Content hashes")
struct ContentHashTests {
  /// Lengths around all borders of blocks and of what is kept back, and the hash of as many bytes.
  private static let known: [(count: Int, hash: String)] = [
    (0, "b5ef811a8038f70b628fa8b294daae7492b1ebe343a80eaabbf1f6ae664dd67b"),
    (1, "8290118673f5299b6a5c17f820943c0c5af29fafd48c69e8c7ff9afa09192ba4"),
    (127, "e9fbe76d3f32e58035c5e8979182bf876897df494b504ac3d4f9f2838e591f69"),
    (128, "d77ffd38c192ef2533dc248069107e3be34e7c4dae462b78932f7933216342c8"),
    (129, "97c223a7bed84df71267a74fb824f8caf7231c7f3878a224437e19272ad8e3d8"),
    (384, "b414e2014b56c986526d3ac71f2024565abbc48c6470c5ea805a34461a03602c"),
    (385, "4491c805c82775da5720885e23add191e11e3c0ae0184b5ad7ad6a0a164ac374"),
    (512, "093784abac0e8bdea87aa8792a95a2d7026c533a4c0c9525df8568299a886b0a"),
    (513, "9b7407cc43c2bd2ee595de234c69b9efaed2601c66d3df9deeef8f1eecaaddca"),
    (895, "95f6f8383d1a2c4b34cc0da5da858aaf71faa754dea0a0160b40fd0c096d23cd"),
    (896, "18a96381b5cd1fe3bf4ac5390aa0016c1a0bd6e4eec824ca5df53a7d004eea69"),
    (897, "49a022844f05f97e158678c7f2ce3c97099af6e398d5275e1e9014b9f82d16d6"),
    (1024, "07413459468c00bad0cf991b0ae55b6890cac6fb082fa63733fc137a93676ace"),
    (1025, "58ad4dbc15bd77e7331785ea86663a506aeff6d70d3ea1217a9072ae19bc8f6f"),
    (1408, "7bfbc2724fd64ef0e626480951ab367f844b597602f6288aeb4090616c99d579"),
    (1409, "213305e6c8499feaf9d67478b7438d53b0cab2b8f01268ea5c57f0203209406c"),
    (20112, "3fdf58c8af8b4e67397f17a9ee243edbb55bd7b6ca3d0a5e106d7c00fe61b4f7"),
    (100000, "977ba58f8868366c30420504af71d7a92b5e9ca8ffdf58032e5ddc0bc5f244af"),
  ]

  @Test("The hash is BLAKE2bp, in whatever pieces the bytes come")
  func knownHashes() {
    for (count, hash) in Self.known {
      let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 * 7 + count) }
      for size in [max(count, 1), 1, 130, 513, 999] {
        var hasher = ContentHasher()
        for start in stride(from: 0, to: count, by: size) {
          hasher.add(bytes[start..<min(start + size, count)])
        }
        #expect(hasher.finish().description == hash, "\(count) bytes by \(size)")
      }
    }
  }
}
