/// Host to instance: the answer to the load of the id.
package struct LoadResult: WireMessage {
  /// The number of the message.
  package static let type = WireType.loadResult
  /// The attachment, open read-only or as sealed memory, if the kind says so.
  package static let descriptors = 0...1

  /// What an answer holds.
  package enum Kind: UInt8, CaseIterable, Sendable {
    /// Nothing; the status tells why.
    case none = 0
    /// The bytes of the attachment.
    case inline = 1
    /// A descriptor to read the bytes from, at offset 0.
    case descriptor = 2
    /// The text of a URL.
    case url = 3
  }

  /// What else is to be known of an answer.
  package enum Detail: Hashable, Sendable {
    /// Nothing.
    case none
    /// The content is held until a `LoadNotice`.
    case held
    /// Why there is no content, as the host's program says it.
    case failure(WireFailure)
    /// The content is a picture: its type, and its size in pixels.
    case picture(type: String, width: UInt32, height: UInt32)
  }

  /// The number that tells a detail.
  private enum DetailKind: UInt8 {
    case none = 0
    case held = 1
    case failure = 2
    case picture = 3
  }

  /// A status of the C interface.
  package var status: Int32
  /// What the answer holds.
  package var kind: Kind
  /// The bytes of the attachment, wherever they are.
  package var size: UInt64
  /// The bytes or the URL, if they are in the message.
  package var bytes: [UInt8]
  /// What else is to be known.
  package var detail: Detail

  /// Gathers the parts.
  package init(
    status: Int32,
    kind: Kind,
    size: UInt64,
    bytes: [UInt8],
    detail: Detail = .none
  ) {
    self.status = status
    self.kind = kind
    self.size = size
    self.bytes = bytes
    self.detail = detail
  }

  /// Writes the value.
  package func encode(into writer: inout WireWriter) {
    writer.write(status)
    writer.write(kind.rawValue)
    writer.write(size)
    writer.write(bytes: bytes, limit: WireLimit.inlineBytes)
    switch detail {
    case .none: writer.write(DetailKind.none.rawValue)
    case .held: writer.write(DetailKind.held.rawValue)
    case .failure(let failure):
      writer.write(DetailKind.failure.rawValue)
      writer.write(text: failure.domain, limit: WireLimit.identifier)
      writer.write(failure.code)
      writer.write(text: failure.text, limit: WireLimit.log)
    case .picture(let type, let width, let height):
      writer.write(DetailKind.picture.rawValue)
      writer.write(name: type, limit: WireLimit.type)
      writer.write(width)
      writer.write(height)
    }
  }

  /// Reads a value from bytes that nobody has checked.
  package init(decoding reader: inout WireReader) throws(WireError) {
    status = try reader.number()
    kind = try reader.choice()
    size = try reader.number()
    bytes = try reader.bytes(limit: WireLimit.inlineBytes)
    detail =
      switch try reader.choice(DetailKind.self) {
      case .none: .none
      case .held: .held
      case .failure:
        .failure(
          WireFailure(
            domain: try reader.text(limit: WireLimit.identifier),
            code: try reader.number(),
            text: try reader.text(limit: WireLimit.log)
          )
        )
      case .picture:
        .picture(
          type: try reader.name(limit: WireLimit.type),
          width: try reader.number(),
          height: try reader.number()
        )
      }
  }
}
