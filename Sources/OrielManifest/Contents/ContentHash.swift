internal import CNettle

/// The hash of everything in a bundle: SHA-256.
///
/// Two bundles with one hash hold the same files under the same names.
public struct ContentHash: Sendable, Hashable, CustomStringConvertible {
  /// The number of bytes.
  public static let length: Int = 32

  /// The bytes.
  package let bytes: [UInt8]

  /// Wraps the bytes of a hash; nil when there are more or fewer than a hash has.
  package init?(bytes: [UInt8]) {
    guard bytes.count == Self.length else { return nil }
    self.bytes = bytes
  }

  /// Wraps the bytes of a hash that was just worked out.
  fileprivate init(complete bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// Reads a hash from its hexadecimal digits.
  public init?(_ text: String) {
    let digits = text.compactMap(\.hexDigitValue)
    guard digits.count == text.utf8.count, digits.count == 2 * Self.length else { return nil }
    bytes = stride(from: 0, to: digits.count, by: 2).map { index in
      UInt8(truncatingIfNeeded: digits[index] << 4 | digits[index + 1])
    }
  }

  /// The hexadecimal digits.
  public var description: String {
    let digits = Array("0123456789abcdef")
    return String(bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
  }
}

/// Works out a hash piece by piece.
package struct ContentHasher: ~Copyable {
  /// What Nettle keeps between pieces.
  private var state = sha256_ctx()

  /// Begins a hash.
  package init() {
    // The state is this object's own.
    unsafe nettle_sha256_init(&state)
  }

  /// Adds bytes.
  package mutating func add(_ bytes: ArraySlice<UInt8>) {
    // The bytes outlive the call, and their own count is passed.
    unsafe bytes.withUnsafeBufferPointer { buffer in
      unsafe nettle_sha256_update(&state, buffer.count, buffer.baseAddress)
    }
  }

  /// Adds a number.
  package mutating func add(_ number: UInt64) {
    let number = number.littleEndian
    // The bytes of the number outlive the call, and their own count is passed.
    unsafe withUnsafeBytes(of: number) { bytes in
      let bytes = unsafe bytes.assumingMemoryBound(to: UInt8.self)
      unsafe nettle_sha256_update(&state, bytes.count, bytes.baseAddress)
    }
  }

  /// Ends the hash.
  package consuming func finish() -> ContentHash {
    ContentHash(complete: digest(length: ContentHash.length))
  }

  /// The first bytes of the hash.
  private mutating func digest(length: Int) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: length)
    // The count of the bytes is passed, and they outlive the call.
    unsafe nettle_sha256_digest(&state, bytes.count, &bytes)
    return bytes
  }

  /// A short hash of bytes, by which damage is noticed.
  package static func checksum(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    var hasher = ContentHasher()
    hasher.add(bytes)
    return hasher.digest(length: checksumLength)
  }

  /// The bytes of a short hash.
  package static let checksumLength = 16
}
