internal import COriel
internal import Synchronization

/// One load that a task waits for; kept alive by the host until its release is called.
final class Load: Sendable {
  /// What is loaded.
  enum Wanted: Sendable {
    /// The content as a type in a form.
    case content(ContentType, form: UInt32)
    /// A preview that fits into so many pixels.
    case preview(width: UInt32, height: UInt32)
  }

  /// What a load gave, in values that may cross threads.
  enum Content: Sendable {
    /// The bytes, or the text of the URL.
    case bytes([UInt8])
    /// The descriptor, with the token that gives it back.
    case descriptor(Int32, token: UInt64)
    /// The preview.
    case preview(Preview)
  }

  /// How a load ended: a content, or a status.
  enum Ending: Sendable {
    /// What the load gave.
    case success(Content)
    /// The status, which is not `ORIEL_OK`.
    case failure(oriel_status)
  }

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

  /// Loads what an attachment holds.
  static func run(
    _ attachment: Attachment,
    _ wanted: Wanted,
    progress: (@Sendable (LoadProgress) -> Void)? = nil
  ) async throws(LoadError) -> Content {
    let load = Load(host: attachment.host)
    let ending = await withTaskCancellationHandler {
      await withCheckedContinuation { load.start(attachment, wanted, progress, $0) }
    } onCancel: {
      load.cancel()
    }
    switch ending {
    case .success(let content): return content
    case .failure(let status):
      // `start` has returned, so the handle is there.
      guard status != ORIEL_E_CANCELLED, let failure = load.failure(status) else {
        throw LoadError(status: status)
      }
      throw .hostFailed(failure)
    }
  }

  /// Asks the host; the continuation is resumed exactly once, here or by the callback.
  private func start(
    _ attachment: Attachment,
    _ wanted: Wanted,
    _ progress: (@Sendable (LoadProgress) -> Void)?,
    _ continuation: CheckedContinuation<Ending, Never>
  ) {
    state.withLock { $0.continuation = continuation }
    // Balanced by the callback's release, or below when the load was not started.
    let context = unsafe Unmanaged.passRetained(self)
    var handle: oriel_load = 0
    // The context is retained, and the handle is a local variable.
    let status = unsafe begin(attachment.handle, wanted, context.toOpaque(), &handle)
    guard status == ORIEL_OK else {
      finish(.failure(status))
      // No callback follows, so nobody else releases the context.
      unsafe context.release()
      return
    }
    let mustCancel = state.withLock { state in
      state.handle = handle
      return state.isCancelled
    }
    if let progress { ProgressReceiver(progress).watch(handle, host) }
    if mustCancel { _ = host.attachments.cancel_load(handle) }
  }

  /// Starts a load with a context that its callback gets.
  private func begin(
    _ attachment: oriel_attachment,
    _ wanted: Wanted,
    _ context: UnsafeMutableRawPointer,
    _ handle: UnsafeMutablePointer<oriel_load>
  ) -> oriel_status {
    let release: @convention(c) (UnsafeMutableRawPointer?) -> Void = { context in
      guard let context = unsafe context else { return }
      // The host calls this once, with the context that was retained for it.
      unsafe Unmanaged<Load>.fromOpaque(context).release()
    }
    switch wanted {
    case .content(let type, let form):
      var callback = unsafe oriel_load_callback(
        size: UInt32(MemoryLayout<oriel_load_callback>.size),
        reserved: 0,
        context: context,
        loaded: { unsafe Load.from($0)?.end(status: $1, loaded: $2) },
        release: release
      )
      // All pointers are to local variables of callers, which the host reads during the call.
      return withHostBytes(type.rawValue.utf8) {
        unsafe host.attachments.load(attachment, $0, form, &callback, handle)
      }
    case .preview(let width, let height):
      guard let previews = host.preview else { return ORIEL_E_UNSUPPORTED }
      var callback = unsafe oriel_preview_callback(
        size: UInt32(MemoryLayout<oriel_preview_callback>.size),
        reserved: 0,
        context: context,
        loaded: { unsafe Load.from($0)?.end(status: $1, preview: $2) },
        release: release
      )
      // As above.
      return unsafe previews.load(attachment, width, height, &callback, handle)
    }
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
      finish(.failure(status == ORIEL_OK ? ORIEL_E_INTERNAL : status))
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

  /// Takes a preview; called on the Oriel thread.
  private func end(status: oriel_status, preview: UnsafePointer<oriel_preview>?) {
    guard status == ORIEL_OK, let preview = unsafe preview?.pointee else {
      finish(.failure(status == ORIEL_OK ? ORIEL_E_INTERNAL : status))
      return
    }
    finish(
      .success(
        .preview(
          Preview(
            // What the structure points to is valid during this call.
            type: ContentType(
              rawValue: String(decoding: unsafe copyBytes(preview.type), as: UTF8.self)
            ),
            width: unsafe Int(preview.width),
            height: unsafe Int(preview.height),
            bytes: unsafe copyBytes(preview.image)
          )
        )
      )
    )
  }

  /// Why the load failed, as the host's program says it; nil when it says nothing.
  private func failure(_ status: oriel_status) -> LoadFailure? {
    guard let handle = state.withLock({ $0.handle }), let progress = host.progress else {
      return nil
    }
    var failure = unsafe oriel_error()
    // The out parameter is a local variable; what it points to is valid longer than this call.
    guard unsafe progress.failure(handle, &failure) == ORIEL_OK else { return nil }
    return LoadFailure(
      status: status,
      domain: String(decoding: unsafe copyBytes(failure.domain), as: UTF8.self),
      code: unsafe failure.code,
      text: String(decoding: unsafe copyBytes(failure.text), as: UTF8.self)
    )
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
