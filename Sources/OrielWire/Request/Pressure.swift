/// Host to instance: memory becomes scarce for it.
package struct Pressure: WireMessage {
  /// The number of the message.
  package static let type = WireType.pressure

  /// How near the bound is.
  package var level: MemoryPressure

  /// Gathers the parts.
  package init(level: MemoryPressure) {
    self.level = level
  }

  /// Writes the value.
  package func encode(into writer: inout WireWriter) {
    writer.write(level.rawValue)
  }

  /// Reads a value from bytes that nobody has checked.
  package init(decoding reader: inout WireReader) throws(WireError) {
    level = try reader.choice()
  }
}
