/// A received packet whose header was checked and whose payload was not.
package struct WireFrame: Sendable {
  /// The message's number, which may not exist.
  package let type: UInt16
  /// The request or load that the message is about.
  package let id: UInt64
  /// The size of the payload if it travels beside the packet.
  package let externalSize: UInt64?
  /// The bytes that hold the payload.
  private let bytes: [UInt8]
  /// Where in the bytes the payload begins.
  private let start: Int

  /// Checks the header of a packet.
  package init(packet bytes: [UInt8]) throws(WireError) {
    let found = bytes.count - WireLimit.header
    guard found >= 0 else { throw .truncated }
    guard found <= WireLimit.payload else {
      throw .tooLong(length: UInt64(found), limit: UInt64(WireLimit.payload))
    }
    var reader = WireReader(bytes)
    let markedType = try reader.number(UInt16.self)
    let version = try reader.number(UInt16.self)
    guard version == WirePacket.version else { throw .unsupportedVersion(version) }
    let length = try reader.number(UInt32.self)
    guard length == found else {
      throw .wrongLength(announced: UInt64(length), found: UInt64(found))
    }
    id = try reader.number()
    type = markedType & ~WirePacket.externalBit
    self.bytes = bytes
    start = WireLimit.header
    guard markedType & WirePacket.externalBit != 0 else {
      externalSize = nil
      return
    }
    let size = try reader.number(UInt64.self)
    try reader.finish()
    guard size > WireLimit.payload else { throw .meaningless(size) }
    guard size <= WireLimit.externalPayload else {
      throw .tooLong(length: size, limit: UInt64(WireLimit.externalPayload))
    }
    externalSize = size
  }

  /// The same frame with the payload that was read from sealed memory.
  package func resolved(with payload: [UInt8]) throws(WireError) -> WireFrame {
    guard externalSize == UInt64(payload.count) else {
      throw .wrongLength(announced: externalSize ?? 0, found: UInt64(payload.count))
    }
    return WireFrame(type: type, id: id, payload: payload)
  }

  /// A frame with a payload of its own.
  private init(type: UInt16, id: UInt64, payload: [UInt8]) {
    self.type = type
    self.id = id
    externalSize = nil
    bytes = payload
    start = 0
  }

  /// A reader over the payload.
  package var reader: WireReader { WireReader(bytes, from: start) }

  /// The message's number, if it exists.
  package func knownType() throws(WireError) -> WireType {
    // A payload that was not fetched yet must not be decoded as if it were the message.
    guard externalSize == nil else { throw .truncated }
    guard let known = WireType(rawValue: type) else { throw .unknownType(type) }
    return known
  }
}
