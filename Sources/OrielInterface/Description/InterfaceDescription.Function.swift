extension InterfaceDescription {
  /// A function of the library: exported, or held by a table.
  public struct Function: Sendable, Hashable {
    /// The name that hosts call it by.
    public var name: String
    /// The symbol that the library exports it as; nil if it is the name.
    ///
    /// One symbol may have several descriptions: one for each type that a `void *` stands for, or
    /// for each list of variadic arguments.
    public var symbol: String?
    /// The parameters, in the order of C.
    public var parameters: [Parameter]
    /// The number of parameters before the `...` of a variadic function; nil for the others.
    ///
    /// What follows is passed with the promotions of C: small integers as `int`, `f32` as `double`.
    public var variadicStart: Int?
    /// What it returns; nil for `void`.
    public var result: Result?
    /// How a call that failed is told from one that did not.
    public var failure: Failure?
    /// The thread that calls it.
    public var thread: Thread
    /// Whether it may run at the same time as any other function, itself included.
    public var isConcurrent: Bool
    /// Whether a library without it, or a table with a null pointer for it, is fine.
    public var isOptional: Bool

    /// Describes a function.
    public init(
      _ name: String,
      symbol: String? = nil,
      _ parameters: [Parameter] = [],
      variadicStart: Int? = nil,
      result: Result? = nil,
      failure: Failure? = nil,
      thread: Thread = .any,
      isConcurrent: Bool = false,
      isOptional: Bool = false
    ) {
      self.name = name
      self.symbol = symbol
      self.parameters = parameters
      self.variadicStart = variadicStart
      self.result = result
      self.failure = failure
      self.thread = thread
      self.isConcurrent = isConcurrent
      self.isOptional = isOptional
    }
  }

  /// Which thread of the instance calls a function.
  public enum Thread: Sendable, Hashable {
    /// Whichever is free.
    case any
    /// The main thread.
    case main
    /// For the same handle, which the parameter of this name is, always the same one.
    case same(parameter: String)
  }

  /// A function of the host that the library calls.
  public struct Callback: Sendable, Hashable {
    /// The name of the type.
    public var name: String
    /// The parameters, in the order of C.
    public var parameters: [Parameter]
    /// What the host returns; nil for `void`.
    public var result: InterfaceType?

    /// Describes a callback.
    public init(_ name: String, _ parameters: [Parameter] = [], result: InterfaceType? = nil) {
      self.name = name
      self.parameters = parameters
      self.result = result
    }
  }

  /// A structure of data and function pointers, which a function of the library returns.
  public struct Table: Sendable, Hashable {
    /// Something that a table holds.
    public enum Entry: Sendable, Hashable {
      /// Data, as in a structure.
      case field(Field)
      /// A pointer to a function.
      case function(Function)
    }

    /// The name of the type.
    public var name: String
    /// The size in bytes that the author expects, which is checked.
    public var size: Int?
    /// What it holds, in the order of C.
    public var entries: [Entry]

    /// Describes a table.
    public init(_ name: String, size: Int? = nil, _ entries: [Entry]) {
      self.name = name
      self.size = size
      self.entries = entries
    }

    /// The functions, without the data.
    public var functions: [Function] {
      entries.compactMap { entry in
        guard case .function(let function) = entry else { return nil }
        return function
      }
    }

    /// The data, without the functions.
    public var fields: [Field] {
      entries.compactMap { entry in
        guard case .field(let field) = entry else { return nil }
        return field
      }
    }
  }

  /// A function that is named: one that the library exports, or one of a table.
  public struct FunctionReference: Sendable, Hashable {
    /// The table; nil for an exported function.
    public var table: String?
    /// The name of the function.
    public var name: String

    /// Names a function.
    public init(_ name: String, in table: String? = nil) {
      self.name = name
      self.table = table
    }
  }

  /// A question to another exported function, with parameters of the call as its arguments.
  public struct Query: Sendable, Hashable {
    /// The exported function that is asked.
    public var function: String
    /// The names of the parameters that are its arguments; all of them are integers or handles.
    ///
    /// `result`, where no parameter has that name, is what the call itself returned.
    public var arguments: [String]

    /// Describes a question.
    public init(_ function: String, _ arguments: [String]) {
      self.function = function
      self.arguments = arguments
    }
  }
}
