internal import OrielSystem

/// Does what may take long and cannot be stopped, such as looking up a name, on a few threads.
///
/// There are as many threads as there is work, up to a limit, and each extension has its share, so
/// that one whose names nobody answers does not hold up the others.
final class HelperThreads: Sendable {
  /// Something to do.
  struct Job: Sendable {
    /// The number of the question that it is for.
    let question: UInt64
    /// The extension that asked.
    let asker: String
    /// Does the work and gives what came of it.
    let work: @Sendable () -> Question.Event
  }

  /// The threads at most.
  static let limit = 12
  /// The threads at most that work for one extension.
  static let share = 3

  /// What waits and what runs.
  private struct State: Sendable {
    /// The jobs that wait, in order.
    var waiting: [Job] = []
    /// How many jobs run, by extension.
    var running: [String: Int] = [:]
    /// How many threads there are.
    var threads = 0

    /// Takes the first job whose extension has not its share yet.
    mutating func next() -> Job? {
      let place = waiting.firstIndex { running[$0.asker, default: 0] < HelperThreads.share }
      guard let place else { return nil }
      let job = waiting.remove(at: place)
      running[job.asker, default: 0] += 1
      return job
    }

    /// Notes that a job is done.
    mutating func finish(_ job: Job) {
      let count = running[job.asker, default: 1] - 1
      running[job.asker] = count > 0 ? count : nil
    }
  }

  /// The way back to the host's own thread.
  private let queue: CommandQueue
  /// What waits and what runs.
  private let state = Lock(State())

  /// Threads that answer through a queue; there is none yet.
  init(_ queue: CommandQueue) {
    self.queue = queue
  }

  /// How many threads there are.
  var count: Int { state.withLock { $0.threads } }

  /// Adds something to do; throws when there is no thread for it.
  func add(_ job: Job) throws(SystemError) {
    let mustStart = state.withLock { state in
      state.waiting.append(job)
      guard state.threads < Self.limit, state.running[job.asker, default: 0] < Self.share else {
        return false
      }
      state.threads += 1
      return true
    }
    guard mustStart else { return }
    do throws(SystemError) {
      try Thread.start { self.work() }
    } catch {
      let isLost = state.withLock { state in
        state.threads -= 1
        // Another thread takes the job sooner or later, if there is one.
        guard state.threads == 0 else { return false }
        state.waiting.removeAll { $0.question == job.question }
        return true
      }
      if isLost { throw error }
    }
  }

  /// Forgets what nobody waits for any more and has not begun.
  func forget(_ question: UInt64) {
    state.withLock { $0.waiting.removeAll { $0.question == question } }
  }

  /// Works until nothing is left that this thread may do.
  private func work() {
    while let job = next() {
      let event = job.work()
      state.withLock { $0.finish(job) }
      // A host that has ended takes nothing.
      _ = queue.push(.question(job.question, event))
    }
  }

  /// The next job; without one the thread ends.
  private func next() -> Job? {
    state.withLock { state in
      let job = state.next()
      if job == nil { state.threads -= 1 }
      return job
    }
  }
}
