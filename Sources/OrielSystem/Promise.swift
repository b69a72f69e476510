internal import Glibc

/// A value that comes once, which threads and tasks can wait for.
@safe package final class Promise<Value: Sendable>: @unchecked Sendable {
  // Invariant: everything is touched with the mutex held, and mutex and condition never move.

  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private let condition: UnsafeMutablePointer<pthread_cond_t>
  private var fulfilled: Value?
  private var waiting: [@Sendable (Value) -> Void] = []

  /// A promise of a value.
  package init() {
    unsafe mutex = .allocate(capacity: 1)
    unsafe condition = .allocate(capacity: 1)
    // The memory is fresh, and NULL asks for the default kinds, which cannot fail.
    unsafe mutex.initialize(to: pthread_mutex_t())
    unsafe condition.initialize(to: pthread_cond_t())
    _ = unsafe pthread_mutex_init(mutex, nil)
    _ = unsafe pthread_cond_init(condition, nil)
  }

  deinit {
    // Nobody waits any more, since nobody has this object.
    _ = unsafe pthread_cond_destroy(condition)
    _ = unsafe pthread_mutex_destroy(mutex)
    unsafe condition.deallocate()
    unsafe mutex.deallocate()
  }

  /// Gives the value, unless it was given before.
  package func fulfil(_ value: Value) {
    _ = unsafe pthread_mutex_lock(mutex)
    guard fulfilled == nil else {
      _ = unsafe pthread_mutex_unlock(mutex)
      return
    }
    fulfilled = value
    let waiting = waiting
    self.waiting = []
    _ = unsafe pthread_cond_broadcast(condition)
    _ = unsafe pthread_mutex_unlock(mutex)
    for body in waiting { body(value) }
  }

  /// The value, if it was given.
  package var value: Value? {
    _ = unsafe pthread_mutex_lock(mutex)
    defer { _ = unsafe pthread_mutex_unlock(mutex) }
    return fulfilled
  }

  /// Blocks the thread until the value is given.
  package func wait() -> Value {
    _ = unsafe pthread_mutex_lock(mutex)
    defer { _ = unsafe pthread_mutex_unlock(mutex) }
    while true {
      if let fulfilled { return fulfilled }
      _ = unsafe pthread_cond_wait(condition, mutex)
    }
  }

  /// Calls a function with the value, at once or when it is given.
  package func whenFulfilled(_ body: @escaping @Sendable (Value) -> Void) {
    _ = unsafe pthread_mutex_lock(mutex)
    let value = fulfilled
    if value == nil { waiting.append(body) }
    _ = unsafe pthread_mutex_unlock(mutex)
    if let value { body(value) }
  }

  /// Waits for the value without blocking a thread.
  package func get() async -> Value {
    await withCheckedContinuation { continuation in
      whenFulfilled { continuation.resume(returning: $0) }
    }
  }
}
