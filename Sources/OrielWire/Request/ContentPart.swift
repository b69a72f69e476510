/// Instance to host, before the message that needs it: a part of some large content.
///
/// The id of the message is the number of the content, from 0. Parts of one content come in order;
/// the first part of the next one ends it. An instance passes no descriptors: the kernel bounds those
/// that are on their way per user, so one instance could keep all others from passing any.
package struct ContentPart: WireMessage {
  /// The number of the message.
  package static let type = WireType.contentPart

  /// The bytes.
  package var bytes: [UInt8]

  /// Gathers the parts.
  package init(bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// Writes the value.
  package func encode(into writer: inout WireWriter) {
    writer.write(bytes: bytes, limit: WireLimit.contentPart)
  }

  /// Reads a value from bytes that nobody has checked.
  package init(decoding reader: inout WireReader) throws(WireError) {
    bytes = try reader.bytes(limit: WireLimit.contentPart)
  }
}
