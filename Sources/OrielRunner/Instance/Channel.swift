internal import OrielSystem
internal import OrielWire

/// The instance's end of the connection to its host.
///
/// Any thread may send; one receives.
final class Channel: Sendable {
  private let socket: PacketSocket
  /// The contents that were begun.
  private let contents = Lock(Contents())

  /// What was sent beside messages, and how much of it the host takes.
  private struct Contents: Sendable {
    var count: UInt32 = 0
    var bytes: UInt64 = 0
    var countLimit = UInt32(WireLimit.contents)
    var bytesLimit = UInt64.max
  }

  /// Takes over the channel's descriptor.
  init(_ descriptor: Int32) {
    socket = PacketSocket(Descriptor(owning: descriptor))
  }

  /// Keeps to what the host takes; the contents of failed answers count, too.
  func adopt(_ limits: Limits) {
    contents.withLock {
      $0.countLimit = limits.contents
      $0.bytesLimit = limits.returnedBytes
    }
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
      let number = contents.withLock { contents in
        defer { contents.count &+= 1 }
        return contents.count
      }
      var rest = payload[...]
      while !rest.isEmpty {
        try send(part: Array(rest.prefix(WireLimit.contentPart)), of: number)
        rest = rest.dropFirst(WireLimit.contentPart)
      }
    }
    try send(packet.bytes)
  }

  /// The number of a new content, whose parts must be sent before another one is begun.
  func beginContent() throws(Status) -> UInt32 {
    try contents.withLock { (contents) throws(Status) in
      guard contents.count < contents.countLimit else { throw .tooLarge }
      defer { contents.count += 1 }
      return contents.count
    }
  }

  /// Sends a part of a content.
  func sendPart(_ bytes: [UInt8], of number: UInt32) throws(Status) {
    try contents.withLock { (contents) throws(Status) in
      let (sum, overflow) = contents.bytes.addingReportingOverflow(UInt64(bytes.count))
      guard !overflow, sum <= contents.bytesLimit else { throw .tooLarge }
      contents.bytes = sum
    }
    try send(part: bytes, of: number)
  }

  private func send(part bytes: [UInt8], of number: UInt32) throws(Status) {
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
