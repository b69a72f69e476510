/// A value of a property list, whatever the format it was read from.
public enum PropertyListValue: Sendable, Hashable {
  /// Text.
  case string(String)
  /// A whole number that fits into 64 bits with a sign; all but the largest numbers are this case.
  case integer(Int64)
  /// A whole number above `Int64.max`; never a smaller one, so that equal numbers are equal values.
  case unsigned(UInt64)
  /// A floating-point number.
  case real(Double)
  /// A truth value.
  case boolean(Bool)
  /// A point in time.
  case date(PropertyListDate)
  /// Raw bytes.
  case data([UInt8])
  /// Values in order.
  case array([PropertyListValue])
  /// Values by key, in the order of the file.
  case dictionary(PropertyListDictionary)
}

extension PropertyListValue {
  /// The kind of a value, for messages and checks.
  public enum Kind: String, Sendable, Hashable, CaseIterable, CustomStringConvertible {
    /// Text.
    case string
    /// A whole number.
    case integer
    /// A floating-point number.
    case real
    /// A truth value.
    case boolean
    /// A point in time.
    case date
    /// Raw bytes.
    case data
    /// Values in order.
    case array
    /// Values by key.
    case dictionary

    /// The kind with its article, as a sentence needs it: `an integer`.
    public var description: String {
      switch self {
      case .integer, .array: "an \(rawValue)"
      case .data: rawValue
      default: "a \(rawValue)"
      }
    }
  }

  /// The kind of this value.
  public var kind: Kind {
    switch self {
    case .string: .string
    case .integer, .unsigned: .integer
    case .real: .real
    case .boolean: .boolean
    case .date: .date
    case .data: .data
    case .array: .array
    case .dictionary: .dictionary
    }
  }

  /// The text, when this is a string.
  public var string: String? {
    if case .string(let value) = self { value } else { nil }
  }

  /// The number, when this is an integer that fits.
  public var integer: Int64? {
    if case .integer(let value) = self { value } else { nil }
  }

  /// The truth value, when this is a Boolean.
  public var boolean: Bool? {
    if case .boolean(let value) = self { value } else { nil }
  }

  /// The elements, when this is an array.
  public var array: [PropertyListValue]? {
    if case .array(let value) = self { value } else { nil }
  }

  /// The entries, when this is a dictionary.
  public var dictionary: PropertyListDictionary? {
    if case .dictionary(let value) = self { value } else { nil }
  }

  /// An integer value in its only form, whichever of the two cases that is.
  public static func number(_ value: UInt64) -> PropertyListValue {
    Int64(exactly: value).map(PropertyListValue.integer) ?? .unsigned(value)
  }
}
