/// Runner to host: the instance of the id comes near the bound that its control group sets.
package struct Pressured: WireMessage {
  /// The number of the message.
  package static let type = WireType.pressured

  /// How near.
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
