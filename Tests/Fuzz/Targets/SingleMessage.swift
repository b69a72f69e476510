import OrielWire

/// Messages one by one: the first byte chooses the direction, the rest is a packet.
enum SingleMessage {
  /// Decodes a packet; what was decoded must encode to the same bytes.
  static func run(_ bytes: [UInt8]) throws(Finding) -> Bool {
    guard let direction = bytes.first else { return false }
    let packet = Array(bytes.dropFirst())
    guard let frame = try? WireFrame(packet: packet) else { return false }
    var isAccepted = false
    // No message carries more than two.
    for count in 0...2 {
      let accepted =
        switch direction % 4 {
        case 0: try check(packet, count) { try InstanceMessage($0, descriptorCount: count) }
        case 1: try check(packet, count) { try RunnerEvent($0, descriptorCount: count) }
        case 2: try check(packet, count) { try HostMessage($0, descriptorCount: count) }
        default: try check(packet, count) { try RunnerCommand($0, descriptorCount: count) }
        }
      isAccepted = isAccepted || accepted
    }
    try Finding.unless(
      frame.externalSize == nil || !isAccepted,
      "a packet without its payload was decoded"
    )
    return isAccepted
  }

  /// Decodes, encodes and decodes again.
  static func check<Union: Hashable>(
    _ packet: [UInt8],
    _ descriptors: Int,
    _ decode: (WireFrame) throws -> Union
  ) throws(Finding) -> Bool {
    guard let frame = try? WireFrame(packet: packet), let union = try? decode(frame) else {
      return false
    }
    // The only associated value of each case is its message.
    guard let message = Mirror(reflecting: union).children.first?.value as? any WireMessage else {
      throw Finding(description: "\(union) holds no message")
    }
    guard let encoded = try? message.packet(id: frame.id) else {
      throw Finding(description: "\(union) was decoded and cannot be encoded")
    }
    try Finding.unless(
      encoded.externalPayload == nil && encoded.bytes == packet,
      "\(union) has two encodings"
    )
    return true
  }
}
