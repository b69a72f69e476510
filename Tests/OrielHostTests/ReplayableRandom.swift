import Foundation

/// Random numbers that a seed repeats exactly (SplitMix64).
struct ReplayableRandom: RandomNumberGenerator {
  /// The seed, to be told when a test fails.
  let seed: UInt64
  private var state: UInt64

  /// Starts with the seed in `ORIEL_TEST_SEED`, or with a new one.
  init() {
    let given = ProcessInfo.processInfo.environment["ORIEL_TEST_SEED"].flatMap { UInt64($0) }
    seed = given ?? .random(in: .min ... .max)
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var value = state
    value = (value ^ (value >> 30)) &* 0xbf58_476d_1ce4_e5b9
    value = (value ^ (value >> 27)) &* 0x94d0_49bb_1331_11eb
    return value ^ (value >> 31)
  }
}
