/// What a host passes to a function of an extension, or returns from one of its own.
public enum InterfaceValue: Sendable {
  /// An integer, or a name's value of an enumeration.
  case integer(Int64)
  /// An integer that needs all 64 bits.
  case unsigned(UInt64)
  /// A number with a fraction.
  case number(Double)
  /// True or false.
  case bool(Bool)
  /// Text without a zero in it.
  case string(String)
  /// Bytes, which are copied.
  case bytes([UInt8])
  /// Memory that the extension sees, too.
  case buffer(SharedBuffer)
  /// Several values.
  case array([InterfaceValue])
  /// The fields of a structure by name; those that are left out are zero.
  case structure([String: InterfaceValue])
  /// An object of the extension.
  case handle(ExtensionHandle)
  /// A function of the host.
  case function(HostFunction)
  /// A place in the memory of another argument, in bytes, which a function has returned.
  case offset(Int)
  /// What an earlier call of the same batch gives, see ``CallBatch``.
  case promise(CallPromise)
  /// A null pointer.
  case null
}

extension InterfaceValue: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
  ExpressibleByStringLiteral, ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral,
  ExpressibleByDictionaryLiteral, ExpressibleByNilLiteral
{
  /// An integer.
  public init(integerLiteral value: Int64) { self = .integer(value) }
  /// A number with a fraction.
  public init(floatLiteral value: Double) { self = .number(value) }
  /// Text.
  public init(stringLiteral value: String) { self = .string(value) }
  /// True or false.
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  /// Several values.
  public init(arrayLiteral elements: InterfaceValue...) { self = .array(elements) }
  /// A structure.
  public init(dictionaryLiteral elements: (String, InterfaceValue)...) {
    self = .structure(Dictionary(elements) { $1 })
  }
  /// A null pointer.
  public init(nilLiteral: ()) { self = .null }
}

extension InterfaceValue {
  /// Any integer of the standard library, clamped to what 64 bits can hold.
  public init(_ value: some BinaryInteger) {
    self = Int64(exactly: value).map(Self.integer) ?? .unsigned(UInt64(clamping: value))
  }

  /// What it is, for messages.
  var kind: String {
    switch self {
    case .integer, .unsigned: "an integer"
    case .number: "a number with a fraction"
    case .bool: "a truth value"
    case .string: "text"
    case .bytes: "bytes"
    case .buffer: "a shared buffer"
    case .array: "an array"
    case .structure: "a structure"
    case .handle: "a handle"
    case .function: "a function"
    case .offset: "an offset"
    case .promise: "what another call of a batch gives"
    case .null: "a null pointer"
    }
  }
}

/// A function of the host that a library may call.
public struct HostFunction: Sendable {
  /// What it does: takes what the library passes, and gives what the library gets.
  ///
  /// An error that it throws is thrown by the call that the library was in; the library gets zero.
  public let body: @Sendable ([UntrustedValue]) throws -> InterfaceValue

  /// Makes a function for libraries; it runs on the thread that waits for the call or, when the library
  /// calls from a thread of its own, on one of the host's.
  public init(_ body: @escaping @Sendable ([UntrustedValue]) throws -> InterfaceValue) {
    self.body = body
  }
}
