/// A value that can be put into a message and taken out again.
package protocol WireValue: Hashable, Sendable {
  /// Writes the value.
  func encode(into writer: inout WireWriter)
  /// Reads a value from bytes that nobody has checked.
  init(decoding reader: inout WireReader) throws(WireError)
}

/// A message, which travels in a packet of its own.
package protocol WireMessage: WireValue {
  /// The number of the message.
  static var type: WireType { get }
  /// How many descriptors come with the message.
  static var descriptors: ClosedRange<Int> { get }
}

extension WireMessage {
  /// Most messages carry no descriptor.
  package static var descriptors: ClosedRange<Int> { 0...0 }

  /// Encodes the message for sending.
  package func packet(id: UInt64 = 0) throws(WireError) -> WirePacket {
    var writer = WireWriter()
    encode(into: &writer)
    if let failure = writer.failure { throw failure }
    return try WirePacket(type: Self.type, id: id, payload: writer.bytes)
  }

  /// Decodes a whole payload that came with so many descriptors.
  package init(payload: WireFrame, descriptorCount: Int) throws(WireError) {
    guard Self.descriptors.contains(descriptorCount) else {
      throw .wrongDescriptorCount(descriptorCount)
    }
    var reader = payload.reader
    try self.init(decoding: &reader)
    try reader.finish()
  }
}
