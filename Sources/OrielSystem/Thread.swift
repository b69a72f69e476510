internal import Glibc

/// Threads that belong to nobody once they run.
package enum Thread {
  /// Starts a thread that runs a function and then ends; it receives no signals of the process.
  package static func start(_ body: @escaping @Sendable () -> Void) throws(SystemError) {
    var thread = pthread_t()
    // The object is kept alive for the thread, which takes it over as its first act.
    let work = unsafe Unmanaged.passRetained(Work(body: body))
    // The variable outlives the call that fills it; NULL asks for the default attributes.
    let error = unsafe pthread_create(
      &thread,
      nil,
      { context in
        var signals = sigset_t()
        // The set outlives both calls, which change the mask of this thread only.
        _ = unsafe sigfillset(&signals)
        // Filled just above; the old mask is not asked for.
        _ = unsafe pthread_sigmask(SIG_BLOCK, &signals, nil)
        guard let context = unsafe context else { return nil }
        // The context is the retained object that pthread_create was given below.
        let work = unsafe Unmanaged<Work>.fromOpaque(context).takeRetainedValue()
        work.body()
        return nil
      },
      work.toOpaque()
    )
    guard error == 0 else {
      // No thread took the object over.
      unsafe work.release()
      throw SystemError("pthread_create", Errno(rawValue: error))
    }
    // The thread was started above and is joined nowhere.
    _ = pthread_detach(thread)
  }

  /// What a thread is started with.
  private final class Work: Sendable {
    /// What the thread runs.
    let body: @Sendable () -> Void

    /// Wraps a function.
    init(body: @escaping @Sendable () -> Void) {
      self.body = body
    }
  }
}
