/// Runner to host: no instance can be launched.
package struct RunnerFailed: WireMessage {
  /// The number of the message.
  package static let type = WireType.runnerFailed

  /// The step that failed.
  package var stage: String
  /// The layer of the sandbox that the step belongs to, if it is one.
  package var layer: Layer?
  /// The error number, or 0.
  package var errno: Int32
  /// What failed, in words.
  package var text: String

  /// Gathers the parts.
  package init(stage: String, layer: Layer?, errno: Int32, text: String) {
    self.stage = stage
    self.layer = layer
    self.errno = errno
    self.text = text
  }

  /// Writes the value.
  package func encode(into writer: inout WireWriter) {
    writer.write(text: stage, limit: WireLimit.log)
    writer.write(optional: layer) { $0.write($1.rawValue) }
    writer.write(errno)
    writer.write(text: text, limit: WireLimit.log)
  }

  /// Reads a value from bytes that nobody has checked.
  package init(decoding reader: inout WireReader) throws(WireError) {
    stage = try reader.text(limit: WireLimit.log)
    layer = try reader.optional { (reader) throws(WireError) in try reader.choice() }
    errno = try reader.number()
    text = try reader.text(limit: WireLimit.log)
  }
}
