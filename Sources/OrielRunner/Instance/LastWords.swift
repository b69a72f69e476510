internal import CShims
internal import Glibc
internal import OrielWire

/// What an instance still says when it ends in a way that its wait status does not tell.
enum LastWords {
  /// Written once, by `prepare`, while the process has one thread; only read afterwards.
  private nonisolated(unsafe) static var channel: Channel?

  /// Prepares the reports; those of abort() and of faults are sent from signal handlers.
  static func prepare(on channel: Channel) {
    unsafe self.channel = channel
    guard let abort = try? Died(kind: .signal, signal: SIGABRT, text: "").packet(),
      let fault = try? Died(kind: .fault, signal: 0, text: "").packet(),
      abort.bytes.count == fault.bytes.count
    else { return }
    // Both arrays have the same size and outlive the call, which copies them.
    _ = unsafe abort.bytes.withUnsafeBytes { abort in
      unsafe fault.bytes.withUnsafeBytes { fault in
        unsafe oriel_shim_prepare_last_words(
          channel.rawDescriptor,
          abort.baseAddress,
          fault.baseAddress,
          fault.count
        )
      }
    }
  }

  /// Tells the host what ends the instance.
  static func report(_ kind: Died.Kind, _ text: String) {
    try? unsafe channel?.send(Died(kind: kind, signal: 0, text: String(text.prefix(1024))))
  }
}
