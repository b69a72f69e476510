internal import OrielManifest
internal import OrielSystem
internal import OrielWire

/// Opens the directories that instances are granted, and measures them while the instances run.
///
/// The kernel bounds no directory for an ordinary user, so it is measured: before the launch and
/// then every 100 ms. That takes time, and file systems may hang, so it has a thread of its own,
/// which is there while there is something to do.
final class StorageKeeper: Sendable {
  /// Directories that a request needs.
  struct Order: Sendable {
    /// The request.
    let request: UInt64
    /// The directories.
    let areas: [StorageArea]
    /// What each may hold.
    let bounds: StorageBounds
  }

  /// What waits.
  private struct State: Sendable {
    /// The orders in order.
    var orders: [Order] = []
    /// The requests that have ended since the thread looked.
    var ended: Set<UInt64> = []
    /// What wakes the thread, while it runs.
    var loop: LoopDescriptors?
    /// Whether nothing is to be done any more.
    var isClosed = false
  }

  /// The way back to the host's own thread.
  private let queue: CommandQueue
  /// The folder of the configuration.
  private let configuredFolder: String?
  /// What waits.
  private let state = Lock(State())

  /// The time between two measurements.
  private static let interval: UInt64 = 100

  /// A keeper that answers through a queue.
  init(_ queue: CommandQueue, configuredFolder: String?) {
    self.queue = queue
    self.configuredFolder = configuredFolder
  }

  /// Takes an order; throws when there is no thread for it.
  func add(_ order: Order) throws(SystemError) {
    let running = state.withLock { state in
      state.orders.append(order)
      return state.loop
    }
    if let running {
      running.signal.raise()
      return
    }
    do throws(SystemError) {
      let loop = try LoopDescriptors()
      state.withLock { $0.loop = loop }
      try Thread.start { self.work(loop) }
    } catch {
      state.withLock { $0 = State() }
      throw error
    }
  }

  /// Measures the directories of a request no longer.
  func forget(_ request: UInt64) {
    let running = state.withLock { state in
      state.orders.removeAll { $0.request == request }
      if state.loop != nil { state.ended.insert(request) }
      return state.loop
    }
    running?.signal.raise()
  }

  /// Ends the thread soon.
  func close() {
    let running = state.withLock { state in
      state.isClosed = true
      return state.loop
    }
    running?.signal.raise()
  }

  // MARK: - On the thread

  /// Serves until nothing is left.
  private func work(_ loop: LoopDescriptors) {
    var watched: [UInt64: [WatchedFolder]] = [:]
    var next = MonotonicTime.now.adding(milliseconds: Self.interval)
    while let orders = takeOrders(&watched) {
      for order in orders { prepare(order, &watched) }
      if !watched.isEmpty, next <= .now {
        let start = MonotonicTime.now
        measure(&watched)
        // A directory with very many entries must not take a processor for itself.
        let taken = (MonotonicTime.now.nanoseconds &- start.nanoseconds) / 1_000_000
        next = .now.adding(milliseconds: max(Self.interval, 3 &* UInt64(clamping: taken)))
      }
      let now = MonotonicTime.now
      let left = next <= now ? 0 : (next.nanoseconds &- now.nanoseconds) / 1_000_000 + 1
      // Without anything to measure only an order or an end wakes it.
      _ = try? loop.poll.wait(milliseconds: watched.isEmpty ? 0 : Int32(clamping: left))
      loop.signal.acknowledge()
    }
  }

  /// The orders that wait; nil, and then for good, when nothing is to be done.
  private func takeOrders(_ watched: inout [UInt64: [WatchedFolder]]) -> [Order]? {
    let (orders, ended) = state.withLock { state -> ([Order]?, Set<UInt64>) in
      let orders = state.orders
      let ended = state.ended
      state.orders = []
      state.ended = []
      let isIdle = orders.isEmpty && watched.keys.allSatisfy { ended.contains($0) }
      guard state.isClosed || isIdle else { return (orders, ended) }
      // The next order starts a new thread.
      state.loop = nil
      return (nil, ended)
    }
    for request in ended { watched[request] = nil }
    return orders
  }

  /// Opens and measures the directories of a request.
  private func prepare(_ order: Order, _ watched: inout [UInt64: [WatchedFolder]]) {
    var folders: [WatchedFolder] = []
    let result: Result<[GrantedMount], SetupFailure>
    do throws(StorageError) {
      let base = try StorageBase(configured: configuredFolder)
      let owner = try StorageOwner.current()
      for area in order.areas {
        folders.append(try WatchedFolder(area, in: base, owner: owner, bounds: order.bounds))
      }
      result = .success(folders.map(\.mount))
    } catch {
      result = .failure(SetupFailure(error))
    }
    if case .success = result { watched[order.request] = folders }
    // A host that has ended takes nothing.
    if !queue.push(.prepared(order.request, result)) { watched[order.request] = nil }
  }

  /// Measures what is watched and tells of each request that is over a limit, once.
  private func measure(_ watched: inout [UInt64: [WatchedFolder]]) {
    for (request, folders) in watched {
      for folder in folders {
        guard let excess = folder.excess() else { continue }
        watched[request] = nil
        _ = queue.push(.storageExceeded(request, excess))
        break
      }
    }
  }
}

extension SetupFailure {
  /// A directory that cannot be used.
  init(_ error: StorageError) {
    self.init(
      stage: "opening the extension's directories",
      errorNumber: 0,
      reason: error.reason,
      remedy: error.remedy
    )
  }
}
