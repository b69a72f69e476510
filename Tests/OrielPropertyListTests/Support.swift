import Foundation
import OrielPropertyList

/// A generator of random numbers that gives the same numbers for the same seed.
struct SeededGenerator: RandomNumberGenerator {
  /// The state.
  private var state: UInt64

  /// Creates a generator.
  init(seed: UInt64) { state = seed }

  /// The next number, by SplitMix64.
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

/// Limits that are no obstacle in tests of other things.
let roomy = PropertyListLimits(bytes: 1 << 26, depth: 200, nodes: 1 << 20, stringLength: 1 << 24)

/// Reads a property list that is given as text.
func read(_ text: String, limits: PropertyListLimits = roomy) throws -> PropertyListValue {
  try PropertyList(parsing: Array(text.utf8), limits: limits).root
}

/// The error of a property list that cannot be read.
func failure(
  reading bytes: [UInt8],
  limits: PropertyListLimits = roomy
) -> PropertyListError? {
  do throws(PropertyListError) {
    _ = try PropertyList(parsing: bytes, limits: limits)
    return nil
  } catch {
    return error
  }
}

/// What Foundation reads from the bytes of a property list.
func foundationObject(reading bytes: [UInt8]) throws -> Any {
  // Without a place for the format there is no pointer to be wrong about.
  try unsafe PropertyListSerialization.propertyList(from: Data(bytes), options: [], format: nil)
}

extension PropertyListValue {
  /// The value as Foundation has it.
  var foundationObject: Any {
    switch self {
    case .string(let value): value
    case .integer(let value): NSNumber(value: value)
    case .unsigned(let value): NSNumber(value: value)
    case .real(let value): NSNumber(value: value)
    case .boolean(let value): value
    case .date(let value): Date(timeIntervalSinceReferenceDate: value.secondsSince2001)
    case .data(let value): Data(value)
    case .array(let value): value.map(\.foundationObject)
    case .dictionary(let value):
      Dictionary(
        value.entries.map { ($0.key, $0.value.foundationObject) },
        uniquingKeysWith: { first, _ in first }
      )
    }
  }

  /// The value with strings in place of all that OpenStep text does not have.
  var withoutNumbers: PropertyListValue {
    switch self {
    case .string, .data: return self
    case .integer, .unsigned, .real, .boolean, .date: return .string("\(self)")
    case .array(let value): return .array(value.map(\.withoutNumbers))
    case .dictionary(let value):
      var result = PropertyListDictionary()
      for entry in value.entries { result.add(entry.key, entry.value.withoutNumbers) }
      return .dictionary(result)
    }
  }

  /// Whether an object that Foundation read is this value.
  func matches(_ object: Any?) -> Bool {
    switch self {
    case .string(let value): object as? String == value
    case .integer(let value): (object as? NSNumber)?.int64Value == value
    case .unsigned(let value): (object as? NSNumber)?.uint64Value == value
    case .real(let value): (object as? NSNumber)?.doubleValue == value
    case .boolean(let value): (object as? NSNumber)?.boolValue == value
    case .date(let value):
      (object as? Date)?.timeIntervalSinceReferenceDate == value.secondsSince2001
    case .data(let value): (object as? Data).map { Array($0) } == value
    case .array(let value):
      (object as? [Any]).map { other in
        other.count == value.count && zip(value, other).allSatisfy { $0.matches($1) }
      } ?? false
    case .dictionary(let value):
      (object as? [String: Any]).map { other in
        other.count == value.count && value.entries.allSatisfy { $0.value.matches(other[$0.key]) }
      } ?? false
    }
  }

  /// A random value that both formats can hold.
  static func random(
    depth: Int,
    using generator: inout SeededGenerator
  ) -> PropertyListValue {
    switch Int.random(in: 0..<(depth > 0 ? 9 : 6), using: &generator) {
    case 0: return .string(randomText(using: &generator))
    case 1:
      // All magnitudes are equally likely, so that each size of integer occurs.
      let bits = UInt64.random(in: .min ... .max, using: &generator)
      return .integer(Int64(bitPattern: bits) >> Int64.random(in: 0...63, using: &generator))
    case 2:
      return .number(UInt64.random(in: UInt64(Int64.max)...UInt64.max, using: &generator))
    case 3:
      return .real(Double(Int.random(in: -1_000_000...1_000_000, using: &generator)) / 128)
    case 4: return .boolean(Bool.random(using: &generator))
    case 5:
      let seconds = Double(Int64.random(in: -60_000_000_000...250_000_000_000, using: &generator))
      return PropertyListDate(secondsSince2001: seconds).map { .date($0) } ?? .boolean(false)
    case 6:
      let count = Int.random(in: 0...40, using: &generator)
      return .data((0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) })
    case 7:
      let count = Int.random(in: 0...17, using: &generator)
      return .array((0..<count).map { _ in random(depth: depth - 1, using: &generator) })
    default:
      var dictionary = PropertyListDictionary()
      for _ in 0..<Int.random(in: 0...17, using: &generator) {
        dictionary.add(
          randomText(using: &generator),
          random(depth: depth - 1, using: &generator)
        )
      }
      return .dictionary(dictionary)
    }
  }

  /// A random text with markup, spaces and characters of one to four bytes.
  private static func randomText(using generator: inout SeededGenerator) -> String {
    let alphabet = Array("ab <>&\"' ]\n\tZ09é中🎉\u{7F}\u{2028}")
    let count = Int.random(in: 0...20, using: &generator)
    return String((0..<count).compactMap { _ in alphabet.randomElement(using: &generator) })
  }
}
