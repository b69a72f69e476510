internal import COriel
internal import CShims
internal import Glibc
internal import OrielSystem
internal import OrielWire

/// The instance that this process is: what its threads share.
final class Instance: Sendable {
  /// The connection to the host.
  let channel: Channel
  /// What the extension is told about itself.
  let bundle: BundleFacts
  /// The request and its items.
  let request: Lock<RequestRecord>
  /// Loads that run, and what they gave.
  let loads: LoadTable
  /// Questions that the host has not answered.
  let asks: AskTable
  /// What waits for the main thread.
  let loop: MainLoop
  /// The lines that may still be logged.
  let log: LogBudget
  /// The extension's tables.
  let library: ExtensionLibrary
  /// The thread that entered the extension.
  let mainThread: pthread_t

  /// Gathers the parts; called on the main thread.
  init(
    channel: Channel,
    library: ExtensionLibrary,
    begin: Begin,
    mounts: [GrantedMount]
  ) throws(SystemError) {
    self.channel = channel
    self.library = library
    bundle = BundleFacts(begin, mounts: mounts)
    request = Lock(RequestRecord(begin, random: Self.random()))
    channel.adopt(begin.limits)
    let loads = LoadTable(
      limit: min(Int(begin.limits.loads), Int(ORIEL_MAX_LOADS)),
      wake: try EventSignal()
    )
    self.loads = loads
    asks = AskTable { loads.wakeServingThread() }
    loop = try MainLoop()
    log = LogBudget(bytes: Int(begin.limits.logBytes))
    mainThread = pthread_self()
  }

  /// The instance of this process.
  static var current: Instance {
    guard let instance = unsafe shared else {
      // An extension gets the tables that lead here only after `shared` was set.
      preconditionFailure("the extension was entered before its instance was ready")
    }
    return instance
  }

  /// Makes this the instance of the process; called once, before a second thread exists.
  func install() {
    unsafe Self.shared = self
  }

  /// Written once, by `install`, while the process has one thread; only read afterwards.
  private nonisolated(unsafe) static var shared: Instance?

  /// Whether the calling thread is the main one.
  var isOnMainThread: Bool { pthread_equal(pthread_self(), mainThread) != 0 }

  /// Random bits for handles.
  static func random() -> UInt64 {
    var generator = SystemRandomNumberGenerator()
    return generator.next()
  }

  /// Gives the request's outcome to the host, and makes every handle stale.
  ///
  /// The message is sent while the record is held, so that the first terminal call wins whichever
  /// thread makes it, and a call that the host did not take changes nothing.
  func finish(
    keepsWorking: Bool,
    _ send: (inout RequestRecord) throws(Status) -> Void
  ) throws(Status) {
    try request.withLock { (record) throws(Status) in
      guard !record.isFinished else { throw .alreadyFinished }
      // A host that waits for nothing else must know the number by then.
      oriel_shim_trace_flush()
      try send(&record)
      record.finish(keepsWorking: keepsWorking, random: Self.random())
    }
    loads.endAll(with: .cancelled)
    asks.endAll(with: .cancelled)
    loop.wake()
  }

  /// Ends the process in good order.
  ///
  /// What the extension printed is written out first.
  static func exit(_ code: Int32) -> Never {
    // NULL means every stream of the process.
    _ = fflush(nil)
    oriel_shim_trace_flush()
    _exit(code)
  }
}
