/// What a dynamic identifier stands for: a suffix or a MIME type that no declaration names.
///
/// The form is Oriel's own, and both directions need no table:
///
///     dyn.suffix.TEXT             a suffix, without the dot before it
///     dyn.mime.MEDIA.SUBTYPE      a MIME type; the first dot stands for the slash
///
/// TEXT, MEDIA and SUBTYPE are in lower case, as identifiers do not tell cases apart. Letters and
/// digits of ASCII stand for themselves, and so does a dot (in MEDIA it is escaped); `-` is written
/// `--`, any other byte of UTF-8 as `-` and two hexadecimal digits: `image/x-foo+xml` is
/// `dyn.mime.image.x--foo-2bxml`. An identifier with another spelling of the same is not dynamic.
public enum DynamicType: Hashable, Sendable {
  /// Files whose names end with a dot and these characters, in lower case.
  case suffix(String)
  /// Data of this MIME type.
  case mimeType(MIMEType)

  /// How all identifiers of this kind begin; no declaration may use it.
  static let prefix = "dyn."
  /// How the identifiers of suffixes begin.
  private static let suffixPrefix = "dyn.suffix."
  /// How the identifiers of MIME types begin.
  private static let mimePrefix = "dyn.mime."

  /// Reads back what an identifier stands for, or gives nothing when it is not dynamic.
  public init?(_ identifier: TypeIdentifier) {
    let text = identifier.folded
    guard text.hasPrefix(Self.prefix) else { return nil }
    if text.hasPrefix(Self.suffixPrefix) {
      let encoded = text.utf8.dropFirst(Self.suffixPrefix.utf8.count)
      guard let bytes = Self.decoded(encoded),
        let text = String(validating: bytes, as: UTF8.self),
        let suffix = DynamicType(suffix: text)
      else { return nil }
      self = suffix
    } else if text.hasPrefix(Self.mimePrefix) {
      let encoded = text.utf8.dropFirst(Self.mimePrefix.utf8.count)
      guard let dot = encoded.firstIndex(of: UInt8(ascii: ".")),
        let media = Self.decoded(encoded[..<dot]),
        let subtype = Self.decoded(encoded[encoded.index(after: dot)...]),
        let type = MIMEType(bytes: (media + [UInt8(ascii: "/")] + subtype)[...])
      else { return nil }
      self = .mimeType(type)
    } else {
      return nil
    }
    // One thing has one identifier only.
    guard self.identifier == identifier else { return nil }
  }

  /// The dynamic type of files with a suffix, given without the dot.
  ///
  /// - Returns: Nothing for a suffix that is empty, holds a slash or a zero, or is too long.
  public init?(suffix: some StringProtocol) {
    let folded = suffix.lowercased()
    guard !folded.isEmpty, !folded.utf8.contains(where: { $0 == 0 || $0 == UInt8(ascii: "/") }),
      Self.encodedLength(folded.utf8) + Self.suffixPrefix.utf8.count
        <= TypeIdentifier.greatestLength
    else { return nil }
    self = .suffix(folded)
  }

  /// The identifier; nil when it would be too long for one.
  public var identifier: TypeIdentifier? {
    let text: String
    switch self {
    case .suffix(let suffix): text = Self.suffixPrefix + Self.encoded(suffix.utf8)
    case .mimeType(let type):
      text =
        Self.mimePrefix + Self.encoded(type.mediaType.utf8, escapingDots: true) + "."
        + Self.encoded(type.subtype.utf8)
    }
    guard text.utf8.count <= TypeIdentifier.greatestLength else { return nil }
    return TypeIdentifier(valid: text)
  }

  /// Whether a byte stands for itself.
  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
      UInt8(ascii: "."):
      true
    default: false
    }
  }

  /// How long text becomes, in bytes.
  private static func encodedLength(_ bytes: some Sequence<UInt8>) -> Int {
    bytes.reduce(0) { $0 + (isPlain($1) ? 1 : $1 == UInt8(ascii: "-") ? 2 : 3) }
  }

  /// Text as it stands in an identifier.
  private static func encoded(_ bytes: some Sequence<UInt8>, escapingDots: Bool = false) -> String {
    let digits = Array("0123456789abcdef".utf8)
    var result: [UInt8] = []
    for byte in bytes {
      if isPlain(byte), !(escapingDots && byte == UInt8(ascii: ".")) {
        result.append(byte)
      } else if byte == UInt8(ascii: "-") {
        result += [byte, byte]
      } else {
        result += [UInt8(ascii: "-"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// The bytes that encoded text stands for.
  private static func decoded(_ text: some Sequence<UInt8>) -> [UInt8]? {
    var result: [UInt8] = []
    var iterator = text.makeIterator()
    while let byte = iterator.next() {
      guard byte == UInt8(ascii: "-") else {
        result.append(byte)
        continue
      }
      guard let next = iterator.next() else { return nil }
      if next == UInt8(ascii: "-") {
        result.append(next)
      } else {
        guard let high = digit(next), let low = iterator.next().flatMap(digit) else { return nil }
        result.append(high << 4 | low)
      }
    }
    return result.isEmpty ? nil : result
  }

  /// The value of a hexadecimal digit.
  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    default: nil
    }
  }
}
