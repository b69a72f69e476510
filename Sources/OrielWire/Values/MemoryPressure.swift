/// How near an instance is to its bound of memory.
package enum MemoryPressure: UInt32, CaseIterable, Sendable, Comparable {
  /// Much is used; caches should go.
  case warning = 1
  /// Nearly all is used; what does not give memory back now ends soon.
  case critical = 2

  /// The share of the bound from which on the level holds, in percent.
  package var share: UInt64 {
    switch self {
    case .warning: 80
    case .critical: 95
    }
  }

  /// The bytes from which on the level holds.
  package func threshold(of bound: UInt64) -> UInt64 { bound / 100 * share }

  /// The level of an amount; nil when there is no pressure.
  package init?(_ used: UInt64, of bound: UInt64) {
    guard let level = Self.allCases.last(where: { used >= $0.threshold(of: bound) }) else {
      return nil
    }
    self = level
  }

  /// Orders levels by how near the bound is.
  package static func < (one: MemoryPressure, other: MemoryPressure) -> Bool {
    one.rawValue < other.rawValue
  }
}
