/// Instance to host: something about the load of the id that has no answer.
package struct LoadNotice: WireMessage {
  /// The number of the message.
  package static let type = WireType.loadNotice

  /// What a host is told.
  package enum Kind: UInt8, CaseIterable, Sendable {
    /// Somebody wants to hear how far the load is.
    case watched = 1
    /// What the load gave is not needed any more; sent once for each result that is held.
    case released = 2
  }

  /// What the host is told.
  package var kind: Kind

  /// Gathers the parts.
  package init(_ kind: Kind) {
    self.kind = kind
  }

  /// Writes the value.
  package func encode(into writer: inout WireWriter) {
    writer.write(kind.rawValue)
  }

  /// Reads a value from bytes that nobody has checked.
  package init(decoding reader: inout WireReader) throws(WireError) {
    kind = try reader.choice()
  }
}
