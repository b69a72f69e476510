internal import Glibc
internal import OrielSystem
internal import Synchronization

/// A lane with what the host keeps of it: which thread calls on it, and how far it is filled.
@safe final class CallLane: @unchecked Sendable {
  // Invariant: the owner alone uses `top` and `depth`, and becomes it by exchanging the owner's number;
  // that number is read by others only to compare it with their own, which it cannot become behind
  // their back.

  /// The lane.
  let lane: Lane
  /// Where in the room a frame can begin: behind those of calls that run.
  var top = 0
  /// How many calls of the host are inside one another.
  private(set) var depth = 0
  /// The number of the thread that the lane is of; 0 while it is nobody's.
  private let owner = Atomic<UInt>(0)
  /// How many threads wait for it.
  private let waiting = Atomic<Int>(0)
  /// What they wait with.
  private let freed = Monitor(())

  /// Calls inside one another that a lane takes.
  static let depthLimit = 32
  /// The owner while a thread hands a call over to another: the number of none.
  private static let nobody: UInt = 1

  /// Uses a lane.
  init(_ lane: Lane) {
    self.lane = lane
  }

  /// Whether this thread is inside a call on the lane, so that it is in a callback.
  var isMine: Bool { owner.load(ordering: .relaxed) == UInt(pthread_self()) }

  /// Makes the lane this thread's; gives whether it did not have to wait.
  func tryEnter() -> Bool {
    let (isFree, _) = owner.compareExchange(
      expected: 0,
      desired: UInt(pthread_self()),
      ordering: .sequentiallyConsistent
    )
    if isFree { depth = 1 }
    return isFree
  }

  /// Makes the lane this thread's, or goes deeper into it.
  func enter() {
    if tryEnter() { return }
    if isMine {
      depth += 1
      return
    }
    // Whoever leaves looks for this number after having left; one of the two sees the other.
    waiting.add(1, ordering: .sequentiallyConsistent)
    freed.wait { _ in tryEnter() ? () : nil }
    waiting.subtract(1, ordering: .sequentiallyConsistent)
  }

  /// Gives the lane back.
  func leave() {
    depth -= 1
    guard depth == 0 else { return }
    owner.store(0, ordering: .sequentiallyConsistent)
    guard waiting.load(ordering: .sequentiallyConsistent) > 0 else { return }
    freed.change(wakingAll: false) { _ in }
  }

  /// Lets another thread go on with the call that this one has begun.
  func handOver() { owner.store(Self.nobody, ordering: .releasing) }

  /// Goes on with a call that another thread has handed over.
  func takeOver() { owner.store(UInt(pthread_self()), ordering: .relaxed) }
}
