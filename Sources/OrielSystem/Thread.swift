internal import Glibc

/// Threads that belong to nobody once they run.
package enum Thread {
  /// Starts a thread that runs a function and then ends; it receives no signals of the process.
  package static func start(_ body: @escaping @Sendable () -> Void) throws(SystemError) {
    // Whoever asked does not wait for the thread.
    _ = pthread_detach(try create(body))
  }

  /// Runs a function once for each number below a count, each on a thread of its own, and waits.
  ///
  /// The last one runs on the calling thread; where no thread can be had, so do the others.
  package static func together(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
    var threads: [pthread_t] = []
    for number in 0..<max(count - 1, 0) {
      if let thread = try? create({ body(number) }) {
        threads.append(thread)
      } else {
        body(number)
      }
    }
    if count > 0 { body(count - 1) }
    for thread in threads {
      // The thread was started above, and its result is not asked for.
      _ = pthread_join(thread, nil)
    }
  }

  /// Lets so many milliseconds pass, for what nothing tells of, such as that a lock becomes free.
  package static func pause(milliseconds: Int32) {
    // With no descriptors this waits for nothing but the time.
    _ = poll(nil, 0, milliseconds)
  }

  /// Creates a thread, which must be joined or detached.
  private static func create(
    _ body: @escaping @Sendable () -> Void
  ) throws(SystemError) -> pthread_t {
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
    return thread
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
