/// Instance to host: the work after completion has ended.
package struct FinishWork: WireMessage {
  /// The number of the message.
  package static let type = WireType.finishWork

  /// Makes the message.
  package init() {}

  /// Writes the value, which has no parts.
  package func encode(into writer: inout WireWriter) {}

  /// Reads the value, which has no parts.
  package init(decoding reader: inout WireReader) throws(WireError) {}
}
