/// A MIME type such as `image/jpeg` without parameters, in lower case.
public struct MIMEType: Hashable, Sendable {
  /// The type in lower case: the media type, a slash, the subtype.
  public let rawValue: String

  /// The longest MIME type, in bytes.
  public static let greatestLength: Int = 255

  /// Takes a MIME type out of text, or gives nothing when the text has another form.
  ///
  /// - Parameter text: Two names with a slash between them, in any case. White space around it and
  ///   what follows a semicolon do not count. Names are letters, digits and the characters of
  ///   ``isAllowed(_:)``; no more than ``greatestLength`` bytes in all.
  public init?(_ text: some StringProtocol) {
    guard text.utf8.count <= 4096 else { return nil }
    let essence = text.utf8.prefix { $0 != UInt8(ascii: ";") }
    let front = essence.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
    var bytes = Array(front)
    while let last = bytes.last, last == UInt8(ascii: " ") || last == UInt8(ascii: "\t") {
      bytes.removeLast()
    }
    self.init(bytes: bytes[...])
  }

  /// Takes a MIME type out of bytes that hold nothing else.
  init?(bytes: ArraySlice<UInt8>) {
    guard bytes.count <= Self.greatestLength,
      let slash = bytes.firstIndex(of: UInt8(ascii: "/")),
      slash > bytes.startIndex, slash < bytes.endIndex - 1
    else { return nil }
    let subtype = bytes[(slash + 1)...]
    guard bytes[..<slash].allSatisfy(Self.isAllowed), subtype.allSatisfy(Self.isAllowed) else {
      return nil
    }
    rawValue = String(decoding: bytes.map(Self.lowercased), as: UTF8.self)
  }

  /// Takes over text that is known to have the form.
  init(valid rawValue: String) {
    self.rawValue = rawValue
  }

  /// The part before the slash, as in `image`.
  public var mediaType: Substring { rawValue.prefix { $0 != "/" } }

  /// The part after the slash, as in `jpeg`.
  public var subtype: Substring { rawValue.drop { $0 != "/" }.dropFirst() }

  /// Whether a byte may be part of the names: a token of RFC 2045.
  static func isAllowed(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      return true
    default: return "!#$%&'*+-.^_`{|}~".utf8.contains(byte)
    }
  }

  /// The byte, as a small letter when it is a capital one of ASCII.
  static func lowercased(_ byte: UInt8) -> UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
  }
}

extension MIMEType: CustomStringConvertible {
  /// The type in lower case.
  public var description: String { rawValue }
}

extension MIMEType {
  /// `text/plain`: text in an encoding that is not known.
  public static let plainText = MIMEType(valid: "text/plain")
  /// `application/octet-stream`: any bytes.
  public static let octetStream = MIMEType(valid: "application/octet-stream")
  /// `application/x-zerosize`: a file without bytes.
  public static let empty = MIMEType(valid: "application/x-zerosize")
}
