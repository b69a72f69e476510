extension InterfaceDescription {
  /// Which way data goes.
  public enum Direction: String, Sendable, Hashable, CaseIterable {
    /// To the library.
    case `in`
    /// From the library.
    ///
    /// For a scalar, an enumeration, a structure, a string, a handle or a position: a pointer to a
    /// cell of that type. For memory: a pointer to room, unless ``Parameter/ownership`` says that
    /// the library brings its own; then it is a pointer to a cell that it points there.
    case out
    /// Both ways, with the pointers of `out`.
    case `inout`
  }

  /// A parameter of a function or a callback.
  public struct Parameter: Sendable, Hashable {
    /// The name.
    public var name: String
    /// Which way its data goes.
    public var direction: Direction
    /// What happens to the handle that it is.
    public var life: HandleLife
    /// What it is.
    public var type: InterfaceType
    /// Whose the memory or text is that comes back; nil if the caller gave room for it.
    public var ownership: Ownership?
    /// For how long the library goes on using it after the call; nil if it does not.
    public var retention: Retention?
    /// The attributes of the handle that a call makes.
    public var attributes: [AttributeValue]
    /// The value that every call passes; the host leaves the argument out.
    public var fixed: InterfaceExpression?

    /// Describes a parameter.
    public init(
      _ name: String,
      _ type: InterfaceType,
      _ direction: Direction = .in,
      life: HandleLife = .used,
      ownership: Ownership? = nil,
      retention: Retention? = nil,
      attributes: [AttributeValue] = [],
      fixed: InterfaceExpression? = nil
    ) {
      self.name = name
      self.type = type
      self.direction = direction
      self.life = life
      self.ownership = ownership
      self.retention = retention
      self.attributes = attributes
      self.fixed = fixed
    }
  }

  /// What a call does with a handle that it is given.
  public enum HandleLife: String, Sendable, Hashable, CaseIterable {
    /// Uses it.
    case used
    /// Makes it: written `new`. The library fills in a pointer or, if the handle has a structure,
    /// fills that structure, which the instance allocated.
    ///
    /// If the call fails, a pointer that is not null is closed at once with the handle's destructor;
    /// a structure is freed without it.
    case new
    /// Ends its life, even if the call fails: written `consumed`.
    case consumed
  }

  /// Whose memory or text is that the library returns.
  public enum Ownership: Sendable, Hashable {
    /// The library's: it is copied at once.
    case borrowed
    /// The caller's: it is copied and then given to the exported function of this symbol, which is
    /// `void (void *)`.
    case freed(by: String)
  }

  /// For how long the library goes on using memory or a callback after the call.
  public struct Retention: Sendable, Hashable {
    /// The parameter that is the handle whose end is the end of the use.
    ///
    /// Nil if only the end of the connection is.
    public var handle: String?
    /// The parameter that says which of several places of the handle it goes to: a later call with
    /// the same value replaces it.
    public var slot: String?

    /// Describes a retention.
    public init(by handle: String? = nil, at slot: String? = nil) {
      self.handle = handle
      self.slot = slot
    }
  }

  /// The value of an attribute of a handle that a call makes.
  public struct AttributeValue: Sendable, Hashable {
    /// The attribute.
    public var name: String
    /// Its value.
    public var value: InterfaceExpression

    /// Describes the value of an attribute.
    public init(_ name: String, _ value: InterfaceExpression) {
      self.name = name
      self.value = value
    }
  }

  /// What a function returns.
  public struct Result: Sendable, Hashable {
    /// What it is.
    public var type: InterfaceType
    /// Whose memory or text it is; nil, for these, means borrowed.
    public var ownership: Ownership?
    /// The attributes of the handle that the call makes.
    public var attributes: [AttributeValue]

    /// Describes a result.
    public init(
      _ type: InterfaceType,
      ownership: Ownership? = nil,
      attributes: [AttributeValue] = []
    ) {
      self.type = type
      self.ownership = ownership
      self.attributes = attributes
    }
  }

  /// How a call that failed is told from one that did not.
  public struct Failure: Sendable, Hashable {
    /// What the result says.
    public enum Condition: Sendable, Hashable {
      /// The call failed unless the result is one of these integers.
      case unless([InterfaceExpression])
      /// The call failed if the result passes a test.
      case when(Test)
    }

    /// A test of a result.
    public enum Test: String, Sendable, Hashable, CaseIterable {
      /// It is a null pointer.
      case null
      /// It is not 0.
      case nonzero
      /// It is 0, or false.
      case zero
      /// It is below 0.
      case negative
    }

    /// What the result says.
    public var condition: Condition
    /// Whether `errno` says why.
    public var readsErrno: Bool
    /// The function that returns the library's words for what went wrong.
    ///
    /// It is asked right after the call, before a handle that the call made is closed, and not at
    /// all if one of its arguments is a handle that is null.
    public var message: Query?

    /// Describes a failure.
    public init(_ condition: Condition, readsErrno: Bool = false, message: Query? = nil) {
      self.condition = condition
      self.readsErrno = readsErrno
      self.message = message
    }
  }
}
