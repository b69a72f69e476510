internal import OrielInterface
internal import OrielWire

/// Numbers as C has them, in the low bytes of 64 bits.
enum ScalarCoding {
  /// The bits of a value, extended to 64 as its type says; nil for one that the type cannot hold.
  static func bits(_ value: InterfaceValue, _ scalar: InterfaceScalar) -> UInt64? {
    switch scalar {
    case .f64:
      guard let number = number(value) else { return nil }
      return number.bitPattern
    case .f32:
      guard let number = number(value) else { return nil }
      return UInt64(Float(number).bitPattern)
    case .bool:
      switch value {
      case .bool(let value): return value ? 1 : 0
      case .integer(0): return 0
      case .integer(1): return 1
      default: return nil
      }
    default: break
    }
    let shift = UInt64(64 - 8 * scalar.size)
    switch value {
    case .integer(let integer):
      if scalar.isSigned(on: .current) {
        let narrow = (integer << Int64(shift)) >> Int64(shift)
        return narrow == integer ? UInt64(bitPattern: integer) : nil
      }
      guard integer >= 0 else { return nil }
      return (UInt64(integer) << shift) >> shift == UInt64(integer) ? UInt64(integer) : nil
    case .unsigned(let integer):
      if scalar.isSigned(on: .current) {
        return integer <= UInt64(Int64.max) >> shift ? integer : nil
      }
      return (integer << shift) >> shift == integer ? integer : nil
    case .bool(let value): return value ? 1 : 0
    default: return nil
    }
  }

  private static func number(_ value: InterfaceValue) -> Double? {
    switch value {
    case .number(let number): number
    case .integer(let integer): Double(integer)
    case .unsigned(let integer): Double(integer)
    default: nil
    }
  }

  /// The value that the low bytes of some bits are.
  static func value(_ bits: UInt64, _ scalar: InterfaceScalar) -> InterfaceValue {
    switch scalar {
    case .f64: return .number(Double(bitPattern: bits))
    case .f32: return .number(Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits))))
    case .bool: return .bool(bits & 0xFF != 0)
    default: break
    }
    let shift = UInt64(64 - 8 * scalar.size)
    if scalar.isSigned(on: .current) {
      return .integer(Int64(bitPattern: bits << shift) >> Int64(shift))
    }
    let value = (bits << shift) >> shift
    return Int64(exactly: value).map(InterfaceValue.integer) ?? .unsigned(value)
  }

  /// The type as calls know it.
  static func type(_ scalar: InterfaceScalar) -> WireCType {
    switch scalar {
    case .f32: return .f32
    case .f64: return .f64
    case .bool: return .u8
    default: break
    }
    let isSigned = scalar.isSigned(on: .current)
    switch scalar.size {
    case 1: return isSigned ? .i8 : .u8
    case 2: return isSigned ? .i16 : .u16
    case 4: return isSigned ? .i32 : .u32
    default: return isSigned ? .i64 : .u64
    }
  }

  /// What C makes of a type behind the `...` of a variadic function.
  static func promoted(_ scalar: InterfaceScalar) -> InterfaceScalar {
    switch scalar {
    case .f32: .f64
    case .bool: .i32
    default: scalar.size < 4 ? .i32 : scalar
    }
  }
}

extension InterfaceValue {
  /// The integer that it is; nil for what is none.
  var wide: Int128? {
    switch self {
    case .integer(let value): Int128(value)
    case .unsigned(let value): Int128(value)
    case .bool(let value): value ? 1 : 0
    default: nil
    }
  }
}
