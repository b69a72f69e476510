/// An encoded message, ready to be sent.
///
/// Layout of a packet, little-endian: type (2 bytes), version (2), length of the payload (4), id
/// (8), payload. A payload of more than 65,536 bytes is left out; the packet's own payload is then
/// the size (8 bytes), and the highest bit of the type is set. The payload travels to an instance in
/// sealed memory, the first descriptor of the packet, and from an instance as the last content that
/// it sent before.
package struct WirePacket: Hashable, Sendable {
  /// The version that all messages have.
  package static let version: UInt16 = 1
  /// The bit of the type that tells that the payload travels beside the packet.
  static let externalBit: UInt16 = 0x8000

  /// The packet's bytes.
  package let bytes: [UInt8]
  /// The payload that must travel beside the packet.
  package let externalPayload: [UInt8]?

  /// Puts a payload behind a header.
  init(type: WireType, id: UInt64, payload: [UInt8]) throws(WireError) {
    guard payload.count <= WireLimit.externalPayload else {
      throw .tooLong(length: UInt64(payload.count), limit: UInt64(WireLimit.externalPayload))
    }
    let isExternal = payload.count > WireLimit.payload
    var inline = WireWriter()
    if isExternal { inline.write(UInt64(payload.count)) }
    let content = isExternal ? inline.bytes : payload
    var writer = WireWriter()
    writer.write(type.rawValue | (isExternal ? Self.externalBit : 0))
    writer.write(Self.version)
    writer.write(UInt32(truncatingIfNeeded: content.count))
    writer.write(id)
    bytes = writer.bytes + content
    externalPayload = isExternal ? payload : nil
  }
}
