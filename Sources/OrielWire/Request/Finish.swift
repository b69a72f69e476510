/// Host to instance: the outcome is known; end when idle.
package struct Finish: WireMessage {
  /// The number of the message.
  package static let type = WireType.finish

  /// Makes the message.
  package init() {}

  /// Writes the value, which has no parts.
  package func encode(into writer: inout WireWriter) {}

  /// Reads the value, which has no parts.
  package init(decoding reader: inout WireReader) throws(WireError) {}
}
