/// What a parameter, a result or a field is.
///
/// Names refer to declarations of the same description.
public indirect enum InterfaceType: Sendable, Hashable {
  /// A number.
  case scalar(InterfaceScalar)
  /// An integer whose values have names.
  case enumeration(String)
  /// A structure by value. As an `out` or `inout` parameter: a pointer to one.
  case structure(String)
  /// A pointer of the library that the host sees as a checked token.
  case handle(String, isOptional: Bool)
  /// A pointer to a function of the host.
  case callback(String, isOptional: Bool)
  /// A pointer to a table of the library, which the host sees as a checked token.
  case table(String, isOptional: Bool)
  /// The pointer to the table that a function was taken from, as many of them want it.
  case receiver
  /// A pointer to UTF-8 text that ends with a zero byte.
  case string(isOptional: Bool)
  /// A pointer to elements whose number an expression says.
  case memory(InterfaceMemory)
  /// A pointer to one value: a scalar, an enumeration, a structure or a string.
  case pointer(to: InterfaceType, isOptional: Bool)
  /// Elements one after another inside a structure.
  case fixedArray(of: InterfaceType, count: Int)
  /// A pointer into the memory or text of a parameter, which the host sees as an offset in bytes.
  case position(in: String, isOptional: Bool)
  /// A pointer that the host neither sees nor chooses.
  ///
  /// A parameter of this type has a fixed value, most often 0 for a null pointer.
  case opaque
}

/// A pointer to elements whose number an expression says.
public struct InterfaceMemory: Sendable, Hashable {
  /// How the elements get to the library and back.
  public enum Form: String, Sendable, Hashable, CaseIterable {
    /// Bytes, which are copied.
    case bytes
    /// Numbers in memory that host and instance share, so that they are never copied.
    case buffer
    /// Values of any type, which are copied one by one.
    case array
  }

  /// How the elements get to the library and back.
  public var form: Form
  /// What the elements are; `u8` for bytes.
  public var element: InterfaceType
  /// The number of elements; nil if only the host knows, and chooses.
  public var count: InterfaceExpression?
  /// Whether the pointer may be null.
  public var isOptional: Bool

  /// Describes memory.
  public init(
    _ form: Form,
    of element: InterfaceType,
    count: InterfaceExpression?,
    isOptional: Bool = false
  ) {
    self.form = form
    self.element = element
    self.count = count
    self.isOptional = isOptional
  }
}

extension InterfaceType {
  /// Bytes that are copied.
  public static func bytes(_ count: InterfaceExpression?, isOptional: Bool = false) -> Self {
    .memory(.init(.bytes, of: .scalar(.u8), count: count, isOptional: isOptional))
  }

  /// Numbers in shared memory.
  public static func buffer(
    of element: InterfaceScalar,
    _ count: InterfaceExpression?,
    isOptional: Bool = false
  ) -> Self {
    .memory(.init(.buffer, of: .scalar(element), count: count, isOptional: isOptional))
  }

  /// Values that are copied one by one.
  public static func array(
    of element: InterfaceType,
    _ count: InterfaceExpression?,
    isOptional: Bool = false
  ) -> Self {
    .memory(.init(.array, of: element, count: count, isOptional: isOptional))
  }

  /// Text that is there.
  public static var string: Self { .string(isOptional: false) }

  /// Whether a null pointer is a value of this type.
  public var isOptional: Bool {
    switch self {
    case .handle(_, let isOptional), .callback(_, let isOptional), .table(_, let isOptional),
      .string(let isOptional), .pointer(_, let isOptional), .position(_, let isOptional):
      isOptional
    case .memory(let memory): memory.isOptional
    case .opaque: true
    case .scalar, .enumeration, .structure, .receiver, .fixedArray: false
    }
  }

  /// Whether C passes a pointer for an `in` value of this type.
  public var isPointer: Bool {
    switch self {
    case .scalar, .enumeration, .structure, .fixedArray: false
    default: true
    }
  }
}
