/// Host to instance: the answer to the question of the id.
package struct Answer: WireMessage {
  /// The number of the message.
  package static let type = WireType.answer
  /// What was asked for: a connected socket or an open file, with the status for success only.
  package static let descriptors = 0...1

  /// A status of the C interface.
  package var status: Int32
  /// The name of the file with the status for success, else why there is nothing.
  package var text: String

  /// Gathers the parts.
  package init(status: Int32, text: String) {
    self.status = status
    self.text = text
  }

  /// Writes the value.
  package func encode(into writer: inout WireWriter) {
    writer.write(status)
    writer.write(text: text, limit: WireLimit.answer)
  }

  /// Reads a value from bytes that nobody has checked.
  package init(decoding reader: inout WireReader) throws(WireError) {
    status = try reader.number()
    text = try reader.text(limit: WireLimit.answer)
  }
}
