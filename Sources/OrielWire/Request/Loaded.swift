/// Instance to host: the library is loaded and its entry answered.
package struct Loaded: WireMessage {
  /// The number of the message.
  package static let type = WireType.loaded

  /// How long loading took.
  package var loadMicroseconds: UInt32

  /// Gathers the parts.
  package init(loadMicroseconds: UInt32) {
    self.loadMicroseconds = loadMicroseconds
  }

  /// Writes the value.
  package func encode(into writer: inout WireWriter) {
    writer.write(loadMicroseconds)
  }

  /// Reads a value from bytes that nobody has checked.
  package init(decoding reader: inout WireReader) throws(WireError) {
    loadMicroseconds = try reader.number()
  }
}
