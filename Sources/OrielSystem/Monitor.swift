internal import Glibc

/// A value that one thread at a time may use, and for whose changes threads can wait.
@safe package final class Monitor<Value>: @unchecked Sendable {
  // Invariant: the value is touched with the mutex held, and mutex and condition never move.

  /// The mutex.
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  /// What waiting threads are woken by.
  private let condition: UnsafeMutablePointer<pthread_cond_t>
  /// The guarded value.
  private var value: Value

  /// Guards a value.
  package init(_ value: sending Value) {
    unsafe mutex = .allocate(capacity: 1)
    unsafe condition = .allocate(capacity: 1)
    // The memory is fresh, and NULL asks for the default kinds, which cannot fail.
    unsafe mutex.initialize(to: pthread_mutex_t())
    unsafe condition.initialize(to: pthread_cond_t())
    _ = unsafe pthread_mutex_init(mutex, nil)
    _ = unsafe pthread_cond_init(condition, nil)
    self.value = value
  }

  deinit {
    // Nobody waits any more, since nobody has this object.
    _ = unsafe pthread_cond_destroy(condition)
    _ = unsafe pthread_mutex_destroy(mutex)
    unsafe condition.deallocate()
    unsafe mutex.deallocate()
  }

  /// Uses the value alone; nobody who waits is told.
  package func withLock<Result>(_ body: (inout Value) -> Result) -> Result {
    // The mutex was initialised in init and lives as long as this object.
    _ = unsafe pthread_mutex_lock(mutex)
    defer { _ = unsafe pthread_mutex_unlock(mutex) }
    return body(&value)
  }

  /// Uses the value alone, and then has waiting threads look at it again: all, or any one where one
  /// is enough.
  package func change<Result>(wakingAll: Bool = true, _ body: (inout Value) -> Result) -> Result {
    let result = withLock(body)
    // The condition was initialised in init and lives as long as this object.
    _ = unsafe wakingAll ? pthread_cond_broadcast(condition) : pthread_cond_signal(condition)
    return result
  }

  /// Blocks the thread until the value has something to give.
  ///
  /// - Parameter body: Looks at the value, at once and after each change; nil goes on waiting.
  /// - Returns: What the function has given.
  package func wait<Result>(until body: (inout Value) -> Result?) -> Result {
    // The mutex was initialised in init and lives as long as this object.
    _ = unsafe pthread_mutex_lock(mutex)
    while true {
      if let result = body(&value) {
        _ = unsafe pthread_mutex_unlock(mutex)
        return result
      }
      // Both were initialised in init, and this thread holds the mutex.
      _ = unsafe pthread_cond_wait(condition, mutex)
    }
  }
}
