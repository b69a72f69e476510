/// Instance to host: the extension's begin has returned.
package struct Began: WireMessage {
  /// The number of the message.
  package static let type = WireType.began

  /// Makes the message.
  package init() {}

  /// Writes the value, which has no parts.
  package func encode(into writer: inout WireWriter) {}

  /// Reads the value, which has no parts.
  package init(decoding reader: inout WireReader) throws(WireError) {}
}
