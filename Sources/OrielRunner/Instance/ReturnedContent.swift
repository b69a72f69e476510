internal import OrielSystem
internal import OrielWire

/// The content of returned items on its way to the host: small parts inside the message, large ones
/// sent before it.
struct ReturnedContent: ~Copyable {
  /// The bytes that one message may hold directly.
  private static let inlineBudget = 32 * 1024
  /// The most bytes that one representation may hold directly.
  private static let inlineSize = 4096

  private let limit: UInt64
  private let channel: Channel
  private var inlineLeft = Self.inlineBudget

  /// The bytes that all parts may still have together.
  private var totalLeft: UInt64

  /// Content within the limits.
  init(_ limits: Limits, on channel: Channel) {
    limit = limits.fileSize
    totalLeft = limits.returnedBytes
    self.channel = channel
  }

  /// An item in the form that is sent.
  mutating func item(
    _ item: ItemRecord,
    in record: RequestRecord
  ) throws(Status) -> WireReturnedItem {
    var attachments: [WireReturnedAttachment] = []
    for place in item.attachments {
      let attachment = record.attachments[place]
      guard !attachment.representations.isEmpty else { throw .invalidArgument }
      var representations: [WireReturnedRepresentation] = []
      for representation in attachment.representations {
        representations.append(
          WireReturnedRepresentation(
            type: representation.type.text,
            source: try source(representation.content)
          )
        )
      }
      attachments.append(
        WireReturnedAttachment(
          suggestedName: attachment.suggestedName?.text,
          representations: representations
        )
      )
    }
    return WireReturnedItem(
      title: item.title?.text,
      text: item.text?.text,
      userInfo: item.userInfo?.copy,
      attachments: attachments
    )
  }

  private mutating func source(
    _ content: RepresentationRecord.Content
  ) throws(Status) -> WireReturnedRepresentation.Source {
    switch content {
    case .remote: throw .internal
    case .bytes(let bytes): try source(bytes)
    case .file(let file): try source(file.descriptor)
    }
  }

  private mutating func source(
    _ bytes: StableBytes
  ) throws(Status) -> WireReturnedRepresentation.Source {
    try take(UInt64(bytes.count))
    if bytes.count <= Self.inlineSize && bytes.count <= inlineLeft {
      inlineLeft -= bytes.count
      return .inline(bytes.copy)
    }
    let number = try channel.beginContent()
    var offset = 0
    repeat {
      let part = bytes.copy(from: offset, atMost: WireLimit.contentPart)
      try channel.sendPart(part, of: number)
      offset += part.count
    } while offset < bytes.count
    return .content(number: number, size: UInt64(bytes.count))
  }

  /// Sends a file from its beginning to its end, wherever that is by then.
  private mutating func source(
    _ file: borrowing Descriptor
  ) throws(Status) -> WireReturnedRepresentation.Source {
    let number = try channel.beginContent()
    var buffer = [UInt8](repeating: 0, count: WireLimit.contentPart)
    var size: UInt64 = 0
    while true {
      let count = try readPart(of: file, into: &buffer, at: size)
      // An empty file is a content, too.
      guard count > 0 || size == 0 else { break }
      try take(UInt64(count))
      try channel.sendPart(Array(buffer[..<count]), of: number)
      size += UInt64(count)
      guard size <= limit else { throw .tooLarge }
      guard count == buffer.count else { break }
    }
    return .content(number: number, size: size)
  }

  /// Takes bytes out of what may still be returned.
  private mutating func take(_ count: UInt64) throws(Status) {
    guard count <= totalLeft else { throw .tooLarge }
    totalLeft -= count
  }

  private func readPart(
    of file: borrowing Descriptor,
    into buffer: inout [UInt8],
    at offset: UInt64
  ) throws(Status) -> Int {
    do { return try file.read(into: &buffer, at: offset) } catch { throw .io }
  }
}
