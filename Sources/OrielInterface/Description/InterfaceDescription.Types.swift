extension InterfaceDescription {
  /// A named integer.
  public struct Constant: Sendable, Hashable {
    /// The name, which no other constant and no name of an enumeration has.
    public var name: String
    /// The integer, from the least of `i64` to the greatest of `u64`.
    public var value: Int128

    /// Describes a constant.
    public init(_ name: String, _ value: Int128) {
      self.name = name
      self.value = value
    }
  }

  /// An integer whose values have names: one of them, or a set of flags.
  public struct Enumeration: Sendable, Hashable {
    /// The name of the type.
    public var name: String
    /// The type of the integer, often `i32` or `u32`.
    public var type: InterfaceScalar
    /// Whether several values may be combined bit by bit.
    public var isFlags: Bool
    /// The values, in the order they were written.
    public var cases: [Constant]

    /// Describes an enumeration.
    public init(
      _ name: String,
      _ cases: [Constant],
      type: InterfaceScalar = .i32,
      isFlags: Bool = false
    ) {
      self.name = name
      self.type = type
      self.isFlags = isFlags
      self.cases = cases
    }
  }

  /// A structure of C, with its fields in the order of the header.
  public struct Structure: Sendable, Hashable {
    /// The name of the type.
    public var name: String
    /// The size in bytes that the author expects, which is checked.
    public var size: Int?
    /// The fields.
    public var fields: [Field]

    /// Describes a structure.
    public init(_ name: String, size: Int? = nil, _ fields: [Field]) {
      self.name = name
      self.size = size
      self.fields = fields
    }
  }

  /// A field of a structure or a table.
  public struct Field: Sendable, Hashable {
    /// The name.
    public var name: String
    /// What it is.
    public var type: InterfaceType
    /// For memory: whether the library reads it (`in`), fills it (`out`), or both.
    public var direction: Direction
    /// The offset in bytes that the author expects, which is checked.
    public var offset: Int?

    /// Describes a field.
    public init(
      _ name: String,
      _ type: InterfaceType,
      direction: Direction = .in,
      offset: Int? = nil
    ) {
      self.name = name
      self.type = type
      self.direction = direction
      self.offset = offset
    }
  }

  /// An object of the library, which the host holds as a token that is checked at each use.
  public struct Handle: Sendable, Hashable {
    /// The name of the type.
    public var name: String
    /// The structure that it points to, if the host may read and write its fields.
    ///
    /// A `new` parameter of such a handle is memory of the instance at an address that stays, filled
    /// with zeros; without a structure it is a pointer that the library fills in.
    public var structure: String?
    /// Integers that are known from the call that made the handle, for lengths of later calls.
    public var attributes: [Attribute]
    /// The handle or table that must outlive it: closing that closes this one first.
    public var parent: String?
    /// The function that ends its life.
    public var destructor: FunctionReference?

    /// Describes a handle.
    public init(
      _ name: String,
      structure: String? = nil,
      attributes: [Attribute] = [],
      parent: String? = nil,
      destructor: FunctionReference? = nil
    ) {
      self.name = name
      self.structure = structure
      self.attributes = attributes
      self.parent = parent
      self.destructor = destructor
    }
  }

  /// An integer that belongs to a handle.
  public struct Attribute: Sendable, Hashable {
    /// The name.
    public var name: String
    /// The type.
    public var type: InterfaceScalar

    /// Describes an attribute.
    public init(_ name: String, _ type: InterfaceScalar) {
      self.name = name
      self.type = type
    }
  }
}
