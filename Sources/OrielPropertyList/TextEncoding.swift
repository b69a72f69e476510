internal import OrielText

/// What the readers of text need to know about encodings: UTF-8 and UTF-16, both checked.
enum TextEncoding {
  /// The byte order of UTF-16 text.
  enum ByteOrder {
    /// The high byte is first.
    case big
    /// The low byte is first.
    case little
  }

  /// The byte order mark in UTF-8.
  static let utf8Mark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// The byte order when bytes start like UTF-16 text: by mark, or by a first character of ASCII,
  /// which every format begins with; none has a zero there.
  static func utf16ByteOrder(of bytes: [UInt8]) -> ByteOrder? {
    guard bytes.count >= 2 else { return nil }
    switch (bytes[0], bytes[1]) {
    case (0xFE, 0xFF), (0x00, 0x01...0x7F): return .big
    case (0xFF, 0xFE), (0x01...0x7F, 0x00): return .little
    default: return nil
    }
  }

  /// Whether bytes start like UTF-32 text, by mark or by a first character of ASCII.
  static func isUTF32(_ bytes: [UInt8]) -> Bool {
    guard bytes.count >= 4 else { return false }
    switch (bytes[0], bytes[1], bytes[2], bytes[3]) {
    case (0xFF, 0xFE, 0, 0), (0, 0, 0xFE, 0xFF), (0x01...0x7F, 0, 0, 0), (0, 0, 0, 0x01...0x7F):
      return true
    default: return false
    }
  }

  /// The code units of the text without a mark, decoded only as far as somebody looks at them.
  static func units(of bytes: [UInt8]) -> Units {
    let order = utf16ByteOrder(of: bytes)
    var units = Units(bytes: bytes, order: order)
    if order == nil {
      if bytes.starts(with: utf8Mark) { units.position = utf8Mark.count }
    } else if units.first == 0xFEFF {
      units.position = 2
    }
    return units
  }

  /// The code units of UTF-8 or UTF-16 text, not checked.
  struct Units {
    /// The whole file.
    fileprivate let bytes: [UInt8]
    /// The byte order of UTF-16, or nil for UTF-8.
    fileprivate let order: ByteOrder?
    /// Where the next unit is.
    fileprivate var position = 0

    /// The next unit.
    var first: UInt16? {
      guard let order else { return position < bytes.count ? UInt16(bytes[position]) : nil }
      guard position + 1 < bytes.count else { return nil }
      let (one, two) = (UInt16(bytes[position]), UInt16(bytes[position + 1]))
      return order == .big ? one << 8 | two : two << 8 | one
    }

    /// Takes the next unit.
    mutating func popFirst() -> UInt16? {
      guard let unit = first else { return nil }
      position += order == nil ? 1 : 2
      return unit
    }

    /// What is left after the units for which the condition holds.
    func drop(while condition: (UInt16) -> Bool) -> Units {
      var rest = self
      while let unit = rest.first, condition(unit) { _ = rest.popFirst() }
      return rest
    }
  }

  /// The text of an XML document as UTF-8, by what its declaration says.
  ///
  /// UTF-16 is told by its first bytes, so that a declaration that names it beside UTF-8 text, as
  /// tools that convert files leave it, does not matter. Bytes over 0x7F of a document that claims to
  /// be ASCII are read as UTF-8.
  static func utf8Text(ofXML bytes: [UInt8]) throws(PropertyListError) -> [UInt8] {
    guard utf16ByteOrder(of: bytes) == nil, !bytes.starts(with: utf8Mark),
      let name = declaredEncoding(of: bytes)
    else { return try utf8Text(of: bytes) }
    if latin1Names.contains(name.lowercased()) {
      return bytes.flatMap { $0 < 0x80 ? [$0] : [0xC0 | $0 >> 6, 0x80 | $0 & 0x3F] }
    }
    // Text in another encoding need not be valid UTF-8; its name tells more than its bytes.
    guard XMLScanner.encodings.contains(name.lowercased()) else {
      throw PropertyListError(
        .encoding,
        "the encoding '\(Printable.text(name))' is not supported; save the file as UTF-8",
        at: .text(line: 1, column: 1)
      )
    }
    return try utf8Text(of: bytes)
  }

  /// Names of ISO 8859-1.
  static let latin1Names: Set = [
    "iso-8859-1", "iso8859-1", "iso_8859-1", "latin1", "latin-1", "l1",
  ]

