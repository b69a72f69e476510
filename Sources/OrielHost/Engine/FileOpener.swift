internal import OrielSystem
internal import OrielWire

/// Opens files on a thread of its own, since a network or a program behind a file system may hang.
///
/// There is one thread while there are files to open; a file system that hangs holds up the other
/// files of the host, but neither its requests nor their time limits.
final class FileOpener: Sendable {
  /// A file to open.
  struct Job: Sendable {
    /// The number of the job.
    let number: UInt64
    /// The request that it is for.
    let request: UInt64
    /// The path.
    let path: String
    /// The form that is wanted.
    let form: LoadAttachment.Form
    /// What the extension may do with the file.
    let access: FileAccess
  }

  /// Opens a file in a form, for what the extension may do with it.
  typealias Opening =
    @Sendable (String, LoadAttachment.Form, FileAccess) -> AttachmentServer.Answer

  /// What waits.
  private struct State: Sendable {
    /// The jobs in order.
    var jobs: [Job] = []
    /// Whether the thread runs.
    var isRunning = false
  }

  /// The way back to the host's own thread.
  private let queue: CommandQueue
  /// Opens a file.
  private let open: Opening
  /// What waits.
  private let state = Lock(State())

  /// An opener that answers through a queue.
  init(
    _ queue: CommandQueue,
    open: @escaping Opening
  ) {
    self.queue = queue
    self.open = open
  }

  /// Adds a file to open; throws when there is no thread for it.
  func add(_ job: Job) throws(SystemError) {
    let mustStart = state.withLock { state in
      state.jobs.append(job)
      defer { state.isRunning = true }
      return !state.isRunning
    }
    guard mustStart else { return }
    do throws(SystemError) {
      try Thread.start { self.work() }
    } catch {
      state.withLock { $0 = State() }
      throw error
    }
  }

  /// Forgets files that are not wanted any more.
  func forget(_ isUnwanted: (Job) -> Bool) {
    state.withLock { $0.jobs.removeAll(where: isUnwanted) }
  }

  /// Opens files until none is left.
  private func work() {
    while let job = next() {
      let answer = open(job.path, job.form, job.access)
      // A host that has ended takes nothing, and the file is closed again.
      _ = queue.push(.opened(job.number, request: job.request, answer))
    }
  }

  /// The next file; without one the thread ends.
  private func next() -> Job? {
    state.withLock { state in
      guard !state.jobs.isEmpty else {
        state.isRunning = false
        return nil
      }
      return state.jobs.removeFirst()
    }
  }
}
