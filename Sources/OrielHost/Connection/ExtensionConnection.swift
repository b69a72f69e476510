public import OrielInterface
internal import OrielSystem
internal import OrielWire

/// An instance of an extension whose functions a host calls.
///
/// Calls can be made from any thread and task. Functions that the interface does not call concurrent
/// run one after the other, on the main thread of the instance. When the instance ends, however it does,
/// every call that waits ends with ``CallError/ended(_:)``, and so does every later one; a new
/// connection starts a new instance.
public final class ExtensionConnection: Sendable {
  /// The number of the connection in its host.
  public let identifier: UInt64
  /// The interface, as the bundle describes it.
  public var interface: CheckedInterface { plan.interface }
  /// How functions are called.
  let plan: InterfacePlan
  /// What is shared with the host's own thread.
  let link: ConnectionLink
  /// The functions that the library does not have.
  let absent: Set<Int>
  /// Whether there are any.
  let hasAbsent: Bool
  /// The options.
  let options: ConnectionOptions
  /// The nanoseconds that a call has when nobody says otherwise.
  let usualTimeout: UInt64
  /// The way to the host's own thread.
  let queue: CommandQueue
  /// The functions of the host that are lent.
  let context = ConnectionContext()
  /// The threads that make calls for tasks.
  let workers: WorkQueue
  /// The threads that wait for calls which tasks have begun: one for each lane, so that none of these
  /// calls waits for one that comes later.
  let waiters: WorkQueue
  /// The number of the next shared buffer.
  let nextBuffer = Lock<UInt16>(0)
  /// The names of handles by number.
  let kindNames: [Int: String]

  /// Serves what the library calls from threads of its own, if there can be such calls.
  init(
    id: UInt64,
    plan: InterfacePlan,
    link: ConnectionLink,
    absent: Set<Int>,
    options: ConnectionOptions,
    queue: CommandQueue
  ) {
    identifier = id
    self.plan = plan
    self.link = link
    self.absent = absent
    self.options = options
    usualTimeout = MonotonicTime(nanoseconds: 0).adding(options.callTimeout).nanoseconds
    self.queue = queue
    hasAbsent = !absent.isEmpty
    workers = WorkQueue(threads: plan.isConcurrent ? link.lanes.count - 1 : 1)
    waiters = WorkQueue(threads: link.lanes.count - 1)
    let description = plan.interface.description
    let names = description.handles.map(\.name) + description.tables.map(\.name)
    kindNames = Dictionary(uniqueKeysWithValues: zip(1..., names))
    if !plan.callbacks.isEmpty { serveForeignCallbacks() }
  }

  deinit {
    // Nobody can call any more.
    _ = queue.push(.cancel(identifier))
    workers.close()
    waiters.close()
  }

  /// Ends the instance; calls that run end with ``CallError/closed``.
  public func close() {
    _ = queue.push(.cancel(identifier))
  }

  /// Ends the instance, and waits until it has; gives how it ended, with its log and output.
  @discardableResult
  public func closeAndWait() async -> RequestResult {
    close()
    return await link.end.get()
  }

  /// How the connection has ended; nil while it has not.
  public var result: RequestResult? { link.end.value }

  /// Why the connection has ended, once that is known.
  func ending() -> CallError {
    if case .failed(let reason) = link.end.wait().outcome { return .ended(reason) }
    return .closed
  }

  /// Makes memory that the extension sees, too.
  ///
  /// The first mapping takes time that grows with the size; passing the buffer to calls does not.
  public func makeBuffer(count: Int) throws(CallError) -> SharedBuffer {
    guard count >= 0, count <= 1 << 40 else {
      throw .argument("a buffer cannot have \(count) bytes")
    }
    let number = nextBuffer.withLock { next -> UInt16? in
      guard next < .max else { return nil }
      next += 1
      return next
    }
    guard let number else { throw .noRoom("a connection takes 65535 buffers, one after the other") }
    let id = identifier
    let queue = queue
    let buffer: SharedBuffer
    do throws(SystemError) {
      buffer = try SharedBuffer(count: count, number: number, connection: id) { number in
        _ = queue.push(.unmapBuffer(UInt64(number), request: id))
      }
    } catch {
      throw .noRoom("the host cannot map \(count) bytes: \(error)")
    }
    let mapped = link.expectMapping(UInt64(number))
    guard queue.push(.mapBuffer(UInt64(number), request: id, buffer.memory)) else { throw .closed }
    let errno = mapped.wait()
    if errno < 0 { throw ending() }
    guard errno == 0 else {
      throw .noRoom(
        "the extension cannot map \(count) bytes: \(Errno(rawValue: errno)); its limits may be too "
          + "tight (ExtensionLimits.addressSpace)"
      )
    }
    return buffer
  }

  /// Makes a call for a table's function or an exported one, and waits for its return.
  ///
  /// It blocks the thread; tasks use ``call(_:_:options:)``.
  ///
  /// - Parameters:
  ///   - name: The name of the function, or for a function of a table its name after a dot.
  ///   - arguments: What the interface lists as arguments, in order.
  ///   - options: What differs for this call.
  /// - Returns: What came back.
  /// - Throws: Why nothing came back.
  public func callSynchronously(
    _ name: String,
    _ arguments: [InterfaceValue] = [],
    options: CallOptions = CallOptions()
  ) throws(CallError) -> CallResult {
    guard let function = plan.names[name] else { throw .noFunction(name) }
    return try perform(function, nil, arguments, options)
  }

  /// Makes a call of a function of a table.
  public func callSynchronously(
    _ table: ExtensionHandle,
    _ name: String,
    _ arguments: [InterfaceValue] = [],
    options: CallOptions = CallOptions()
  ) throws(CallError) -> CallResult {
    guard let function = plan.tables[table.type]?[name] else {
      throw .noFunction("\(table.type).\(name)")
    }
    return try perform(function, table, arguments, options)
  }

  /// Makes a call without blocking the thread.
  ///
  /// Cancelling the task ends the wait; a call that runs already goes on in the extension until its
  /// time is over.
  public func call(
    _ name: String,
    _ arguments: [InterfaceValue] = [],
    options: CallOptions = CallOptions()
  ) async throws(CallError) -> CallResult {
    guard let function = plan.names[name] else { throw .noFunction(name) }
    return try await schedule(function, nil, arguments, options)
  }

  /// Makes a call of a function of a table without blocking the thread.
  public func call(
    _ table: ExtensionHandle,
    _ name: String,
    _ arguments: [InterfaceValue] = [],
    options: CallOptions = CallOptions()
  ) async throws(CallError) -> CallResult {
    guard let function = plan.tables[table.type]?[name] else {
      throw .noFunction("\(table.type).\(name)")
    }
    return try await schedule(function, table, arguments, options)
  }
}
