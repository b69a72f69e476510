/// Host to instance: the answer to the load of the id.
package struct LoadResult: WireMessage {
  /// The number of the message.
  package static let type = WireType.loadResult
  /// The attachment, open read-only or as sealed memory, if the kind says so.
  package static let descriptors = 0...1

  /// What an answer holds.
  package enum Kind: UInt8, CaseIterable, Sendable {
    /// Nothing; the status tells why.
    case none = 0
    /// The bytes of the attachment.
    case inline = 1
    /// A descriptor to read the bytes from, at offset 0.
    case descriptor = 2
    /// The text of a URL.
    case url = 3
  }

  /// A status of the C interface.
  package var status: Int32
  /// What the answer holds.
  package var kind: Kind
  /// The bytes of the attachment, wherever they are.
  package var size: UInt64
  /// The bytes or the URL, if they are in the message.
  package var bytes: [UInt8]

  /// Gathers the parts.
  package init(status: Int32, kind: Kind, size: UInt64, bytes: [UInt8]) {
    self.status = status
    self.kind = kind
    self.size = size
    self.bytes = bytes
  }

  /// Writes the value.
  package func encode(into writer: inout WireWriter) {
    writer.write(status)
    writer.write(kind.rawValue)
    writer.write(size)
    writer.write(bytes: bytes, limit: WireLimit.inlineBytes)
  }

  /// Reads a value from bytes that nobody has checked.
  package init(decoding reader: inout WireReader) throws(WireError) {
    status = try reader.number()
    kind = try reader.choice()
    size = try reader.number()
    bytes = try reader.bytes(limit: WireLimit.inlineBytes)
  }
}
