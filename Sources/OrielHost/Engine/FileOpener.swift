internal import OrielSystem
internal import OrielWire

/// Opens files on a thread of its own, since a network or a program behind a file system may hang.
///
/// There is one thread while there are files to open; a file system that hangs holds up the other
/// files of the host, but neither its requests nor their time limits.
final class FileOpener: Sendable {
  /// What is opened.
  enum Target: Sendable {
    /// The file at a path.
    case path(String)
    /// A file that is deleted when nothing refers to it any more.
    case temporary(TemporaryFile)
    /// A file that the host's program has opened, whose status may take as long.
    case open(OpenFile)
  }

  /// A file to open.
  struct Job: Sendable {
    /// The number of the job.
    let number: UInt64
    /// The request that it is for.
    let request: UInt64
    /// The file.
    let target: Target
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
    /// The files that are let go of, since deleting one may take as long as opening it.
    var unneeded: [TemporaryFile] = []
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
    try start { $0.jobs.append(job) }
  }

  /// Lets go of files, which deletes those that nothing else refers to.
  func letGo(of files: [TemporaryFile]) {
    guard !files.isEmpty else { return }
    // Without a thread they are let go of here.
    try? start { $0.unneeded += files }
  }

  /// Adds work and starts the thread if there is none.
  private func start(_ change: (inout State) -> Void) throws(SystemError) {
    let mustStart = state.withLock { state in
      change(&state)
      defer { state.isRunning = true }
      return !state.isRunning
    }
    guard mustStart else { return }
    do throws(SystemError) {
      try Thread.start { self.work() }
    } catch {
      _ = state.withLock { state in
        defer { state = State() }
        return state
      }
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
      let answer =
        switch job.target {
        case .path(let path): open(path, job.form, job.access)
        case .temporary(let file): open(file.path, job.form, job.access)
        case .open(let file): AttachmentServer.open(file, job.form)
        }
      // A host that has ended takes nothing, and the file is closed again.
      _ = queue.push(.opened(job.number, request: job.request, answer))
    }
  }

  /// The next file; without one the thread ends.
  private func next() -> Job? {
    while true {
      let (job, files) = state.withLock { state -> (Job?, [TemporaryFile]) in
        defer { state.unneeded = [] }
        guard !state.jobs.isEmpty else {
          if state.unneeded.isEmpty { state.isRunning = false }
          return (nil, state.unneeded)
        }
        return (state.jobs.removeFirst(), state.unneeded)
      }
      // The last reference to each may be this one; nothing is deleted while the lock is held.
      let isIdle = files.isEmpty
      if let job { return job }
      if isIdle { return nil }
    }
  }
}
