internal import CBLAKE2
internal import CSodium

/// The hash of everything in a bundle: the first 256 bits of its BLAKE2bp.
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
  /// What is kept between pieces, in aligned memory.
  private let state: UnsafeMutableRawPointer

  /// Begins a hash.
  package init() {
    // The state wants a boundary of 64 bytes; it is freed with the hasher.
    unsafe state = .allocate(byteCount: Int(ORIEL_BLAKE2BP_STATE_LENGTH), alignment: 64)
    // It was allocated with the size that it needs.
    unsafe oriel_blake2bp_begin(state)
  }

  deinit {
    // It was allocated above, and nobody else has it.
    unsafe state.deallocate()
  }

  /// Adds bytes.
  package mutating func add(_ bytes: ArraySlice<UInt8>) {
    // The bytes outlive the call, and their own count is passed.
    unsafe bytes.withUnsafeBufferPointer { buffer in
      guard let start = buffer.baseAddress else { return }
      unsafe oriel_blake2bp_add(state, start, buffer.count)
    }
  }

  /// Adds a number.
  package mutating func add(_ number: UInt64) {
    let number = number.littleEndian
    // The bytes of the number outlive the call, and their own count is passed.
    unsafe withUnsafeBytes(of: number) { bytes in
      let bytes = unsafe bytes.assumingMemoryBound(to: UInt8.self)
      guard let start = bytes.baseAddress else { return }
      unsafe oriel_blake2bp_add(state, start, bytes.count)
    }
  }

  /// Ends the hash.
  package consuming func finish() -> ContentHash {
    var bytes = [UInt8](repeating: 0, count: Int(ORIEL_BLAKE2BP_LENGTH))
    // The buffer has the size that is promised, and both outlive the call.
    unsafe oriel_blake2bp_end(state, &bytes)
    return ContentHash(complete: Array(bytes.prefix(ContentHash.length)))
  }

  /// Has libsodium choose the fastest code for this processor, once; it would take plain C without.
  private static let isReady = sodium_init() >= 0

  /// A short hash of bytes, by which damage is noticed.
  package static func checksum(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    _ = isReady
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
