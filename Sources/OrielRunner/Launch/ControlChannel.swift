internal import OrielSystem
internal import OrielWire

/// Sends messages of the runner to its host.
enum ControlChannel {
  /// Sends a message with descriptors; gives false when the host is gone.
  ///
  /// The socket blocks, so a host that does not read stops its own launches and nothing else.
  @discardableResult
  static func send(
    _ message: some WireMessage,
    id: UInt64 = 0,
    descriptors: [Int32] = [],
    on control: borrowing PacketSocket
  ) -> Bool {
    do {
      // Every message of the runner is small; a text that is too long was cut before.
      let packet = try message.packet(id: id)
      switch try control.send(packet.bytes, rawDescriptors: descriptors) {
      case .sent: return true
      case .wouldBlock, .peerClosed: return false
      }
    } catch {
      return false
    }
  }

  /// Tells why the runner cannot start.
  static func send(_ failure: SetupFailure, on control: borrowing PacketSocket) {
    send(
      RunnerFailed(
        stage: failure.stage,
        layer: failure.layer,
        errno: failure.errno.rawValue,
        text: String(failure.detail.prefix(1024))
      ),
      on: control
    )
  }
}
