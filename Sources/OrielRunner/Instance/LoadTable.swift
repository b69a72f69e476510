internal import COriel
internal import Glibc
internal import OrielSystem
internal import OrielWire

/// The loads of a request: those that the host still works on, and what ended ones gave.
///
/// Every load ends exactly once: by the host's answer, by being given up, with the request, or with
/// the host.
final class LoadTable: Sendable {
  /// Who waits for a load.
  enum Waiter {
    /// A callback, made on the Oriel thread.
    case callback(LoadCallback)
    /// A callback for a preview, made on the Oriel thread.
    case preview(PreviewCallback)
    /// A thread that is blocked.
    case thread(BlockedThread<Result<LoadedContent, Status>>, pthread_t)
  }

  /// A load that has not ended.
  struct Pending {
    let form: LoadAttachment.Form
    let suggestedName: String?
    let waiter: Waiter
    /// How far it is, as far as the host told.
    var progress: LoadAdvanced?
    /// Who hears how far it is.
    var watcher: ProgressCallback?
  }

  private struct State {
    var nextIdentifier: UInt64 = 1
    var pending: [UInt64: Pending] = [:]
    /// How many loads have ended and are not told yet.
    var untold = 0
    /// Whether the request has ended, so that no load may begin.
    var isClosed = false
    /// Loads that ended without the host, to be told on the Oriel thread.
    var ended: [(Pending, Status)] = []
    /// What extensions hold, by token.
    var loaded: [UInt64: Lent] = [:]
    /// Why loads failed.
    var failures = LoadFailures()
    var nextToken: UInt64 = 1
    var servingThread: pthread_t?
  }

  /// What an extension holds of a load.
  private struct Lent {
    let bytes: StableBytes
    /// The load that the host must hear of when it is given back, or 0.
    let held: UInt64
  }

  private let state = Lock(State())
  private let wake: EventSignal
  /// The most loads that wait at a time.
  private let limit: Int

  /// An empty table; the signal tells the Oriel thread to look at it.
  init(limit: Int, wake: consuming EventSignal) {
    self.limit = limit
    self.wake = wake
  }

  /// Readable when `deliverEnded` has something to do.
  var wakeDescriptor: Int32 { wake.descriptor.withRawValue { $0 } }

  /// Remembers the thread that answers loads.
  func serve(by thread: pthread_t) {
    state.withLock { $0.servingThread = thread }
  }

  /// Has the Oriel thread look at what has ended.
  func wakeServingThread() { wake.raise() }

  /// Whether a thread is the one that answers loads.
  func isServed(by thread: pthread_t) -> Bool {
    state.withLock { state in
      guard let serving = state.servingThread else { return false }
      return pthread_equal(serving, thread) != 0
    }
  }

  /// Adds a load; gives its identifier.
  func add(_ load: Pending) throws(Status) -> UInt64 {
    try state.withLock { (state) throws(Status) in
      guard !state.isClosed else { throw .stale }
      guard state.pending.count < limit else { throw .tooLarge }
      let identifier = state.nextIdentifier
      // 32 bits fit a handle; no request makes so many loads.
      guard identifier <= UInt64(UInt32.max) else { throw .tooLarge }
      state.nextIdentifier += 1
      state.pending[identifier] = load
      return identifier
    }
  }

  /// Takes a load out without telling its waiter.
  func remove(_ identifier: UInt64) -> Pending? {
    state.withLock { $0.pending.removeValue(forKey: identifier) }
  }

  /// Lets somebody hear how far a load is.
  func watch(_ identifier: UInt64, _ callback: ProgressCallback) throws(Status) {
    try state.withLock { (state) throws(Status) in
      guard let load = state.pending[identifier] else { throw .stale }
      guard load.watcher == nil else { throw .invalidArgument }
      state.pending[identifier]?.watcher = callback
    }
  }

  /// How far a load is, as far as the host told.
  func progress(of identifier: UInt64) throws(Status) -> LoadAdvanced {
    try state.withLock { (state) throws(Status) in
      guard let load = state.pending[identifier] else { throw .stale }
      guard let progress = load.progress else { throw .notFound }
      return progress
    }
  }

