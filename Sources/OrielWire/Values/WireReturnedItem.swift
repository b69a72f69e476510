/// One item that an extension gives back.
package struct WireReturnedItem: WireValue {
  /// The title.
  package var title: String?
  /// The text.
  package var text: String?
  /// A property list.
  package var userInfo: [UInt8]?
  /// What the item carries.
  package var attachments: [WireReturnedAttachment]

  /// Gathers the parts.
  package init(
    title: String? = nil,
    text: String? = nil,
    userInfo: [UInt8]? = nil,
    attachments: [WireReturnedAttachment] = []
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

/// One thing that a returned item carries.
package struct WireReturnedAttachment: WireValue {
  /// A name for a file that holds it.
  package var suggestedName: String?
  /// The forms, the best first.
  package var representations: [WireReturnedRepresentation]

  /// Gathers the parts.
  package init(suggestedName: String? = nil, representations: [WireReturnedRepresentation] = []) {
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

/// One form of a returned attachment.
package struct WireReturnedRepresentation: WireValue {
  /// Where the bytes are.
  package enum Source: Hashable, Sendable {
    /// In the message.
    case inline([UInt8])
    /// In a content that was sent before: its number, and its size.
    case content(number: UInt32, size: UInt64)
  }

  /// The type identifier.
  package var type: String
  /// Where the bytes are.
  package var source: Source

  /// Gathers the parts.
  package init(type: String, source: Source) {
    self.type = type
    self.source = source
  }

  /// Writes the value.
  package func encode(into writer: inout WireWriter) {
    writer.write(name: type, limit: WireLimit.type)
    switch source {
    case .inline(let bytes):
      writer.write(UInt8(0))
      writer.write(bytes: bytes, limit: WireLimit.inlineBytes)
    case .content(let number, let size):
      writer.write(UInt8(1))
      writer.write(number)
      writer.write(size)
    }
  }

  /// Reads a value from bytes that nobody has checked.
  package init(decoding reader: inout WireReader) throws(WireError) {
    type = try reader.name(limit: WireLimit.type)
    let kind = try reader.number(UInt8.self)
    switch kind {
    case 0: source = .inline(try reader.bytes(limit: WireLimit.inlineBytes))
    case 1: source = .content(number: try reader.number(), size: try reader.number())
    default: throw .meaningless(UInt64(kind))
    }
  }
}
