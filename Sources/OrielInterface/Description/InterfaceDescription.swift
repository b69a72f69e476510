/// What a C library offers to a host: its functions, and the types they speak in.
///
/// A description says what a C header says, and what the header leaves to its manual: which way
/// data goes, how long it is, who frees it, which results are errors, and which thread may call.
/// It comes from text (``InterfaceParser``) or is put together in Swift; in both cases
/// ``InterfaceChecker`` decides whether it makes sense, and nothing is called before it did.
///
/// ```swift
/// let zlib = try CheckedInterface(InterfaceDescription(
///   name: "zlib",
///   version: 1,
///   functions: [
///     .init(
///       "crc32",
///       [
///         .init("crc", .scalar(.ulong)), .init("data", .bytes("length")),
///         .init("length", .scalar(.u32)),
///       ],
///       result: .init(.scalar(.ulong))
///     )
///   ]
/// ))
/// ```
public struct InterfaceDescription: Sendable, Hashable {
  /// The name of the interface, such as `zlib` or `net.frei0r`.
  public var name: String
  /// The version of the interface, from 1.
  public var version: Int
  /// The named integers.
  public var constants: [Constant]
  /// The enumerations and sets of flags.
  public var enumerations: [Enumeration]
  /// The structures.
  public var structures: [Structure]
  /// The objects of the library that a host only holds.
  public var handles: [Handle]
  /// The functions of the host that the library calls.
  public var callbacks: [Callback]
  /// The functions that the library exports.
  public var functions: [Function]
  /// The structures of data and function pointers that functions return.
  public var tables: [Table]

  /// Creates a description, which nobody has checked.
  public init(
    name: String,
    version: Int,
    constants: [Constant] = [],
    enumerations: [Enumeration] = [],
    structures: [Structure] = [],
    handles: [Handle] = [],
    callbacks: [Callback] = [],
    functions: [Function] = [],
    tables: [Table] = []
  ) {
    self.name = name
    self.version = version
    self.constants = constants
    self.enumerations = enumerations
    self.structures = structures
    self.handles = handles
    self.callbacks = callbacks
    self.functions = functions
    self.tables = tables
  }
}

extension InterfaceDescription {
  /// The enumeration of a name.
  public func enumeration(named name: String) -> Enumeration? {
    enumerations.first { $0.name == name }
  }

  /// The structure of a name.
  public func structure(named name: String) -> Structure? {
    structures.first { $0.name == name }
  }

  /// The handle of a name.
  public func handle(named name: String) -> Handle? {
    handles.first { $0.name == name }
  }

  /// The callback of a name.
  public func callback(named name: String) -> Callback? {
    callbacks.first { $0.name == name }
  }

  /// The table of a name.
  public func table(named name: String) -> Table? {
    tables.first { $0.name == name }
  }

  /// The function that is meant, whether the library exports it or a table holds it.
  public func function(_ reference: FunctionReference) -> Function? {
    guard let table = reference.table else {
      return functions.first { $0.name == reference.name }
    }
    return self.table(named: table)?.functions.first { $0.name == reference.name }
  }
}
