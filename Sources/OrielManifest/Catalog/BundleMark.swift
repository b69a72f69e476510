/// What tells whether a bundle is as it was in an earlier search: two with one mark give one entry.
///
/// It is made from the short hash of all that an entry is made from and from the hash of the content.
package struct BundleMark: Sendable, Hashable {
  /// The short hash of what the entry is made from.
  private let details: (UInt64, UInt64)
  /// The first half of the hash of the content; zero when there is none.
  private let content: (UInt64, UInt64)
  /// Who named the place in which the bundle was found.
  private let origin: SearchPath.Location.Origin

  /// Gathers the parts, which lie in bytes; a part that is not there counts as zero.
  ///
  /// - Parameters:
  ///   - details: Where the short hash begins in the bytes.
  ///   - content: Where the hash of the content begins.
  ///   - bytes: The bytes.
  ///   - origin: Who named the place in which the bundle was found.
  init(
    details: Int,
    content: Int?,
    in bytes: [UInt8],
    origin: SearchPath.Location.Origin
  ) {
    self.details = Self.words(at: details, in: bytes)
    self.content = content.map { Self.words(at: $0, in: bytes) } ?? (0, 0)
    self.origin = origin
  }

  /// The mark of a bundle of which nothing can be read, within this process.
  init(_ failed: CatalogEntry, origin: SearchPath.Location.Origin) {
    details = (UInt64(bitPattern: Int64(failed.hashValue)), 0)
    content = (0, 0)
    self.origin = origin
  }

  /// 16 bytes as two numbers; zero when there are fewer.
  private static func words(at offset: Int, in bytes: [UInt8]) -> (UInt64, UInt64) {
    guard offset >= 0, bytes.count >= 16, offset <= bytes.count - 16 else { return (0, 0) }
    var words: (UInt64, UInt64) = (0, 0)
    for place in 0..<8 {
      words.0 |= UInt64(bytes[offset &+ place]) << UInt64(8 &* place)
      words.1 |= UInt64(bytes[offset &+ 8 &+ place]) << UInt64(8 &* place)
    }
    return words
  }

  /// Whether two marks are the same.
  package static func == (left: BundleMark, right: BundleMark) -> Bool {
    left.details == right.details && left.content == right.content && left.origin == right.origin
  }

  /// Feeds a part of the hashes, which is as good as all, into another one.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(details.0 ^ content.0)
  }
}
