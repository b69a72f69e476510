/// Random numbers that are the same in every run: SplitMix64.
struct RandomSource: RandomNumberGenerator {
  /// What the next number is made of.
  private var state: UInt64

  /// Begins with a seed.
  init(seed: UInt64) {
    state = seed
  }

  /// The next number.
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// A number from 0 up to, but without, a count.
  mutating func number(_ count: Int) -> Int { Int.random(in: 0..<max(count, 1), using: &self) }

  /// Whether something happens that does once in so many times.
  mutating func once(in count: Int) -> Bool { number(count) == 0 }

  /// One of several values.
  mutating func one<Value>(of values: [Value]) -> Value { values[number(values.count)] }
}
