/// Runner to host: the instance of the id exists.
package struct Launched: WireMessage {
  /// The number of the message.
  package static let type = WireType.launched
  /// The process descriptor of the instance.
  package static let descriptors = 1...1

  /// The instance's number in the runner's namespace.
  package var processIdentifier: Int32

  /// Gathers the parts.
  package init(processIdentifier: Int32) {
    self.processIdentifier = processIdentifier
  }

  /// Writes the value.
  package func encode(into writer: inout WireWriter) {
    writer.write(processIdentifier)
  }

  /// Reads a value from bytes that nobody has checked.
  package init(decoding reader: inout WireReader) throws(WireError) {
    processIdentifier = try reader.number()
  }
}
