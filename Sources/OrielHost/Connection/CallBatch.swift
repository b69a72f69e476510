internal import Synchronization

/// Calls that an extension makes one after the other, for one exchange with it.
///
/// What a call returns can be an argument of later ones before the host knows it:
///
/// ```swift
/// var batch = CallBatch()
/// let counter = batch.call("counter_new", [5])
/// let sum = batch.call("counter_add", [counter.result, 3])
/// let total = try await connection.call(batch).get(sum)
/// ```
///
/// Every call is made, whatever the earlier ones return; only one with an argument from a call that was
/// not made, or from a null pointer that should be a handle, is refused.
public struct CallBatch: Sendable {
  /// A call of a batch.
  public struct Call: Sendable {
    /// The batch.
    let batch: UInt64
    /// The place in it.
    let index: Int

    /// What the call returns, as an argument of a later call: a number or a handle.
    public var result: InterfaceValue {
      .promise(CallPromise(batch: batch, call: index, part: .result))
    }

    /// What comes back through a parameter, as an argument of a later call: a number or a handle.
    public func output(_ name: String) -> InterfaceValue {
      .promise(CallPromise(batch: batch, call: index, part: .output(name)))
    }
  }

  /// What is asked for.
  struct Request: Sendable {
    /// The function.
    let name: String
    /// The table that holds it.
    let table: ExtensionHandle?
    /// The arguments.
    let arguments: [InterfaceValue]
  }

  /// The number of the next batch.
  private static let next = Atomic<UInt64>(0)

  /// What promises know the batch by.
  let identifier = Self.next.wrappingAdd(1, ordering: .relaxed).newValue
  /// The calls in order.
  private(set) var requests: [Request] = []

  /// How many calls there are.
  public var count: Int { requests.count }

  /// A batch without calls.
  public init() {}

  /// Adds a call of an exported function.
  ///
  /// - Parameters:
  ///   - name: The name of the function, or for a function of a table its name after a dot.
  ///   - arguments: What the interface lists as arguments, in order.
  /// - Returns: The call, for its result.
  @discardableResult
  public mutating func call(_ name: String, _ arguments: [InterfaceValue] = []) -> Call {
    add(Request(name: name, table: nil, arguments: arguments))
  }

  /// Adds a call of a function of a table.
  @discardableResult
  public mutating func call(
    _ table: ExtensionHandle,
    _ name: String,
    _ arguments: [InterfaceValue] = []
  ) -> Call {
    add(Request(name: name, table: table, arguments: arguments))
  }

  private mutating func add(_ request: Request) -> Call {
    requests.append(request)
    return Call(batch: identifier, index: requests.count - 1)
  }
}

/// What the calls of a batch have given.
public struct BatchResult: Sendable {
  /// What each call has given, in their order.
  public let results: [Result<CallResult, CallError>]
  /// The batch.
  let batch: UInt64

  /// What a call of the batch has given.
  ///
  /// - Throws: Why it gave nothing.
  public func get(_ call: CallBatch.Call) throws(CallError) -> CallResult {
    guard call.batch == batch, call.index < results.count else {
      throw .argument("the call is one of another batch")
    }
    return try results[call.index].get()
  }
}

/// What a call of a batch will give, as an argument of a later one.
public struct CallPromise: Sendable {
  /// What of it.
  enum Part: Hashable, Sendable {
    /// What the function returns.
    case result
    /// What comes back through a parameter.
    case output(String)
  }

  /// The batch.
  let batch: UInt64
  /// The place of the call in it.
  let call: Int
  /// What of it.
  let part: Part
}
