internal import OrielSystem
internal import OrielWire

/// Packets that a peer did not take yet, in order.
struct OutgoingQueue: ~Copyable {
  /// One packet that waits.
  private final class Entry {
    /// What the packet belongs to: the load or question that it answers, the request to launch, or
    /// 0.
    let id: UInt64
    /// Whether the packet answers a question.
    let isReply: Bool
    /// The packet.
    let packet: WirePacket
    /// The descriptors of the message.
    let descriptors: HeldDescriptors

    /// Keeps a packet.
    init(id: UInt64, isReply: Bool, packet: WirePacket, descriptors: HeldDescriptors) {
      self.id = id
      self.isReply = isReply
      self.packet = packet
      self.descriptors = descriptors
    }
  }

  /// What waits.
  private var entries: [Entry] = []

  /// Nothing waits.
  init() {}

  /// Whether nothing waits.
  var isEmpty: Bool { entries.isEmpty }

  /// The packets that wait and answer loads, or belong to something else but no question.
  var answers: Int { entries.count { $0.id != 0 && !$0.isReply } }

  /// The packets that wait and answer questions.
  var replies: Int { entries.count { $0.isReply } }

  /// The descriptors that wait.
  var descriptorCount: Int { entries.reduce(0) { $0 + $1.descriptors.list.count } }

  /// Adds a packet at the end.
  mutating func append(
    _ packet: WirePacket,
    descriptors: HeldDescriptors = HeldDescriptors(),
    id: UInt64 = 0,
    isReply: Bool = false
  ) {
    entries.append(Entry(id: id, isReply: isReply, packet: packet, descriptors: descriptors))
  }

  /// Drops what belongs to a load, or to a question.
  mutating func remove(_ id: UInt64, isReply: Bool = false) {
    entries.removeAll { $0.id == id && $0.isReply == isReply }
  }

  /// Drops the first packet and tells what it belonged to.
  mutating func removeFirst() -> UInt64? {
    entries.isEmpty ? nil : entries.removeFirst().id
  }

  /// Sends what the peer takes; a peer that is gone takes everything.
  ///
  /// Gives an error when the system lacks something that may be there again in a moment.
  mutating func flush(to socket: borrowing PacketSocket) throws(SystemError) -> SystemError? {
    while let entry = entries.first {
      let sending: PacketSocket.Sending
      do throws(SystemError) {
        sending = try entry.descriptors.list.withRawValues { (numbers) throws(SystemError) in
          try socket.send(
            entry.packet.bytes,
            externalPayload: entry.packet.externalPayload,
            rawDescriptors: numbers
          )
        }
      } catch {
        guard error.isShortage else { throw error }
        return error
      }
      switch sending {
      case .wouldBlock: return nil
      case .sent: entries.removeFirst()
      case .peerClosed: entries = []
      }
    }
    return nil
  }
}
