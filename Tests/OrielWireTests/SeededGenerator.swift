/// Random numbers that a seed repeats exactly (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var value = state
    value = (value ^ (value >> 30)) &* 0xbf58_476d_1ce4_e5b9
    value = (value ^ (value >> 27)) &* 0x94d0_49bb_1331_11eb
    return value ^ (value >> 31)
  }

  mutating func number<Number: FixedWidthInteger>() -> Number {
    Number(truncatingIfNeeded: next())
  }

  mutating func bytes(_ limit: Int = 40) -> [UInt8] {
    (0..<Int.random(in: 0...limit, using: &self)).map { _ in number() }
  }

  mutating func text(_ limit: Int = 12) -> String {
    let characters: [Character] = ["a", "Z", "ß", "\u{0}", "日", "👩‍👩‍👧", "\n", "%"]
    return String(
      (0..<Int.random(in: 0...limit, using: &self)).map { _ in
        characters[Int.random(in: 0..<characters.count, using: &self)]
      }
    )
  }

  mutating func name() -> String {
    "n" + text().replacing("\u{0}", with: "")
  }

  mutating func list<Value>(
    _ limit: Int = 4,
    _ make: (inout SeededGenerator) -> Value
  ) -> [Value] {
    (0..<Int.random(in: 0...limit, using: &self)).map { _ in make(&self) }
  }

  mutating func choice<Value: CaseIterable>() -> Value where Value.AllCases == [Value] {
    Value.allCases[Int.random(in: 0..<Value.allCases.count, using: &self)]
  }

  mutating func optional<Value>(_ make: (inout SeededGenerator) -> Value) -> Value? {
    Bool.random(using: &self) ? make(&self) : nil
  }
}