  /// A load has got on; on the Oriel thread, which also ends loads, so that nobody hears of one that
  /// has ended.
  func advance(_ identifier: UInt64, to progress: LoadAdvanced) {
    let watcher = state.withLock { state in
      state.pending[identifier]?.progress = progress
      return state.pending[identifier]?.watcher
    }
    watcher?.tell(progress)
  }

  /// Why a load failed; for 0 the last one that failed for the calling thread.
  func failure(of identifier: UInt64, on thread: pthread_t) -> LoadFailures.Record? {
    state.withLock { state in
      identifier == 0 ? state.failures.last(of: thread) : state.failures[identifier]
    }
  }

  /// Ends a load that was given up; false when it has ended before.
  func giveUp(_ identifier: UInt64) -> Bool {
    let wasPending = state.withLock { state in
      guard let load = state.pending.removeValue(forKey: identifier) else { return false }
      state.ended.append((load, .cancelled))
      state.untold += 1
      return true
    }
    if wasPending { wake.raise() }
    return wasPending
  }

  /// Ends every load with a status, and lets none begin any more.
  func endAll(with status: Status) {
    state.withLock { state in
      state.isClosed = true
      state.untold += state.pending.count
      for load in state.pending.values { state.ended.append((load, status)) }
      state.pending = [:]
    }
    wake.raise()
  }

  /// Tells the waiters of ended loads; on the Oriel thread.
  func deliverEnded() {
    wake.acknowledge()
    let ended = state.withLock { state in
      let ended = state.ended
      state.ended = []
      return ended
    }
    for (load, status) in ended { tell(load, .failure(status)) }
  }

  /// Ends a load with the host's answer; an answer to a load that has ended is dropped.
  func end(_ identifier: UInt64, with result: LoadResult, descriptor: consuming Descriptor?) {
    let load = state.withLock { state in
      let load = state.pending.removeValue(forKey: identifier)
      if load != nil { state.untold += 1 }
      return load
    }
    guard let load else { return }
    if case .failure(let failure) = result.detail {
      state.withLock { $0.failures.add(failure, of: identifier, to: load.waiter) }
    }
    do {
      let content = try LoadedContent(
        result,
        descriptor: descriptor,
        form: load.form,
        suggestedName: load.suggestedName,
        identifier: identifier
      )
      // A copy was made of everything but a descriptor.
      if content.held != 0, content.form != .descriptor { tellReleased(content.held) }
      tell(load, .success(content))
    } catch {
      if result.detail == .held { tellReleased(identifier) }
      tell(load, .failure(error))
    }
  }

  private func tell(_ load: Pending, _ result: Result<LoadedContent, Status>) {
    switch load.waiter {
    case .callback(let callback): callback.tell(result, self)
    case .preview(let callback): callback.tell(result)
    case .thread(let thread, _): thread.tell(result)
    }
    load.watcher?.release()
    state.withLock { $0.untold -= 1 }
    Instance.current.loop.wake()
  }

  /// Whether every load has ended and whoever waited for it was told.
  var isIdle: Bool { state.withLock { $0.pending.isEmpty && $0.untold == 0 } }

  /// Fills the structure that an extension gets, and keeps what it points to until it is released.
  func lend(_ content: LoadedContent) -> oriel_loaded {
    var loaded = unsafe oriel_loaded()
    unsafe loaded.size = UInt32(MemoryLayout<oriel_loaded>.size)
    unsafe loaded.form = UInt32(content.form.rawValue)
    unsafe loaded.bytes = content.bytes.lent
    unsafe loaded.descriptor = content.takeDescriptor()
    unsafe loaded.token = state.withLock { state in
      let token = state.nextToken
      state.nextToken += 1
      let held = content.form == .descriptor ? content.held : 0
      state.loaded[token] = Lent(bytes: content.bytes, held: held)
      return token
    }
    return unsafe loaded
  }

  /// Takes back what was lent; false for a token that is not known.
  func takeBack(_ token: UInt64) -> Bool {
    let lent = state.withLock { $0.loaded.removeValue(forKey: token) }
    if let lent, lent.held != 0 { tellReleased(lent.held) }
    return lent != nil
  }

  /// Tells the host that what it holds for a load is not needed any more.
  private func tellReleased(_ identifier: UInt64) {
    // A host that is gone holds nothing.
    try? Instance.current.channel.send(LoadNotice(.released), id: identifier)
  }
}
