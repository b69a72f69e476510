/// Runner or instance to host: no instance will serve the request of the id.
package struct LaunchFailed: WireMessage {
  /// The number of the message.
  package static let type = WireType.launchFailed

  /// The layer of the sandbox that could not be put up, if it was one.
  package var layer: Layer?
  /// The error number, or 0.
  package var errno: Int32
  /// What failed, in words.
  package var text: String

  /// Gathers the parts.
  package init(layer: Layer?, errno: Int32, text: String) {
    self.layer = layer
    self.errno = errno
    self.text = text
  }

  /// Writes the value.
  package func encode(into writer: inout WireWriter) {
    writer.write(optional: layer) { $0.write($1.rawValue) }
    writer.write(errno)
    writer.write(text: text, limit: WireLimit.log)
  }

  /// Reads a value from bytes that nobody has checked.
  package init(decoding reader: inout WireReader) throws(WireError) {
    layer = try reader.optional { (reader) throws(WireError) in try reader.choice() }
    errno = try reader.number()
    text = try reader.text(limit: WireLimit.log)
  }
}
