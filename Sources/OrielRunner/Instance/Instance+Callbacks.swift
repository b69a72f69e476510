internal import OrielSystem

extension Instance {
  /// Makes a callback on the Oriel thread; the process does not end in good order while it runs.
  func callback(_ body: () -> Void) {
    request.withLock { $0.runningCallbacks += 1 }
    Guarded.call(body)
    request.withLock { $0.runningCallbacks -= 1 }
    loop.wake()
  }

  /// Whether the outcome is given, no work is kept, no callback runs and none is still due.
  var mayEnd: Bool { request.withLock { $0.mayEnd } && loads.isIdle && asks.isIdle }
}
