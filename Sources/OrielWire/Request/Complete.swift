/// Instance to host: the request is done.
package struct Complete: WireMessage {
  /// The number of the message.
  package static let type = WireType.complete

  /// What the extension gives back.
  package var items: [WireReturnedItem]
  /// Errors about single input items.
  package var itemFailures: [WireItemFailure]
  /// Bit 0: the extension works on for the grace time.
  package var flags: UInt32

  /// Gathers the parts.
  package init(items: [WireReturnedItem], itemFailures: [WireItemFailure], flags: UInt32) {
    self.items = items
    self.itemFailures = itemFailures
    self.flags = flags
  }

  /// Writes the value.
  package func encode(into writer: inout WireWriter) {
    writer.write(list: items, limit: WireLimit.items)
    writer.write(list: itemFailures, limit: WireLimit.items)
    writer.write(flags)
  }

  /// Reads a value from bytes that nobody has checked.
  package init(decoding reader: inout WireReader) throws(WireError) {
    items = try reader.list(limit: WireLimit.items)
    itemFailures = try reader.list(limit: WireLimit.items)
    flags = try reader.number()
  }
}
