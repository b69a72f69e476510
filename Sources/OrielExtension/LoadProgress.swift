internal import COriel

/// How far a load is, in units that the host chooses.
public struct LoadProgress: Hashable, Sendable {
  /// The units that are done.
  public let completed: UInt64
  /// All units; nil while the host does not know.
  public let total: UInt64?

  /// The part that is done, from 0 to 1; nil while that is not known.
  public var fraction: Double? {
    total.map { $0 == 0 ? 1 : Double(completed) / Double($0) }
  }
}

/// Hears how far a load is; kept alive by the host until its release is called.
final class ProgressReceiver: Sendable {
  /// Who hears it.
  private let receive: @Sendable (LoadProgress) -> Void

  /// Passes everything on.
  init(_ receive: @escaping @Sendable (LoadProgress) -> Void) { self.receive = receive }

  /// Watches a load, if this host tells how far loads are and it has not ended.
  func watch(_ load: oriel_load, _ host: Host) {
    guard let progress = host.progress else { return }
    // Balanced by the callback's release, or below when it was not taken.
    let context = unsafe Unmanaged.passRetained(self)
    var callback = unsafe oriel_progress_callback(
      size: UInt32(MemoryLayout<oriel_progress_callback>.size),
      reserved: 0,
      context: context.toOpaque(),
      advanced: { context, progress in
        guard let context = unsafe context else { return }
        // The context is retained until the host calls release, and the value is valid meanwhile.
        let receiver = unsafe Unmanaged<ProgressReceiver>.fromOpaque(context).takeUnretainedValue()
        let value = unsafe progress.pointee
        receiver.receive(
          LoadProgress(completed: value.completed, total: value.total == 0 ? nil : value.total)
        )
      },
      release: { context in
        guard let context = unsafe context else { return }
        // The host calls this once, with the context that was retained for it.
        unsafe Unmanaged<ProgressReceiver>.fromOpaque(context).release()
      }
    )
    // The structure is a local variable, which the host reads during the call.
    if unsafe progress.watch(load, &callback) != ORIEL_OK { unsafe context.release() }
  }
}
