/// A function of an extension that was looked for once, for programs that call it often.
///
/// It keeps the connection open.
public struct ExtensionFunction: Sendable {
  /// The connection that it is called on.
  public let connection: ExtensionConnection
  /// How it is called.
  private let plan: FunctionPlan

  /// The name in the interface.
  public var name: String { plan.function.name }

  /// A function of a connection.
  init(_ plan: FunctionPlan, of connection: ExtensionConnection) {
    self.plan = plan
    self.connection = connection
  }

  /// Makes a call and waits for its return.
  ///
  /// It blocks the thread; tasks use ``call(_:options:)``.
  ///
  /// - Parameters:
  ///   - arguments: What the interface lists as arguments, in order.
  ///   - options: What differs for this call.
  /// - Returns: What came back.
  /// - Throws: Why nothing came back.
  public func callSynchronously(
    _ arguments: [InterfaceValue] = [],
    options: CallOptions = CallOptions()
  ) throws(CallError) -> CallResult {
    try connection.perform(plan, nil, arguments, options)
  }

  /// Makes a call without blocking the thread.
  ///
  /// - Parameters:
  ///   - arguments: What the interface lists as arguments, in order.
  ///   - options: What differs for this call.
  /// - Returns: What came back.
  /// - Throws: Why nothing came back.
  public func call(
    _ arguments: [InterfaceValue] = [],
    options: CallOptions = CallOptions()
  ) async throws(CallError) -> CallResult {
    try await connection.schedule(plan, nil, arguments, options)
  }
}

extension ExtensionConnection {
  /// Looks for a function once, so that calls need not.
  ///
  /// - Parameter name: The name of the function in the interface.
  /// - Returns: The function.
  /// - Throws: That neither the interface nor the library has it.
  public func function(_ name: String) throws(CallError) -> ExtensionFunction {
    guard let plan = plan.functions[name], !absent.contains(plan.number) else {
      throw .noFunction(name)
    }
    return ExtensionFunction(plan, of: self)
  }
}
