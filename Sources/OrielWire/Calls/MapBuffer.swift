/// Host to instance: map a memory that both use, under the number of the id.
package struct MapBuffer: WireMessage {
  /// The number of the message.
  package static let type = WireType.mapBuffer
  /// The memory.
  package static let descriptors = 1...1

  /// The size in bytes, a multiple of the page.
  package var size: UInt64

  /// Gathers the parts.
  package init(size: UInt64) {
    self.size = size
  }

  /// Writes the value.
  package func encode(into writer: inout WireWriter) {
    writer.write(size)
  }

  /// Reads a value from bytes that nobody has checked.
  package init(decoding reader: inout WireReader) throws(WireError) {
    size = try reader.number()
  }
}

/// Host to instance: the memory of the id is not used any more.
package struct UnmapBuffer: WireMessage {
  /// The number of the message.
  package static let type = WireType.unmapBuffer

  /// The only value.
  package init() {}

  /// Writes nothing.
  package func encode(into writer: inout WireWriter) {}

  /// Reads nothing.
  package init(decoding reader: inout WireReader) throws(WireError) {}
}

/// Instance to host: what became of mapping the memory of the id.
package struct BufferMapped: WireMessage {
  /// The number of the message.
  package static let type = WireType.bufferMapped

  /// 0, or why it could not be mapped.
  package var errno: Int32

  /// Gathers the parts.
  package init(errno: Int32) {
    self.errno = errno
  }

  /// Writes the value.
  package func encode(into writer: inout WireWriter) {
    writer.write(errno)
  }

  /// Reads a value from bytes that nobody has checked.
  package init(decoding reader: inout WireReader) throws(WireError) {
    errno = try reader.number()
  }
}
