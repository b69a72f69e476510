/// What a handle names.
enum HandleKind: UInt64 {
  case request = 1
  case item = 2
  case attachment = 3
  case load = 4
  case ask = 5
}

/// Makes and checks the 64-bit handles of one request.
///
/// A handle holds its kind, the request's generation and a place, so that one that was made up,
/// is of another kind or outlived its request is recognised and never followed.
struct HandleSpace {
  /// 28 random bits, never 0; another value after the request ended.
  private var generation: UInt64

  /// A space for a request.
  init(random: UInt64) {
    generation = Self.generation(random)
  }

  /// Makes every handle given out before stale.
  mutating func invalidate(random: UInt64) {
    let next = Self.generation(random)
    generation = next == generation ? (next ^ 1) | 2 : next
  }

  /// The handle of the object at a place.
  func handle(_ kind: HandleKind, _ place: Int) -> UInt64 {
    kind.rawValue << 60 | generation << 32 | UInt64(truncatingIfNeeded: place) & 0xFFFF_FFFF
  }

  /// The place that a handle names, or nil when it is not one of this kind and generation.
  func place(_ kind: HandleKind, _ handle: UInt64) -> Int? {
    guard handle >> 60 == kind.rawValue, (handle >> 32) & Self.mask == generation else {
      return nil
    }
    return Int(handle & 0xFFFF_FFFF)
  }

  private static let mask: UInt64 = (1 << 28) - 1

  private static func generation(_ random: UInt64) -> UInt64 {
    let bits = random & mask
    return bits == 0 ? 1 : bits
  }
}
