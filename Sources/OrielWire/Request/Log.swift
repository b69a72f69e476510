/// Instance to host: a line of the extension's log.
package struct Log: WireMessage {
  /// The number of the message.
  package static let type = WireType.log

  /// The level, 1 (debug) to 5 (error).
  package var level: UInt8
  /// The line.
  package var text: String

  /// Gathers the parts.
  package init(level: UInt8, text: String) {
    self.level = level
    self.text = text
  }

  /// Writes the value.
  package func encode(into writer: inout WireWriter) {
    writer.write(level)
    writer.write(text: text, limit: WireLimit.log)
  }

  /// Reads a value from bytes that nobody has checked.
  package init(decoding reader: inout WireReader) throws(WireError) {
    level = try reader.number()
    text = try reader.text(limit: WireLimit.log)
  }
}
