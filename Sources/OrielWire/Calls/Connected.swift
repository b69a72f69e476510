/// Instance to host: calls can be made.
package struct Connected: WireMessage {
  /// The number of the message.
  package static let type = WireType.connected

  /// The places of the optional functions that the library does not have.
  package var absent: [UInt32]

  /// Gathers the parts.
  package init(absent: [UInt32]) {
    self.absent = absent
  }

  /// Writes the value.
  package func encode(into writer: inout WireWriter) {
    writer.write(list: absent, limit: WireLimit.functions) { $0.write($1) }
  }

  /// Reads a value from bytes that nobody has checked.
  package init(decoding reader: inout WireReader) throws(WireError) {
    absent = try reader.list(limit: WireLimit.functions) { (reader) throws(WireError) in
      try reader.number(UInt32.self)
    }
  }
}
