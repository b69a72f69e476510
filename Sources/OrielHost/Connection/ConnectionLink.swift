internal import OrielSystem
internal import OrielWire

/// What a host's own thread and a connection tell each other.
final class ConnectionLink: Sendable {
  /// What the instance has to prepare.
  let message: Connect
  /// The memory of the lanes.
  let memory: SharedFile
  /// What is known of the start.
  let start = Promise<Result<Connected, FailureReason>>()
  /// How the connection has ended.
  let end = Promise<RequestResult>()
  /// The lanes, whose waits end with the connection.
  let lanes: [CallLane]
  /// The lane that the main thread of the instance serves.
  let main: CallLane
  /// Who waits for a memory to be mapped, by its number.
  private let mappings = Lock<[UInt64: Promise<Int32>]>([:])

  /// Gathers the parts.
  ///
  /// - Parameters:
  ///   - message: What the instance has to prepare.
  ///   - memory: The memory of the lanes.
  ///   - main: The lane that the main thread serves.
  ///   - others: The lanes of other threads, the last for those that serve none.
  init(
    message: Connect,
    memory: consuming SharedFile,
    main: CallLane,
    others: [CallLane]
  ) {
    self.message = message
    self.memory = memory
    self.main = main
    lanes = [main] + others
  }

  /// Calls can be made.
  func connected(_ connected: Connected) {
    start.fulfil(.success(connected))
  }

  /// Waits for what becomes of mapping a memory.
  func expectMapping(_ number: UInt64) -> Promise<Int32> {
    let promise = Promise<Int32>()
    mappings.withLock { $0[number] = promise }
    // What was expected after the end would never come.
    if end.value != nil { promise.fulfil(-1) }
    return promise
  }

  /// A memory was mapped, or was not.
  func bufferMapped(_ number: UInt64, _ errno: Int32) {
    mappings.withLock { $0.removeValue(forKey: number) }?.fulfil(errno)
  }

  /// The connection has ended.
  func ended(_ result: RequestResult) {
    end.fulfil(result)
    if case .failed(let reason) = result.outcome {
      start.fulfil(.failure(reason))
    } else {
      start.fulfil(.failure(.hostGone("the connection was closed")))
    }
    let waiting = mappings.withLock { mappings in
      let waiting = mappings
      mappings = [:]
      return waiting
    }
    for promise in waiting.values { promise.fulfil(-1) }
    for lane in lanes { lane.lane.stop() }
  }
}
