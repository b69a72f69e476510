/// Host to instance, only for a load that is watched: how far it is.
package struct LoadAdvanced: WireMessage {
  /// The number of the message.
  package static let type = WireType.loadAdvanced

  /// The units that are done.
  package var completed: UInt64
  /// All units; 0 while that is not known.
  package var total: UInt64

  /// Gathers the parts.
  package init(completed: UInt64, total: UInt64) {
    self.completed = completed
    self.total = total
  }

  /// Writes the value.
  package func encode(into writer: inout WireWriter) {
    writer.write(completed)
    writer.write(total)
  }

  /// Reads a value from bytes that nobody has checked.
  package init(decoding reader: inout WireReader) throws(WireError) {
    completed = try reader.number()
    total = try reader.number()
  }
}
