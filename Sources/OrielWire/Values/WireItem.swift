/// One input item of a request.
package struct WireItem: WireValue {
  /// The title.
  package var title: String?
  /// The text.
  package var text: String?
  /// A property list.
  package var userInfo: [UInt8]?
  /// What the item carries.
  package var attachments: [WireAttachment]

  /// Gathers the parts.
  package init(
    title: String? = nil,
    text: String? = nil,
    userInfo: [UInt8]? = nil,
    attachments: [WireAttachment] = []
  ) {
    self.title = title
    self.text = text
    self.userInfo = userInfo
    self.attachments = attachments
  }

  /// Writes the value.
  package func encode(into writer: inout WireWriter) {
    writer.write(optional: title) { $0.write(text: $1, limit: WireLimit.text) }
    writer.write(optional: text) { $0.write(text: $1, limit: WireLimit.text) }
    writer.write(optional: userInfo) { $0.write(bytes: $1, limit: WireLimit.userInfo) }
    writer.write(list: attachments, limit: WireLimit.attachments)
  }

  /// Reads a value from bytes that nobody has checked.
  package init(decoding reader: inout WireReader) throws(WireError) {
    title = try reader.optional { (reader) throws(WireError) in
      try reader.text(limit: WireLimit.text)
    }
    text = try reader.optional { (reader) throws(WireError) in
      try reader.text(limit: WireLimit.text)
    }
    userInfo = try reader.optional { (reader) throws(WireError) in
      try reader.bytes(limit: WireLimit.userInfo)
    }
    attachments = try reader.list(limit: WireLimit.attachments)
  }
}

/// One thing that an input item carries, offered in several forms that are loaded when asked for.
package struct WireAttachment: WireValue {
  /// A name for a file that holds it.
  package var suggestedName: String?
  /// The forms, the best first.
  package var representations: [WireRepresentation]

  /// Gathers the parts.
  package init(suggestedName: String? = nil, representations: [WireRepresentation] = []) {
    self.suggestedName = suggestedName
    self.representations = representations
  }

  /// Writes the value.
  package func encode(into writer: inout WireWriter) {
    writer.write(optional: suggestedName) { $0.write(text: $1, limit: WireLimit.name) }
    writer.write(list: representations, limit: WireLimit.types)
  }

  /// Reads a value from bytes that nobody has checked.
  package init(decoding reader: inout WireReader) throws(WireError) {
    suggestedName = try reader.optional { (reader) throws(WireError) in
      try reader.text(limit: WireLimit.name)
    }
    representations = try reader.list(limit: WireLimit.types)
  }
}

/// One form of an attachment.
package struct WireRepresentation: WireValue {
  /// The type identifier.
  package var type: String
  /// Every type that this one conforms to, itself left out.
  package var conformsTo: [String]

  /// Gathers the parts.
  package init(type: String, conformsTo: [String] = []) {
    self.type = type
    self.conformsTo = conformsTo
  }

  /// Writes the value.
  package func encode(into writer: inout WireWriter) {
    writer.write(name: type, limit: WireLimit.type)
    writer.write(list: conformsTo, limit: WireLimit.conformances) {
      $0.write(name: $1, limit: WireLimit.type)
    }
  }

  /// Reads a value from bytes that nobody has checked.
  package init(decoding reader: inout WireReader) throws(WireError) {
    type = try reader.name(limit: WireLimit.type)
    conformsTo = try reader.list(limit: WireLimit.conformances) { (reader) throws(WireError) in
      try reader.name(limit: WireLimit.type)
    }
  }
}
