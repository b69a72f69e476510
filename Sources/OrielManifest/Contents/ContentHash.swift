internal import CSodium

/// The hash of everything in a bundle: BLAKE2b with 256 bits.
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
@safe package struct ContentHasher: ~Copyable {
  /// What libsodium keeps between pieces, in memory that it has aligned.
  private let state: UnsafeMutableRawPointer

  /// Has libsodium choose the fastest code for this processor, once; it would take plain C without.
  private static let isReady = sodium_init() >= 0

  /// Begins a hash.
  package init() {
    _ = Self.isReady
    // libsodium wants its state on a boundary of 64 bytes; it is freed with the hasher.
    unsafe state = .allocate(byteCount: crypto_generichash_statebytes(), alignment: 64)
    // A hash without a key reads no key; the state was allocated with the size that it needs.
    _ = unsafe crypto_generichash_init(OpaquePointer(state), nil, 0, ContentHash.length)
  }

  deinit {
    // It was allocated above, and nobody else has it.
    unsafe state.deallocate()
  }

  /// Adds bytes.
  package mutating func add(_ bytes: ArraySlice<UInt8>) {
    // The bytes outlive the call, and their own count is passed.
    unsafe bytes.withUnsafeBufferPointer { buffer in
      _ = unsafe crypto_generichash_update(
        OpaquePointer(state),
        buffer.baseAddress,
        UInt64(buffer.count)
      )
    }
  }

  /// Adds a number.
  package mutating func add(_ number: UInt64) {
    let number = number.littleEndian
    // The bytes of the number outlive the call, and their own count is passed.
    unsafe withUnsafeBytes(of: number) { bytes in
      _ = unsafe crypto_generichash_update(
        OpaquePointer(state),
        bytes.baseAddress?.assumingMemoryBound(to: UInt8.self),
        UInt64(bytes.count)
      )
    }
  }

  /// Ends the hash.
  package consuming func finish() -> ContentHash {
    var bytes = [UInt8](repeating: 0, count: ContentHash.length)
    // The buffer has the size that is passed, and both outlive the call.
    _ = unsafe crypto_generichash_final(OpaquePointer(state), &bytes, bytes.count)
    return ContentHash(complete: bytes)
  }

  /// A short hash of bytes, by which damage is noticed.
  package static func checksum(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    var result = [UInt8](repeating: 0, count: checksumLength)
    unsafe bytes.withUnsafeBufferPointer { buffer in
      // Both buffers outlive the call, which reads no key, and their own counts are passed.
      _ = unsafe crypto_generichash(
        &result,
        result.count,
        buffer.baseAddress,
        UInt64(buffer.count),
        nil,
        0
      )
    }
    return result
  }

  /// The bytes of a short hash.
  package static let checksumLength = 16
}
