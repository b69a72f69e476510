/// What came back from an extension: it has the type that the interface says, and nothing else about it
/// is certain.
///
/// A reader says what it is ready for, and gets an error for everything else.
public struct UntrustedValue: Sendable {
  /// The value without any check beyond its type; for showing it, and for comparing it.
  public let unchecked: InterfaceValue

  /// Wraps a value.
  init(_ value: InterfaceValue) {
    unchecked = value
  }

  /// Whether it is a null pointer.
  public var isNull: Bool {
    if case .null = unchecked { true } else { false }
  }

  /// An integer of a range.
  public func integer(in range: ClosedRange<Int64>) throws(UntrustedValueError) -> Int64 {
    switch unchecked {
    case .integer(let value) where range.contains(value): return value
    case .unsigned(let value):
      guard let value = Int64(exactly: value), range.contains(value) else { break }
      return value
    case .bool(let value):
      let value: Int64 = value ? 1 : 0
      if range.contains(value) { return value }
    default: break
    }
    throw UntrustedValueError(unchecked, "an integer in \(range)")
  }

  /// An integer from 0 up to a limit.
  public func unsigned(upTo limit: UInt64) throws(UntrustedValueError) -> UInt64 {
    switch unchecked {
    case .integer(let value) where value >= 0 && UInt64(value) <= limit: return UInt64(value)
    case .unsigned(let value) where value <= limit: return value
    default: throw UntrustedValueError(unchecked, "an integer up to \(limit)")
    }
  }

  /// A finite number of a range.
  public func number(in range: ClosedRange<Double>) throws(UntrustedValueError) -> Double {
    if case .number(let value) = unchecked, range.contains(value) { return value }
    throw UntrustedValueError(unchecked, "a number in \(range)")
  }

  /// Text of at most so many bytes.
  public func string(limit: Int) throws(UntrustedValueError) -> String {
    if case .string(let value) = unchecked, value.utf8.count <= limit { return value }
    throw UntrustedValueError(unchecked, "text of at most \(limit) bytes")
  }

  /// At most so many bytes.
  public func bytes(limit: Int) throws(UntrustedValueError) -> [UInt8] {
    if case .bytes(let value) = unchecked, value.count <= limit { return value }
    throw UntrustedValueError(unchecked, "at most \(limit) bytes")
  }

  /// At most so many values.
  public func array(limit: Int) throws(UntrustedValueError) -> [UntrustedValue] {
    if case .array(let values) = unchecked, values.count <= limit {
      return values.map(UntrustedValue.init)
    }
    throw UntrustedValueError(unchecked, "at most \(limit) values")
  }

  /// A field of a structure.
  public func field(_ name: String) throws(UntrustedValueError) -> UntrustedValue {
    if case .structure(let fields) = unchecked, let value = fields[name] {
      return UntrustedValue(value)
    }
    throw UntrustedValueError(unchecked, "a structure with '\(name)'")
  }

  /// An object of the extension.
  public func handle() throws(UntrustedValueError) -> ExtensionHandle {
    if case .handle(let handle) = unchecked { return handle }
    throw UntrustedValueError(unchecked, "a handle")
  }
}

/// Why a value that came back is not what its reader is ready for.
public struct UntrustedValueError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What came, and what was wanted.
  public let description: String

  /// Describes what is wrong.
  init(_ value: InterfaceValue, _ wanted: String) {
    description = "The extension returned \(value.kind) where \(wanted) was wanted."
  }
}
