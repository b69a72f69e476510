/// Instance to host: the load of the id wants an attachment.
package struct LoadAttachment: WireMessage {
  /// The number of the message.
  package static let type = WireType.loadAttachment

  /// The form of a loaded attachment, numbered as in the C interface.
  package enum Form: UInt8, CaseIterable, Sendable {
    /// Bytes in memory.
    case bytes = 1
    /// An open file.
    case descriptor = 2
    /// A URL.
    case url = 3
  }

  /// The place of the attachment over the whole request.
  package var attachment: UInt32
  /// The registered type to load.
  package var type: String
  /// The form that the caller wants.
  package var form: Form

  /// Gathers the parts.
  package init(attachment: UInt32, type: String, form: Form) {
    self.attachment = attachment
    self.type = type
    self.form = form
  }

  /// Writes the value.
  package func encode(into writer: inout WireWriter) {
    writer.write(attachment)
    writer.write(name: type, limit: WireLimit.type)
    writer.write(form.rawValue)
  }

  /// Reads a value from bytes that nobody has checked.
  package init(decoding reader: inout WireReader) throws(WireError) {
    attachment = try reader.number()
    type = try reader.name(limit: WireLimit.type)
    form = try reader.choice()
  }
}
