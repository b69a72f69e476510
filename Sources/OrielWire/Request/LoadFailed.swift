/// Instance to host: the extension cannot be used.
package struct LoadFailed: WireMessage {
  /// The number of the message.
  package static let type = WireType.loadFailed

  /// What was wrong with a library.
  package enum Kind: UInt8, CaseIterable, Sendable {
    /// The dynamic linker refused it.
    case linker = 0
    /// It does not export the entry function.
    case entryMissing = 1
    /// It was built for another version of the interface.
    case abiVersion = 2
    /// It lacks a function table that its extension point needs.
    case missingTable = 3
    /// A required slot of a function table is NULL.
    case nullSlot = 4
    /// The file is not the one that the host checked.
    case changedFile = 5
    /// Its start function reported a failure.
    case startFailed = 6
    /// The user that instances run as may not read it.
    case unreadable = 7
    /// It does not export a function that its interface describes.
    case functionMissing = 8
    /// Its interface describes a structure that libffi lays out in another way.
    case layoutMismatch = 9
  }

  /// What was wrong.
  package var kind: Kind
  /// The linker's message, or what was found, in words.
  package var text: String

  /// Gathers the parts.
  package init(kind: Kind, text: String) {
    self.kind = kind
    self.text = text
  }

  /// Writes the value.
  package func encode(into writer: inout WireWriter) {
    writer.write(kind.rawValue)
    writer.write(text: text, limit: WireLimit.log)
  }

  /// Reads a value from bytes that nobody has checked.
  package init(decoding reader: inout WireReader) throws(WireError) {
    kind = try reader.choice()
    text = try reader.text(limit: WireLimit.log)
  }
}
