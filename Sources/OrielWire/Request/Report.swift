/// Instance to host, before any code of the extension ran: what holds.
package struct Report: WireMessage {
  /// The number of the message.
  package static let type = WireType.report

  /// What the instance found about each layer.
  package var layers: [LayerStatus]
  /// How long each step of its launch took, if the host asked.
  package var steps: [StepTime]

  /// Gathers the parts.
  package init(layers: [LayerStatus], steps: [StepTime] = []) {
    self.layers = layers
    self.steps = steps
  }

  /// Writes the value.
  package func encode(into writer: inout WireWriter) {
    writer.write(list: layers, limit: WireLimit.layers)
    writer.write(list: steps, limit: WireLimit.steps)
  }

  /// Reads a value from bytes that nobody has checked.
  package init(decoding reader: inout WireReader) throws(WireError) {
    layers = try reader.list(limit: WireLimit.layers)
    steps = try reader.list(limit: WireLimit.steps)
  }
}
