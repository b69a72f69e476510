/// Instance to host: the load of the id wants a small picture of an attachment.
package struct LoadPreview: WireMessage {
  /// The number of the message.
  package static let type = WireType.loadPreview

  /// The place of the attachment over the whole request.
  package var attachment: UInt32
  /// The width that is preferred, in pixels.
  package var width: UInt32
  /// The height that is preferred, in pixels.
  package var height: UInt32

  /// Gathers the parts.
  package init(attachment: UInt32, width: UInt32, height: UInt32) {
    self.attachment = attachment
    self.width = width
    self.height = height
  }

  /// Writes the value.
  package func encode(into writer: inout WireWriter) {
    writer.write(attachment)
    writer.write(width)
    writer.write(height)
  }

  /// Reads a value from bytes that nobody has checked.
  package init(decoding reader: inout WireReader) throws(WireError) {
    attachment = try reader.number()
    width = try reader.number()
    height = try reader.number()
  }
}
