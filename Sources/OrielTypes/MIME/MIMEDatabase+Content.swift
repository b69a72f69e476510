extension MIMEDatabase {
  /// How many bytes at the beginning of a file are worth reading to tell its type.
  public var sniffingLength: Int {
    let wanted = caches.map(\.magicExtent).max() ?? 0
    return min(max(wanted, Self.textProbeLength), Self.greatestSniffingLength)
  }

  /// How many bytes tell text from other data.
  private static let textProbeLength = 128
  /// The most bytes that are looked at, whatever a file of the database says.
  private static let greatestSniffingLength = 256 << 10

  /// The type that a rule about contents tells, or nothing when no rule fits.
  ///
  /// - Parameter content: The beginning of a file; ``sniffingLength`` bytes are enough.
  /// - Returns: The type of the rule with the greatest priority that fits.
  public func magicType(of content: [UInt8]) -> MIMEType? {
    var best: MIMECache.ContentMatch?
    var budget = MIMECache.Budget()
    var ignored: Set<MIMEType> = []
    let data = content.span.extracting(first: sniffingLength)
    for cache in caches {
      let match = cache.contentMatch(data, ignoring: ignored, &budget)
      if let match, best.map({ match.priority > $0.priority }) ?? true { best = match }
      if caches.count > 1 { ignored.formUnion(cache.typesWithoutOtherMagic) }
    }
    return best?.type
  }

  /// The type of a file by its content alone.
  ///
  /// Without a rule that fits, a file without control characters in its first 128 bytes is text.
  public func type(ofContent content: [UInt8]) -> MIMEType {
    if content.isEmpty { return .empty }
    if let type = magicType(of: content) { return type }
    return content.prefix(Self.textProbeLength).contains(where: Self.isControl)
      ? .octetStream : .plainText
  }

  /// Whether a byte is a control character that text does not have.
  private static func isControl(_ byte: UInt8) -> Bool {
    switch byte {
    // Backspace, and what moves to another place.
    case 0x08...0x0D: false
    case 0x00...0x1F, 0x7F: true
    default: false
    }
  }

  /// The type of a file by its name and its content, in the order that the specification of the
  /// database recommends.
  ///
  /// - Parameters:
  ///   - name: The last part of the file's path.
  ///   - content: The beginning of the file, asked for when the name alone does not tell.
  /// - Returns: The type; `application/octet-stream` when nothing tells.
  public func type(ofFileNamed name: String, content: () -> [UInt8]?) -> MIMEType {
    let named = types(forFileName: name)
    if named.count == 1 { return named[0] }
    guard let content = content() else { return named.first ?? .octetStream }
    let found = type(ofContent: content)
    guard let first = named.first else { return found }
    return named.first { type($0, isKindOf: found) } ?? first
  }
}