  /// The encoding that a document names, when it begins with a declaration.
  private static func declaredEncoding(of bytes: [UInt8]) -> String? {
    let start = bytes.prefix(4096).drop(while: XMLScanner.isSpace)
    guard start.starts(with: "<?xml".utf8), let end = start.firstIndex(of: UInt8(ascii: ">")),
      bytes[..<end].last == UInt8(ascii: "?")
    else { return nil }
    return XMLScanner.encoding(namedIn: start[..<end])
  }

  /// The text as UTF-8 without a byte order mark.
  ///
  /// - Throws: Where the text is not valid.
  static func utf8Text(of bytes: [UInt8]) throws(PropertyListError) -> [UInt8] {
    if let order = utf16ByteOrder(of: bytes) { return try transcode(bytes, from: order) }
    let text =
      bytes.starts(with: utf8Mark) ? Array(bytes[utf8Mark.count...]) : bytes
    if let offset = firstInvalidByte(of: text) {
      throw PropertyListError(
        .encoding,
        "the byte 0x\(hex(text[offset])) is not valid UTF-8; save the file as UTF-8",
        at: .locate(offset, in: text)
      )
    }
    return text
  }

  /// Two hexadecimal digits.
  private static func hex(_ byte: UInt8) -> String {
    (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
  }

  /// UTF-16 as UTF-8, without the mark.
  private static func transcode(
    _ bytes: [UInt8],
    from order: ByteOrder
  ) throws(PropertyListError) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count)
    var decoder = UTF16Decoder()
    var index = 0
    while index + 1 < bytes.count {
      let high = UInt16(bytes[order == .big ? index : index + 1])
      let low = UInt16(bytes[order == .big ? index + 1 : index])
      let isMark = index == 0 && high == 0xFE && low == 0xFF
      if !isMark, !decoder.append(high << 8 | low, to: &text) {
        throw PropertyListError(
          .encoding,
          "half of a surrogate pair stands alone; the UTF-16 text is damaged",
          at: .locate(text.count, in: text)
        )
      }
      index += 2
    }
    guard index == bytes.count, decoder.isComplete else {
      throw PropertyListError(
        .encoding,
        "the UTF-16 text ends inside a character",
        at: .locate(text.count, in: text)
      )
    }
    return text
  }

  /// The offset of the first byte that is not part of valid UTF-8.
  private static func firstInvalidByte(of text: [UInt8]) -> Int? {
    // The standard library looks at many bytes at once, but does not tell which one is wrong.
    if (try? UTF8Span(validating: text.span)) != nil { return nil }
    var index = 0
    while index < text.count {
      let byte = text[index]
      if byte < 0x80 {
        index += 1
        continue
      }
      // The second byte's range excludes overlong forms, surrogates and what is above U+10FFFF.
      let length: Int
      var second: ClosedRange<UInt8> = 0x80...0xBF
      switch byte {
      case 0xC2...0xDF: length = 2
      case 0xE0: (length, second) = (3, 0xA0...0xBF)
      case 0xED: (length, second) = (3, 0x80...0x9F)
      case 0xE1...0xEF: length = 3
      case 0xF0: (length, second) = (4, 0x90...0xBF)
      case 0xF4: (length, second) = (4, 0x80...0x8F)
      case 0xF1...0xF3: length = 4
      default: return index
      }
      guard index + length <= text.count, second.contains(text[index + 1]),
        text[(index + 2)..<(index + length)].allSatisfy({ $0 & 0xC0 == 0x80 })
      else { return index }
      index += length
    }
    return nil
  }
}

/// Puts the code units of UTF-16 together, one after the other, and refuses lone surrogates.
struct UTF16Decoder {
  /// A first half that waits for its second one.
  private var pending: UInt32?

  /// Whether no half of a pair is left over.
  var isComplete: Bool { pending == nil }

  /// Takes one code unit; appends a scalar as UTF-8 when it is complete.
  ///
  /// - Returns: Whether the unit may stand here.
  mutating func append(_ unit: UInt16, to text: inout [UInt8]) -> Bool {
    let value = UInt32(unit)
    let scalar: UInt32
    switch (pending, value) {
    case (nil, 0xD800...0xDBFF):
      pending = value
      return true
    case (let first?, 0xDC00...0xDFFF):
      scalar = 0x10000 + (first - 0xD800) << 10 + (value - 0xDC00)
      pending = nil
    case (nil, 0...0xD7FF), (nil, 0xE000...): scalar = value
    default: return false
    }
    guard let character = Unicode.Scalar(scalar) else { return false }
    text.append(contentsOf: UTF8.encode(character).map { Array($0) } ?? [])
    return true
  }
}
