/// An address of the Internet Protocol, version 4 or 6.
public struct IPAddress: Sendable, Hashable, CustomStringConvertible {
  /// The bytes in network order: 4 or 16.
  public let bytes: [UInt8]

  /// Creates an address from its bytes, or nothing when there are neither 4 nor 16.
  public init?(bytes: [UInt8]) {
    guard bytes.count == 4 || bytes.count == 16 else { return nil }
    self.bytes = bytes
  }

  /// Reads an address, which has no zone and no brackets.
  ///
  /// Version 4 is four decimal numbers without leading zeros, version 6 eight groups with colons,
  /// of which zeros may be left out once.
  public init?(_ text: String) {
    let bytes = text.utf8.contains(UInt8(ascii: ":")) ? Self.version6(text) : Self.version4(text)
    guard let bytes else { return nil }
    self.bytes = bytes
  }

  /// Whether the address has version 6.
  public var isVersion6: Bool { bytes.count == 16 }

  /// The address of version 4 that one of version 6 stands for (`::ffff:a.b.c.d`).
  public var embeddedVersion4: IPAddress? {
    guard isVersion6, bytes[..<12].elementsEqual([UInt8](repeating: 0, count: 10) + [255, 255])
    else { return nil }
    return IPAddress(bytes: Array(bytes[12...]))
  }

  /// The bytes of four numbers with dots.
  private static func version4(_ text: String) -> [UInt8]? {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    let bytes = parts.compactMap { part in
      // A leading zero makes a number octal for some readers.
      UInt8(part).flatMap { String($0) == part ? $0 : nil }
    }
    return parts.count == 4 && bytes.count == 4 ? bytes : nil
  }

  /// The bytes of groups with colons.
  private static func version6(_ text: String) -> [UInt8]? {
    let halves = text.split(separator: "::", omittingEmptySubsequences: false)
    guard (1...2).contains(halves.count) else { return nil }
    let groups = halves.map { half in
      half.isEmpty ? [] : half.split(separator: ":", omittingEmptySubsequences: false)
    }
    let count = groups.reduce(0) { $0 + $1.count }
    guard halves.count == 1 ? count == 8 : count < 8 else { return nil }
    var bytes: [UInt8] = []
    for (index, half) in groups.enumerated() {
      if index == 1 { bytes += [UInt8](repeating: 0, count: 2 * (8 - count)) }
      for group in half {
        guard (1...4).contains(group.utf8.count),
          // The number's own reader takes signs.
          group.allSatisfy(\.isHexDigit),
          let number = UInt16(group, radix: 16)
        else { return nil }
        bytes += [UInt8(number >> 8), UInt8(truncatingIfNeeded: number)]
      }
    }
    return bytes
  }

  /// The text form: as RFC 5952 has it for version 6, in groups only.
  public var description: String {
    guard isVersion6 else { return bytes.map { String($0) }.joined(separator: ".") }
    let groups = stride(from: 0, to: 16, by: 2).map {
      UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1])
    }
    var longest = 0..<0
    var start = 0
    while start < 8 {
      var end = start
      while end < 8, groups[end] == 0 { end += 1 }
      // A single zero is written; of equal runs the first one is left out.
      if end - start > max(longest.count, 1) { longest = start..<end }
      start = max(end, start + 1)
    }
    func text(_ range: Range<Int>) -> String {
      groups[range].map { String($0, radix: 16) }.joined(separator: ":")
    }
    guard !longest.isEmpty else { return text(0..<8) }
    return "\(text(0..<longest.lowerBound))::\(text(longest.upperBound..<8))"
  }
}
