/// Threads that do work in the order in which it was added, and start when there is the first.
package final class WorkQueue: Sendable {
  /// Something to do.
  package typealias Work = @Sendable () -> Void

  /// What there is to do, and who does it.
  private struct State {
    /// The threads that were started.
    var started = 0
    /// Those of them that wait for work.
    var idle = 0
    /// Whether nothing more will be added.
    var isClosed = false
    /// The work, of which the first `next` parts were taken.
    var work: [Work] = []
    /// How many parts were taken.
    var next = 0

    /// Takes the next work.
    mutating func take() -> Work? {
      guard next < work.count else { return nil }
      let body = work[next]
      next += 1
      if next == work.count {
        work.removeAll(keepingCapacity: true)
        next = 0
      }
      return body
    }
  }

  /// What a thread does next.
  private enum Step {
    /// It does this.
    case work(Work)
    /// It ends.
    case end
  }

  /// The most threads.
  private let threads: Int
  /// What there is to do.
  private let state = Monitor(State())

  /// A queue for at most so many threads.
  package init(threads: Int) { self.threads = threads }

  /// Adds work; where no thread can be had, it is done at once.
  package func add(_ body: @escaping Work) {
    let mustStart = state.change(wakingAll: false) { state in
      state.work.append(body)
      guard state.idle == 0, state.started < threads else { return false }
      state.started += 1
      return true
    }
    guard mustStart, (try? Thread.start { self.run() }) == nil else { return }
    let left = state.withLock { state in
      state.started -= 1
      return state.started == 0 ? state.take() : nil
    }
    left?()
  }

  /// Lets the threads end when nothing is left to do.
  package func close() { state.change { $0.isClosed = true } }

  /// Does work until the queue is closed.
  private func run() {
    while true {
      var isIdle = false
      let step: Step = state.wait { state in
        if isIdle { state.idle -= 1 }
        if let body = state.take() { return .work(body) }
        if state.isClosed { return .end }
        isIdle = true
        state.idle += 1
        return nil
      }
      guard case .work(let body) = step else { return }
      body()
    }
  }
}
