internal import Glibc
internal import OrielSystem

/// A lane with what the host keeps of it: which thread calls on it, and how far it is filled.
@safe final class CallLane: @unchecked Sendable {
  // Invariant: the owner alone uses `top` and `depth`, and becomes it by the mutex; the owner's number
  // is read by others only to compare it with their own, which it cannot become behind their back.

  /// The lane.
  let lane: Lane
  /// Where in the room a frame can begin: behind those of calls that run.
  var top = 0
  /// How many calls of the host are inside one another.
  private(set) var depth = 0
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private let owner: UnsafeMutablePointer<UInt>

  /// Calls inside one another that a lane takes.
  static let depthLimit = 32

  /// Uses a lane.
  init(_ lane: Lane) {
    self.lane = lane
    unsafe mutex = .allocate(capacity: 1)
    // The memory is fresh, and NULL asks for the default kind, which cannot fail.
    unsafe mutex.initialize(to: pthread_mutex_t())
    _ = unsafe pthread_mutex_init(mutex, nil)
    unsafe owner = .allocate(capacity: 1)
    unsafe owner.initialize(to: 0)
  }

  deinit {
    // Nobody calls any more, since nobody has this object.
    _ = unsafe pthread_mutex_destroy(mutex)
    unsafe mutex.deallocate()
    unsafe owner.deallocate()
  }

  /// Whether this thread is inside a call on the lane, so that it is in a callback.
  var isMine: Bool { unsafe owner.pointee == UInt(pthread_self()) }

  /// Makes the lane this thread's; gives whether it did not have to wait.
  func tryEnter() -> Bool {
    guard unsafe pthread_mutex_trylock(mutex) == 0 else { return false }
    unsafe owner.pointee = UInt(pthread_self())
    depth = 1
    return true
  }

  /// Makes the lane this thread's, or goes deeper into it.
  func enter() {
    if isMine {
      depth += 1
      return
    }
    _ = unsafe pthread_mutex_lock(mutex)
    unsafe owner.pointee = UInt(pthread_self())
    depth = 1
  }

  /// Gives the lane back.
  func leave() {
    depth -= 1
    guard depth == 0 else { return }
    unsafe owner.pointee = 0
    _ = unsafe pthread_mutex_unlock(mutex)
  }
}
