import Testing

@testable import OrielHost

/// The bounds of what is installed, each at its edge.
@Suite struct BundleCountTests {
  @Test func `Entries are counted up to the bound`() throws {
    var count = BundleCount(BundleBounds(entries: 3))
    for _ in 0..<3 { try count.addEntry(isFile: true) }
    #expect(throws: BundleCount.Excess.entries) { try count.addEntry(isFile: false) }
    #expect(count.files == 3)
  }

  @Test func `Bytes are counted up to the bound, whatever the archive was`() throws {
    var count = BundleCount(BundleBounds(bytes: 1000), archiveSize: .max)
    try count.add(600)
    try count.add(400)
    #expect(throws: BundleCount.Excess.bytes) { try count.add(1) }
    #expect(count.bytes == 1000)
    #expect(throws: BundleCount.Excess.bytes) { try count.add(.max) }
  }

  @Test func `The ratio counts beyond the bytes that are free`() throws {
    let bounds = BundleBounds(bytes: .max, ratio: 10, freeBytes: 500)
    var small = BundleCount(bounds, archiveSize: 1)
    try small.add(500)
    #expect(throws: BundleCount.Excess.ratio) { try small.add(1) }
    var large = BundleCount(bounds, archiveSize: 100)
    try large.add(1009)
    #expect(throws: BundleCount.Excess.ratio) { try large.add(1) }
    var folder = BundleCount(bounds)
    try folder.add(1 << 40)
  }

  @Test func `What fits a content hash can be installed`() {
    #expect(BundleBounds.usual.entries == 4096)
    #expect(BundleBounds.usual.bytes == 256 << 20)
  }
}
