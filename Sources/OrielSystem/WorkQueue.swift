internal import Glibc

/// Threads that do work in the order in which it was added, and start when there is the first.
@safe package final class WorkQueue: @unchecked Sendable {
  // Invariant: everything is touched with the mutex held, and mutex and condition never move.

  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private let condition: UnsafeMutablePointer<pthread_cond_t>
  private let threads: Int
  private var started = 0
  private var idle = 0
  private var isClosed = false
  private var work: [@Sendable () -> Void] = []
  private var next = 0

  /// A queue for at most so many threads.
  package init(threads: Int) {
    self.threads = threads
    unsafe mutex = .allocate(capacity: 1)
    unsafe condition = .allocate(capacity: 1)
    // The memory is fresh, and NULL asks for the default kinds, which cannot fail.
    unsafe mutex.initialize(to: pthread_mutex_t())
    unsafe condition.initialize(to: pthread_cond_t())
    _ = unsafe pthread_mutex_init(mutex, nil)
    _ = unsafe pthread_cond_init(condition, nil)
  }

  deinit {
    // The threads hold the object, so none is left.
    _ = unsafe pthread_cond_destroy(condition)
    _ = unsafe pthread_mutex_destroy(mutex)
    unsafe condition.deallocate()
    unsafe mutex.deallocate()
  }

  /// Adds work; where no thread can be had, it is done at once.
  package func add(_ body: @escaping @Sendable () -> Void) {
    _ = unsafe pthread_mutex_lock(mutex)
    work.append(body)
    let mustStart = idle == 0 && started < threads
    if mustStart { started += 1 }
    _ = unsafe pthread_cond_signal(condition)
    _ = unsafe pthread_mutex_unlock(mutex)
    guard mustStart, (try? Thread.start { self.run() }) == nil else { return }
    _ = unsafe pthread_mutex_lock(mutex)
    started -= 1
    let left = started == 0 ? take() : nil
    _ = unsafe pthread_mutex_unlock(mutex)
    left?()
  }

  /// Lets the threads end when nothing is left to do.
  package func close() {
    _ = unsafe pthread_mutex_lock(mutex)
    isClosed = true
    _ = unsafe pthread_cond_broadcast(condition)
    _ = unsafe pthread_mutex_unlock(mutex)
  }

  /// The next work; called with the mutex held.
  private func take() -> (@Sendable () -> Void)? {
    guard next < work.count else { return nil }
    let body = work[next]
    next += 1
    if next == work.count {
      work.removeAll(keepingCapacity: true)
      next = 0
    }
    return body
  }

  private func run() {
    _ = unsafe pthread_mutex_lock(mutex)
    while true {
      if let body = take() {
        _ = unsafe pthread_mutex_unlock(mutex)
        body()
        _ = unsafe pthread_mutex_lock(mutex)
      } else if isClosed {
        break
      } else {
        idle += 1
        _ = unsafe pthread_cond_wait(condition, mutex)
        idle -= 1
      }
    }
    _ = unsafe pthread_mutex_unlock(mutex)
  }
}
