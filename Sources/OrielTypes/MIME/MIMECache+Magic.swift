extension MIMECache {
  /// How much work a look at contents may do, counted in bytes that are compared.
  struct Budget {
    /// What is left.
    private(set) var left = 8 << 20

    /// Takes some work out; false when there is none left.
    mutating func spend(_ amount: Int) -> Bool {
      left &-= amount
      return left > 0
    }
  }

  /// A rule about contents that fits.
  struct ContentMatch: Hashable, Sendable {
    /// The type.
    let type: MIMEType
    /// How much the rule counts; rules about names have 50 as a rule.
    let priority: Int
  }

  /// The deepest nesting of conditions.
  private static let greatestDepth = 16
  /// The most conditions beside each other.
  private static let greatestConditionCount = 4096
  /// The value that takes all rules of a type in less important files away.
  private static let deletion = Array("__NOMAGIC__".utf8)

  /// The types whose rules about contents in less important files do not count.
  var typesWithoutOtherMagic: [MIMEType] {
    (0..<min(magic.count, Self.greatestScan)).compactMap { index in
      let place = magic.entry(index)
      guard let condition = number(at: place &+ 12), number(at: condition &+ 12) == 11,
        let value = number(at: condition &+ 16),
        text(at: value)?.elementsEqual(Self.deletion) == true
      else { return nil }
      return type(referredToAt: place &+ 4)
    }
  }

  /// The first rule that fits: rules lie in the order of their priority.
  ///
  /// - Parameters:
  ///   - data: The beginning of a file.
  ///   - ignored: Types whose rules do not count.
  ///   - budget: How much work may be done; without any left nothing fits.
  /// - Returns: The type of the rule, and its priority.
  func contentMatch(
    _ data: Span<UInt8>,
    ignoring ignored: Set<MIMEType>,
    _ budget: inout Budget
  ) -> ContentMatch? {
    let bytes = self.bytes.span
    for index in 0..<min(magic.count, Self.greatestScan) {
      let place = magic.entry(index)
      guard let priority = number(at: place), let count = number(at: place &+ 8),
        let first = number(at: place &+ 12)
      else { return nil }
      guard anyCondition(first, count, bytes, data, depth: 0, &budget),
        let type = type(referredToAt: place &+ 4), !ignored.contains(type)
      else {
        guard budget.left > 0 else { return nil }
        continue
      }
      return ContentMatch(type: type, priority: priority)
    }
    return nil
  }

  /// Whether one of some conditions holds, together with one of those below it.
  private func anyCondition(
    _ first: Int,
    _ count: Int,
    _ bytes: Span<UInt8>,
    _ data: Span<UInt8>,
    depth: Int,
    _ budget: inout Budget
  ) -> Bool {
    guard depth < Self.greatestDepth else { return false }
    for index in 0..<min(count, Self.greatestConditionCount) {
      let place = first &+ index &* 32
      guard budget.spend(8), place >= 0, place <= bytes.count &- 32 else { return false }
      guard condition(place, bytes, data, &budget) else { continue }
      guard let children = number(at: place &+ 24), let child = number(at: place &+ 28) else {
        return false
      }
      if children == 0 || anyCondition(child, children, bytes, data, depth: depth + 1, &budget) {
        return true
      }
    }
    return false
  }

  /// Whether the value of a condition lies where it has to.
  private func condition(
    _ place: Int,
    _ bytes: Span<UInt8>,
    _ data: Span<UInt8>,
    _ budget: inout Budget
  ) -> Bool {
    guard let start = number(at: place), let range = number(at: place &+ 4),
      let wordSize = number(at: place &+ 8), let length = number(at: place &+ 12),
      let value = number(at: place &+ 16), let mask = number(at: place &+ 20),
      length > 0, length <= data.count, start <= data.count &- length,
      value <= bytes.count &- length, mask == 0 || mask <= bytes.count &- length
    else { return false }
    // Groups of bytes are in the order of the machine that wrote the file being looked at.
    let flip = wordSize == 2 || wordSize == 4 ? wordSize &- 1 : 0
    guard length & flip == 0 else { return false }
    let last = min(start &+ range &- 1, data.count &- length)
    var from = start
    while from <= last {
      var index = 0
      while index < length {
        let own = Self.isLittleEndian ? index ^ flip : index
        let difference = data[from &+ index] ^ bytes[value &+ own]
        guard difference & (mask == 0 ? 0xFF : bytes[mask &+ own]) == 0 else { break }
        index &+= 1
      }
      if index == length { return true }
      guard budget.spend(index &+ 1) else { return false }
      from &+= 1
    }
    return false
  }

  /// Whether this machine has the low byte of a number first.
  private static let isLittleEndian = UInt16(littleEndian: 1) == 1
}
