internal import Glibc

/// A value that one thread at a time may use.
///
/// Built on a plain pthread mutex, which keeps no thread identifier and so stays usable in a
/// process forked by a thread that does not hold it.
@safe package final class Lock<Value>: Sendable {
  /// The mutex, in memory that never moves.
  private nonisolated(unsafe) let mutex: UnsafeMutablePointer<pthread_mutex_t>
  /// The guarded value; touched only while the mutex is held.
  private nonisolated(unsafe) var value: Value

  /// Guards a value.
  package init(_ value: sending Value) {
    unsafe mutex = .allocate(capacity: 1)
    // The memory is fresh and belongs to this object.
    unsafe mutex.initialize(to: pthread_mutex_t())
    // NULL asks for the default kind, which cannot fail.
    _ = unsafe pthread_mutex_init(mutex, nil)
    // No other thread knows this object yet.
    unsafe self.value = value
  }

  deinit {
    // Nobody else can hold a reference any more, so nobody holds the mutex.
    _ = unsafe pthread_mutex_destroy(mutex)
    // The memory came from allocate in init.
    unsafe mutex.deallocate()
  }

  /// Uses the value alone.
  package func withLock<Result, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    // The mutex was initialised in init and lives as long as this object.
    _ = unsafe pthread_mutex_lock(mutex)
    defer {
      // Locked by this thread just above.
      _ = unsafe pthread_mutex_unlock(mutex)
    }
    // The mutex is held, so no other thread touches the value.
    return try unsafe body(&value)
  }
}
