internal import COriel
internal import Glibc
internal import OrielSystem

/// What waits for the main thread: tasks of the extension, and the main dispatch queue where there is
/// one, which main actors use.
final class MainLoop: Sendable {
  /// A task taken from an extension.
  @safe private struct Task: @unchecked Sendable {
    // Invariant: `run` and `release` are called on the main thread only, and the extension gave the
    // context away for that.
    let task: oriel_task
  }

  /// The most tasks that wait at a time.
  private static let capacity = 4096

  private let wakeUp: EventSignal
  private let tasks = Lock(Tasks())

  private struct Tasks: Sendable {
    var waiting: [Task] = []
    /// Whether the loop has ended, so that nothing would run any more.
    var isClosed = false
  }

  private let watched = Lock<Watched?>(nil)

  /// A loop that has nothing to do.
  init() throws(SystemError) {
    wakeUp = try EventSignal()
  }

  /// Makes the main thread look again.
  func wake() {
    wakeUp.raise()
  }

  /// Adds a task of the extension.
  func add(_ task: oriel_task) throws(Status) {
    let task = unsafe Task(task: task)
    try tasks.withLock { (tasks) throws(Status) in
      guard !tasks.isClosed else { throw .alreadyFinished }
      guard tasks.waiting.count < Self.capacity else { throw .tooLarge }
      tasks.waiting.append(task)
    }
    wake()
  }

  /// A descriptor that is readable when `dispatch` has something to do.
  func pollDescriptor() throws(Status) -> Int32 {
    try watched.withLock { (watched) throws(Status) in
      if watched == nil {
        watched = try LoadedContent.io { () throws(SystemError) in
          try Watched(wakeUp: wakeUp.descriptor)
        }
      }
      return watched?.descriptor ?? -1
    }
  }

  /// What the main thread waits for, made when it first waits.
  private final class Watched: Sendable {
    private let poll: EventPoll
    let queue: DispatchMainQueue?

    init(wakeUp: borrowing Descriptor) throws(SystemError) {
      poll = try EventPoll()
      try poll.add(wakeUp, for: .readable, token: 0)
      queue = DispatchMainQueue()
      if let queue { try queue.watch(in: poll) }
    }

    var descriptor: Int32 { poll.descriptor.withRawValue { $0 } }
  }

  /// Runs what waits; called on the main thread.
  func dispatch() {
    wakeUp.acknowledge()
    let waiting = tasks.withLock { tasks in
      let waiting = tasks.waiting
      tasks.waiting = []
      return waiting
    }
    for entry in waiting {
      Guarded.call {
        // The extension's functions with its own context, on the thread it was promised.
        unsafe entry.task.run?(entry.task.context)
        unsafe entry.task.release?(entry.task.context)
      }
    }
    let mainQueue = watched.withLock { $0?.queue }
    if let mainQueue { Guarded.call { mainQueue.drain() } }
  }

  /// Runs until a condition holds, which is looked at after every wake-up.
  func run(until isDone: () -> Bool) {
    while !isDone() {
      // Without a descriptor for the set there is still the one that wakes.
      let descriptor = (try? pollDescriptor()) ?? wakeUp.descriptor.withRawValue { $0 }
      var poll = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      // One structure is passed, and it outlives the call.
      _ = unsafe Glibc.poll(&poll, 1, -1)
      dispatch()
    }
  }

  /// Releases what still waits without running it, and takes nothing more.
  func close() {
    let left = tasks.withLock { tasks in
      tasks.isClosed = true
      return tasks.waiting
    }
    for entry in left {
      // The extension's function with its own context, on the thread it was promised.
      Guarded.call { unsafe entry.task.release?(entry.task.context) }
    }
  }
}
