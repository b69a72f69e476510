/// Instance to host, before any code of the extension ran: what holds.
package struct Report: WireMessage {
  /// The number of the message.
  package static let type = WireType.report

  /// What the instance found about each layer.
  package var layers: [LayerStatus]

  /// Gathers the parts.
  package init(layers: [LayerStatus]) {
    self.layers = layers
  }

  /// Writes the value.
  package func encode(into writer: inout WireWriter) {
    writer.write(list: layers, limit: WireLimit.layers)
  }

  /// Reads a value from bytes that nobody has checked.
  package init(decoding reader: inout WireReader) throws(WireError) {
    layers = try reader.list(limit: WireLimit.layers)
  }
}
