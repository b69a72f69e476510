internal import COriel
internal import Synchronization

/// What the process knows: how handlers are made, and the requests that run.
///
/// The C tables have no context of their own, so their functions find everything here.
final class Registry: Sendable {
  /// The only one.
  static let shared = Registry()

  /// What the lock protects.
  private struct State {
    /// Makes the handler of a request.
    var makeHandler: (@Sendable () -> any RequestHandler)?
    /// The address of the request table, once it was asked for.
    var requestTable: UInt?
    /// Hears of memory that becomes scarce.
    var pressureHandler: (@Sendable (MemoryPressure) -> Void)?
    /// The address of the memory table, once it was asked for.
    var memoryTable: UInt?
    /// The requests that have not ended.
    var runs: [oriel_request: RequestRun] = [:]
    /// Why the host wants requests to stop that have not begun here: its notice comes on another
    /// thread than `begin`, once for a request.
    var earlyReasons: [oriel_request: CancelReason] = [:]
  }

  /// Guarded by a lock: the main thread, the Oriel thread and tasks all come here.
  private let state = Mutex(State())

  /// Sets how handlers are made.
  func setHandler(_ makeHandler: @escaping @Sendable () -> any RequestHandler) {
    state.withLock { $0.makeHandler = makeHandler }
  }

  /// Sets who hears of memory that becomes scarce.
  func setPressureHandler(_ handler: @escaping @Sendable (MemoryPressure) -> Void) {
    state.withLock { $0.pressureHandler = handler }
  }

  /// Tells that memory becomes scarce.
  func press(_ level: UInt32) {
    guard let level = MemoryPressure(level) else { return }
    state.withLock { $0.pressureHandler }?(level)
  }

  /// The memory table, the same at each call; nil when nobody wants to hear.
  var memoryTable: UnsafeRawPointer? {
    let address = state.withLock { state -> UInt? in
      guard state.pressureHandler != nil else { return nil }
      if let address = state.memoryTable { return address }
      // A number may be kept in a Sendable place, and the table is never freed.
      let address = unsafe UInt(bitPattern: ExtensionMain.makeMemoryTable())
      state.memoryTable = address
      return address
    }
    // Made from a pointer to the table, which lives as long as the process.
    return unsafe address.flatMap { unsafe UnsafeRawPointer(bitPattern: $0) }
  }

  /// The request table; the same at each call.
  var requestTable: UnsafeRawPointer? {
    let address = state.withLock { state in
      if let address = state.requestTable { return address }
      // A number may be kept in a Sendable place, and the table is never freed.
      let address = unsafe UInt(bitPattern: ExtensionMain.makeRequestTable())
      state.requestTable = address
      return address
    }
    // Made from a pointer to the table, which lives as long as the process.
    return unsafe UnsafeRawPointer(bitPattern: address)
  }

  /// Begins to handle a request.
  func begin(_ request: oriel_request, host: Host) -> oriel_status {
    guard let makeHandler = state.withLock({ $0.makeHandler }) else { return ORIEL_E_INTERNAL }
    let run = RequestRun(request, host: host)
    let earlyReason = state.withLock { state in
      state.runs[request] = run
      return state.earlyReasons.removeValue(forKey: request)
    }
    if let earlyReason { run.cancel(earlyReason) }
    run.start(makeHandler())
    return ORIEL_OK
  }

  /// Cancels a request that runs, or that is about to begin.
  func cancel(_ request: oriel_request, _ reason: CancelReason) {
    state.withLock { state in
      let run = state.runs[request]
      if run == nil { state.earlyReasons[request] = reason }
      return run
    }?.cancel(reason)
  }

  /// The run of a request that has not ended.
  func run(of request: oriel_request) -> RequestRun? {
    state.withLock { $0.runs[request] }
  }

  /// Forgets a request that has ended.
  func remove(_ run: RequestRun) {
    state.withLock { state in
      if state.runs[run.request] === run { state.runs[run.request] = nil }
    }
  }
}
