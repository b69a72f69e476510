/// Instance to host: nobody waits for the load of the id any more.
package struct CancelLoad: WireMessage {
  /// The number of the message.
  package static let type = WireType.cancelLoad

  /// Makes the message.
  package init() {}

  /// Writes the value, which has no parts.
  package func encode(into writer: inout WireWriter) {}

  /// Reads the value, which has no parts.
  package init(decoding reader: inout WireReader) throws(WireError) {}
}
