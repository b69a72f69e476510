/// Instance to host, only when it was launched to report refusals: what the sandbox refused.
///
/// The handler in CShims/trace.c writes these bytes itself.
package struct Refused: WireMessage {
  /// The number of the message.
  package static let type = WireType.refused

  /// How many refusals there were so far.
  package var total: UInt64
  /// One of them; nil when only the number is told.
  package var refusal: WireRefusal?

  /// Gathers the parts.
  package init(total: UInt64, refusal: WireRefusal?) {
    self.total = total
    self.refusal = refusal
  }

  /// Writes the value.
  package func encode(into writer: inout WireWriter) {
    writer.write(total)
    writer.write(optional: refusal) { $0.write($1) }
  }

  /// Reads a value from bytes that nobody has checked.
  package init(decoding reader: inout WireReader) throws(WireError) {
    total = try reader.number()
    refusal = try reader.optional { (reader) throws(WireError) in
      try WireRefusal(decoding: &reader)
    }
  }
}
