internal import CShims
internal import Glibc
internal import OrielWire

/// What an instance still says when it ends in a way that its wait status does not tell.
enum LastWords {
  /// Written once, by `prepare`, while the process has one thread; only read afterwards.
  private nonisolated(unsafe) static var channel: Channel?

  /// Prepares the reports; that of abort() can be sent from a signal handler.
  static func prepare(on channel: Channel) {
    unsafe self.channel = channel
    let message = Died(kind: .signal, signal: SIGABRT, text: "")
    guard let packet = try? message.packet() else { return }
    // The array outlives the call, which copies it.
    _ = unsafe packet.bytes.withUnsafeBytes { bytes in
      unsafe oriel_shim_report_abort(channel.rawDescriptor, bytes.baseAddress, bytes.count)
    }
  }

  /// Tells the host what ends the instance.
  static func report(_ kind: Died.Kind, _ text: String) {
    try? unsafe channel?.send(Died(kind: kind, signal: 0, text: String(text.prefix(1024))))
  }
}
