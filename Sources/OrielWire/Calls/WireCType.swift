/// A type of C as a call sees it: a number, a pointer, or a structure by value.
package struct WireCType: WireValue {
  /// What is sent: a scalar, or the place of a structure in its list, behind the scalars.
  package let rawValue: UInt16

  /// Wraps a number that nobody has checked.
  package init(rawValue: UInt16) {
    self.rawValue = rawValue
  }

  /// Nothing.
  package static let void = WireCType(rawValue: 0)
  /// `int8_t`.
  package static let i8 = WireCType(rawValue: 1)
  /// `uint8_t`.
  package static let u8 = WireCType(rawValue: 2)
  /// `int16_t`.
  package static let i16 = WireCType(rawValue: 3)
  /// `uint16_t`.
  package static let u16 = WireCType(rawValue: 4)
  /// `int32_t`.
  package static let i32 = WireCType(rawValue: 5)
  /// `uint32_t`.
  package static let u32 = WireCType(rawValue: 6)
  /// `int64_t`.
  package static let i64 = WireCType(rawValue: 7)
  /// `uint64_t`.
  package static let u64 = WireCType(rawValue: 8)
  /// `float`.
  package static let f32 = WireCType(rawValue: 9)
  /// `double`.
  package static let f64 = WireCType(rawValue: 10)
  /// Any pointer.
  package static let pointer = WireCType(rawValue: 11)

  /// The number of the first structure.
  private static let firstStructure: UInt16 = 64

  /// The structure at a place of the list.
  package static func structure(_ place: Int) -> WireCType {
    WireCType(rawValue: firstStructure &+ UInt16(truncatingIfNeeded: place))
  }

  /// The place of the structure; nil for a scalar.
  package var structure: Int? {
    rawValue < Self.firstStructure ? nil : Int(rawValue - Self.firstStructure)
  }

  /// Writes the value.
  package func encode(into writer: inout WireWriter) {
    writer.write(rawValue)
  }

  /// Reads a value from bytes that nobody has checked.
  package init(decoding reader: inout WireReader) throws(WireError) {
    rawValue = try reader.number()
    guard rawValue <= Self.pointer.rawValue || rawValue >= Self.firstStructure else {
      throw .meaningless(UInt64(rawValue))
    }
  }
}
