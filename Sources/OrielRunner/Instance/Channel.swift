internal import OrielSystem
internal import OrielWire

/// The instance's end of the connection to its host.
///
/// Any thread may send; one receives.
final class Channel: Sendable {
  private let socket: PacketSocket
  /// How many contents were begun.
  private let contents = Lock<UInt32>(0)

  /// Takes over the channel's descriptor.
  init(_ descriptor: Int32) {
    socket = PacketSocket(Descriptor(owning: descriptor))
  }

  /// The number of the descriptor, for waiting.
  var rawDescriptor: Int32 { socket.descriptor.withRawValue { $0 } }

  /// Sends a message, which waits while the host does not read.
  ///
  /// A payload that is too long for a packet is sent as a content before it.
  func send(_ message: some WireMessage, id: UInt64 = 0) throws(Status) {
    let packet: WirePacket
    do { packet = try message.packet(id: id) } catch { throw .tooLarge }
    if let payload = packet.externalPayload {
      let number = try beginContent()
      var rest = payload[...]
      while !rest.isEmpty {
        try sendPart(Array(rest.prefix(WireLimit.contentPart)), of: number)
        rest = rest.dropFirst(WireLimit.contentPart)
      }
    }
    try send(packet.bytes)
  }

  /// The number of a new content, whose parts must be sent before another one is begun.
  func beginContent() throws(Status) -> UInt32 {
    try contents.withLock { (count) throws(Status) in
      guard count < UInt32(WireLimit.contents) else { throw .tooLarge }
      defer { count += 1 }
      return count
    }
  }

  /// Sends a part of a content.
  func sendPart(_ bytes: [UInt8], of number: UInt32) throws(Status) {
    let packet: WirePacket
    do { packet = try ContentPart(bytes: bytes).packet(id: UInt64(number)) } catch {
      throw .tooLarge
    }
    try send(packet.bytes)
  }

  private func send(_ packet: [UInt8]) throws(Status) {
    do {
      guard case .sent = try socket.send(packet) else { throw Status.hostGone }
    } catch is SystemError {
      throw .io
    } catch {
      throw .hostGone
    }
  }

  /// A message of the host with its descriptors.
  struct Received: ~Copyable {
    let message: HostMessage
    let id: UInt64
    var descriptors: DescriptorList
  }

  /// Waits for a message of the host; nil when the host is gone or sends what is none.
  func receive(into buffer: inout PacketBuffer) -> Received? {
    guard case .packet? = try? socket.receive(into: &buffer) else { return nil }
    do {
      var frame = try WireFrame(packet: buffer.bytes)
      if let size = frame.externalSize {
        frame = try frame.resolved(
          with: try buffer.takeExternalPayload(
            announcedSize: size,
            limit: UInt64(WireLimit.externalPayload)
          )
        )
      }
      let message = try HostMessage(frame, descriptorCount: buffer.descriptors.count)
      return Received(message: message, id: frame.id, descriptors: buffer.takeDescriptors())
    } catch {
      return nil
    }
  }
}
