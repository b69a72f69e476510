internal import COriel
internal import Synchronization

/// One load that a task waits for; kept alive by the host until its release is called.
final class Load: Sendable {
  /// What a load gave, in values that may cross threads.
  enum Content: Sendable {
    /// The bytes, or the text of the URL.
    case bytes([UInt8])
    /// The descriptor, with the token that gives it back.
    case descriptor(Int32, token: UInt64)
  }

  /// How a load ended.
  typealias Ending = Result<Content, LoadError>

  /// What the lock protects.
  private struct State {
    /// The task that waits.
    var continuation: CheckedContinuation<Ending, Never>?
    /// The load's handle, once the host has given it.
    var handle: oriel_load?
    /// Whether the waiting task was cancelled.
    var isCancelled = false
  }

  /// The host that loads.
  private let host: Host
  /// Guarded by a lock: the waiting task, its canceller and the Oriel thread meet here.
  private let state = Mutex(State())

  /// Prepares a load.
  private init(host: Host) { self.host = host }

  /// Loads the content of an attachment.
  static func run(
    _ attachment: Attachment,
    type: ContentType,
    form: UInt32
  ) async throws(LoadError) -> Content {
    let load = Load(host: attachment.host)
    let ending = await withTaskCancellationHandler {
      await withCheckedContinuation { load.start(attachment, type: type, form: form, $0) }
    } onCancel: {
      load.cancel()
    }
    return try ending.get()
  }

  /// Asks the host; the continuation is resumed exactly once, here or by the callback.
  private func start(
    _ attachment: Attachment,
    type: ContentType,
    form: UInt32,
    _ continuation: CheckedContinuation<Ending, Never>
  ) {
    state.withLock { $0.continuation = continuation }
    // Balanced by the callback's release, or below when the load was not started.
    let context = unsafe Unmanaged.passRetained(self)
    var callback = unsafe oriel_load_callback(
      size: UInt32(MemoryLayout<oriel_load_callback>.size),
      reserved: 0,
      context: context.toOpaque(),
      loaded: { unsafe Load.from($0)?.end(status: $1, loaded: $2) },
      release: { context in
        guard let context = unsafe context else { return }
        // The host calls this once, with the context that was retained for it.
        unsafe Unmanaged<Load>.fromOpaque(context).release()
      }
    )
    var handle: oriel_load = 0
    // All three pointers are to local variables, which the host reads during the call.
    let status = withHostBytes(type.rawValue.utf8) {
      unsafe host.attachments.load(attachment.handle, $0, form, &callback, &handle)
    }
    guard status == ORIEL_OK else {
      finish(.failure(LoadError(status: status)))
      // No callback follows, so nobody else releases the context.
      unsafe context.release()
      return
    }
    let mustCancel = state.withLock { state in
      state.handle = handle
      return state.isCancelled
    }
    if mustCancel { _ = host.attachments.cancel_load(handle) }
  }

  /// The load that a callback's context is.
  private static func from(_ context: UnsafeMutableRawPointer?) -> Load? {
    guard let context = unsafe context else { return nil }
    // The context is retained until the host calls release, after this call.
    return unsafe Unmanaged<Load>.fromOpaque(context).takeUnretainedValue()
  }

  /// Takes what the host loaded; called on the Oriel thread.
  private func end(status: oriel_status, loaded: UnsafeMutablePointer<oriel_loaded>?) {
    guard status == ORIEL_OK, let loaded = unsafe loaded else {
      finish(.failure(LoadError(status: status == ORIEL_OK ? ORIEL_E_INTERNAL : status)))
      return
    }
    // The structure is valid during this call.
    var value = unsafe loaded.pointee
    if unsafe value.form == ORIEL_FORM_DESCRIPTOR {
      finish(.success(.descriptor(unsafe value.descriptor, token: unsafe value.token)))
      return
    }
    let bytes = unsafe copyBytes(value.bytes)
    // Copied, so the host's memory can go back; the structure is a local copy.
    _ = unsafe host.attachments.release_loaded(&value)
    finish(.success(.bytes(bytes)))
  }

  /// Resumes the waiting task once.
  private func finish(_ ending: Ending) {
    let continuation = state.withLock { state in
      defer { state.continuation = nil }
      return state.continuation
    }
    continuation?.resume(returning: ending)
  }

  /// Asks the host to give up; the callback still comes and ends the wait.
  private func cancel() {
    let handle = state.withLock { state in
      state.isCancelled = true
      return state.handle
    }
    // A handle whose load has ended is refused by the host, and that is fine.
    if let handle { _ = host.attachments.cancel_load(handle) }
  }
}
