/// Instance to host: the extension gives the request up.
package struct Cancel: WireMessage {
  /// The number of the message.
  package static let type = WireType.cancel

  /// Why.
  package var failure: WireFailure
  /// Errors about single input items.
  package var itemFailures: [WireItemFailure]

  /// Gathers the parts.
  package init(failure: WireFailure, itemFailures: [WireItemFailure]) {
    self.failure = failure
    self.itemFailures = itemFailures
  }

  /// Writes the value.
  package func encode(into writer: inout WireWriter) {
    writer.write(failure)
    writer.write(list: itemFailures, limit: WireLimit.items)
  }

  /// Reads a value from bytes that nobody has checked.
  package init(decoding reader: inout WireReader) throws(WireError) {
    failure = try WireFailure(decoding: &reader)
    itemFailures = try reader.list(limit: WireLimit.items)
  }
}
