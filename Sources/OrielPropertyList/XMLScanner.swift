internal import OrielText

/// Takes XML text apart into tags and character data, as far as property lists need it.
///
/// The text is valid UTF-8. Document types are skipped, processing instructions and comments too;
/// nothing is fetched, and no entity is known but the five of XML.
struct XMLScanner: TextScanner {
  /// A tag.
  struct Tag {
    /// What the tag does.
    enum Role {
      /// Starts an element.
      case opening
      /// Ends an element.
      case closing
      /// Is an element without content.
      case empty
    }

    /// What the tag does.
    let role: Role
    /// The name of the element.
    let name: String
    /// Where the tag starts.
    let offset: Int
  }

  /// Character data of an element.
  struct CharacterData {
    /// The text with references replaced and line ends made LF.
    var bytes: [UInt8] = []
    /// Where the first byte came from in the file.
    var offset: Int?
    /// Where later stretches of `bytes` came from: their start in `bytes` and in the file.
    private var origins: [(start: Int, offset: Int)] = []

    /// The text as a string.
    var text: String { String(decoding: bytes, as: UTF8.self) }

    /// Notes where what is added next comes from.
    mutating func begin(at offset: Int) {
      if self.offset == nil || bytes.isEmpty {
        self.offset = offset
      } else {
        origins.append((bytes.count, offset))
      }
    }

    /// The place in the file of a byte of the text.
    func offset(of index: Int) -> Int? {
      guard let later = origins.last(where: { $0.start <= index }) else {
        return offset.map { $0 + index }
      }
      return later.offset + index - later.start
    }
  }

  /// The text.
  let text: [UInt8]
  /// The longest character data, in bytes.
  let greatestLength: Int
  /// Where the scanner is.
  var offset = 0

  /// Creates a scanner in a text.
  init(text: [UInt8], greatestLength: Int, offset: Int = 0) {
    self.text = text
    self.greatestLength = greatestLength
    self.offset = offset
  }

  /// The place of a byte of the text in the element that comes next.
  mutating func offset(inTextOfElement index: Int) throws(PropertyListError) -> Int? {
    let tag = try readTag()
    guard tag.role == .opening else { return nil }
    let data = try readCharacterData(of: tag)
    return index < data.bytes.count ? data.offset(of: index) : offset
  }

  /// A place in words.
  func place(of offset: Int) -> String {
    PropertyListPosition.locate(offset, in: text).description
  }

  /// The message for a file that ends inside an element.
  func endMessage(_ element: Tag) -> String {
    "the file ends inside <\(element.name)>, opened at \(place(of: element.offset))"
  }

  // MARK: - Between elements

  /// Skips white space, comments, processing instructions and, where allowed, document types.
  ///
  /// - Parameter prologue: Whether this is before the root, where a document type may stand.
  /// - Throws: Where something that was skipped is not closed.
  mutating func skipMiscellany(prologue: Bool = false) throws(PropertyListError) {
    while true {
      while offset < text.count, Self.isSpace(text[offset]) { offset += 1 }
      if starts(with: "<!--") {
        try skip(past: "-->", what: "comment", opening: 4)
      } else if starts(with: "<?") {
        try skipInstruction()
      } else if prologue, starts(with: "<!DOCTYPE") {
        try skipDocumentType()
      } else {
        return
      }
    }
  }

  /// Skips a processing instruction; of the XML declaration the encoding is checked.
  private mutating func skipInstruction() throws(PropertyListError) {
    let start = offset
    try skip(past: "?>", what: "processing instruction", opening: 2)
    guard text[start...].starts(with: "<?xml".utf8), start + 5 < offset,
      Self.isSpace(text[start + 5])
    else { return }
    guard let name = Self.encoding(namedIn: text[start..<offset]) else { return }
    guard
      Self.encodings.contains(name.lowercased())
        || TextEncoding.latin1Names.contains(name.lowercased())
    else {
      throw failure(
        "the encoding '\(Printable.text(name))' is not supported; save the file as UTF-8",
        at: start,
        .encoding
      )
    }
  }

  /// What most files begin with.
  private static let usualDeclaration = Array(#"<?xml version="1.0" encoding="UTF-8"?"#.utf8)

  /// The encodings that are read as they are; UTF-16 text was transcoded before.
  static let encodings: Set = [
    "utf-8", "utf8", "us-ascii", "ascii", "utf-16", "utf-16le", "utf-16be",
  ]

  /// The encoding that an XML declaration names.
  static func encoding(namedIn declaration: ArraySlice<UInt8>) -> String? {
    // Looking for the encoding in a string takes long.
    if declaration.starts(with: usualDeclaration) { return "UTF-8" }
    let text = String(decoding: declaration, as: UTF8.self)
    let parts = text.split(separator: "encoding", maxSplits: 1)
    guard parts.count == 2 else { return nil }
    let value = parts[1].drop { $0 == "=" || $0.isWhitespace }
    guard let quote = value.first, quote == "\"" || quote == "'" else { return nil }
    return String(value.dropFirst().prefix { $0 != quote })
  }

  /// Skips a document type, which is never fetched; declarations inside it are refused by name.
  private mutating func skipDocumentType() throws(PropertyListError) {
    let start = offset
    var quote: UInt8?
    while offset < text.count {
      let byte = text[offset]
      if let open = quote {
        if byte == open { quote = nil }
      } else if starts(with: "<!--") {
        try skip(past: "-->", what: "comment", opening: 4)
        continue
      } else {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "'"): quote = byte
        case UInt8(ascii: "["): throw declarations(at: offset)
        case UInt8(ascii: ">"):
          offset += 1
          return
        default: break
        }
      }
      offset += 1
    }
    throw failure("the document type is not closed", at: start)
  }

  /// The error for declarations inside a document type, with the name of the first entity.
  private func declarations(at start: Int) -> PropertyListError {
    let window = String(decoding: text[start..<min(text.count, start + 4096)], as: UTF8.self)
    let parts = window.split(separator: "<!ENTITY", maxSplits: 1)
    let words = parts.dropFirst().first?.split { $0.isWhitespace || $0 == "%" }
    if let name = words?.first {
      return failure(
        "the document type declares the entity '\(Printable.text(String(name)))';"
          + " entities are not read, write the text itself",
        at: start,
        .unsupported
      )
    }
    return failure(
      "the document type holds declarations, which are not read; remove '[ … ]'",
      at: start,
      .unsupported
    )
  }

  /// Skips to after a text.
  mutating func skip(
    past end: StaticString,
    what: String,
    opening length: Int
  ) throws(PropertyListError) {
    let start = offset
    offset += length
    while offset < text.count {
      if starts(with: end) {
        offset += end.utf8CodeUnitCount
        return
      }
      offset += 1
    }
    throw failure("the \(what) is not closed", at: start)
  }

  // MARK: - Tags

  /// Reads a tag, after white space, comments and processing instructions.
  ///
  /// - Parameters:
  ///   - prologue: Whether this is before the root, where a document type may stand.
  ///   - element: The element that the end of the file would cut off, for the message.
  /// - Returns: The tag.
  /// - Throws: What is there instead of a tag.
  mutating func readTag(
    prologue: Bool = false,
    inside element: Tag? = nil
  ) throws(PropertyListError) -> Tag {
    try skipMiscellany(prologue: prologue)
    let start = offset
    guard start < text.count else {
      throw failure(element.map(endMessage) ?? "the file ends before a value", at: start)
    }
    guard text[start] == UInt8(ascii: "<") else {
      throw failure(
        "found text where a tag was expected" + (element.map { ", inside <\($0.name)>" } ?? ""),
        at: start
      )
    }
    offset += 1
    let isClosing = offset < text.count && text[offset] == UInt8(ascii: "/")
    if isClosing { offset += 1 }
    let name = try readName(of: start)
    while true {
      while offset < text.count, Self.isSpace(text[offset]) { offset += 1 }
      guard offset < text.count else { throw unclosedTag(name, at: start) }
      switch text[offset] {
      case UInt8(ascii: ">"):
        offset += 1
        return Tag(role: isClosing ? .closing : .opening, name: name, offset: start)
      case UInt8(ascii: "/") where !isClosing:
        guard offset + 1 < text.count else { throw unclosedTag(name, at: start) }
        guard text[offset + 1] == UInt8(ascii: ">") else {
          throw failure("found '/' without '>' in the tag <\(name)>", at: offset)
        }
        offset += 2
        return Tag(role: .empty, name: name, offset: start)
      default:
        guard !isClosing else {
          throw failure("a closing tag may hold nothing but its name", at: offset)
        }
        try skipAttribute(of: name, at: start)
      }
    }
  }

  /// The error for a tag that the file ends in.
  private func unclosedTag(_ name: String, at start: Int) -> PropertyListError {
    failure("the file ends inside the tag <\(name)>", at: start)
  }

  /// Reads the name in a tag.
  private mutating func readName(of tag: Int) throws(PropertyListError) -> String {
    let start = offset
    while offset < text.count, Self.isNameByte(text[offset]) { offset += 1 }
    guard offset > start else {
      throw failure("found '<' that starts no tag; write '&lt;' for the character", at: tag)
    }
    guard offset - start <= 64 else { throw failure("the name of a tag is too long", at: tag) }
    // Messages show names, and no element has one that this changes.
    return Printable.text(String(decoding: text[start..<offset], as: UTF8.self))
  }

  /// Skips one attribute: a property list gives them no meaning.
  private mutating func skipAttribute(
    of name: String,
    at tag: Int
  ) throws(PropertyListError) {
    let start = offset
    while offset < text.count, Self.isNameByte(text[offset]) { offset += 1 }
    let hasName = offset > start
    while offset < text.count, Self.isSpace(text[offset]) { offset += 1 }
    guard offset < text.count else { throw unclosedTag(name, at: tag) }
    guard hasName, text[offset] == UInt8(ascii: "=") else {
      throw failure("the tag <\(name)> is malformed", at: start)
    }
    offset += 1
    while offset < text.count, Self.isSpace(text[offset]) { offset += 1 }
    guard offset < text.count else { throw unclosedTag(name, at: tag) }
    let quote = text[offset]
    guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
      throw failure("the value of an attribute needs quotes", at: offset)
    }
    offset += 1
    while offset < text.count, text[offset] != quote { offset += 1 }
    guard offset < text.count else { throw unclosedTag(name, at: tag) }
    offset += 1
  }

  // MARK: - Character data

  /// Reads character data up to the next tag, which is left for ``readTag(prologue:inside:)``.
  mutating func readCharacterData(
    of element: Tag
  ) throws(PropertyListError) -> CharacterData {
    var data = CharacterData()
    while offset < text.count {
      let byte = text[offset]
      switch byte {
      case UInt8(ascii: "<"):
        if starts(with: "<![CDATA[") {
          try readCDATA(into: &data)
        } else if starts(with: "<!--") || starts(with: "<?") {
          try skipMiscellanyOnce()
        } else {
          return data
        }
      case UInt8(ascii: "&"): try readReference(into: &data)
      default: try readPlain(into: &data)
      }
      guard data.bytes.count <= greatestLength else {
        throw failure(
          "the text of <\(element.name)> is longer than \(greatestLength) bytes",
          at: element.offset,
          .limit
        )
      }
    }
    throw failure(endMessage(element), at: text.count)
  }

  /// Skips one comment or processing instruction, without the white space after it.
  private mutating func skipMiscellanyOnce() throws(PropertyListError) {
    if starts(with: "<!--") {
      try skip(past: "-->", what: "comment", opening: 4)
    } else {
      try skip(past: "?>", what: "processing instruction", opening: 2)
    }
  }

  /// Reads text without markup.
  private mutating func readPlain(into data: inout CharacterData) throws(PropertyListError) {
    data.begin(at: offset)
    while offset < text.count {
      let byte = text[offset]
      if byte == UInt8(ascii: "<") || byte == UInt8(ascii: "&") { return }
      var end = offset
      while end < text.count, Self.isPlain(text[end]) { end += 1 }
      if end > offset {
        // One byte more than may be there tells that there are too many.
        let room = max(greatestLength + 1 - data.bytes.count, 0)
        data.bytes += text[offset..<min(end, offset + room)]
        offset = end
        if data.bytes.count > greatestLength { return }
        continue
      }
      if try appendCharacter(to: &data), offset < text.count {
        data.begin(at: offset)
      }
      if data.bytes.count > greatestLength { return }
    }
  }

  /// Reads a CDATA section.
  private mutating func readCDATA(into data: inout CharacterData) throws(PropertyListError) {
    let start = offset
    offset += 9
    data.begin(at: offset)
    while offset < text.count {
      if starts(with: "]]>") {
        offset += 3
        return
      }
      if try appendCharacter(to: &data) { data.begin(at: offset) }
      if data.bytes.count > greatestLength { return }
    }
    throw failure("the CDATA section is not closed", at: start)
  }

  /// Appends one byte; a CR, alone or with a LF, becomes one LF as XML wants it.
  ///
  /// - Returns: Whether two bytes became one, so that offsets shift.
  private mutating func appendCharacter(
    to data: inout CharacterData
  ) throws(PropertyListError) -> Bool {
    let byte = text[offset]
    if byte < 0x20 && byte != 0x09 && byte != 0x0A && byte != 0x0D {
      throw failure(
        "the control character U+00\(byte < 16 ? "0" : "")\(String(byte, radix: 16).uppercased())"
          + " is not allowed in XML",
        at: offset
      )
    }
    offset += 1
    guard byte == 0x0D else {
      data.bytes.append(byte)
      return false
    }
    data.bytes.append(0x0A)
    guard offset < text.count, text[offset] == 0x0A else { return false }
    offset += 1
    return true
  }

  /// Reads an entity or character reference.
  private mutating func readReference(
    into data: inout CharacterData
  ) throws(PropertyListError) {
    let start = offset
    // The longest that can mean something is `&#x0010FFFF;` with some more zeros.
    let window = text[(start + 1)..<min(text.count, start + 33)]
    guard let end = window.firstIndex(of: UInt8(ascii: ";")) else {
      throw failure("found '&' without ';'; write '&amp;' for the character", at: start)
    }
    let name = String(decoding: text[(start + 1)..<end], as: UTF8.self)
    data.begin(at: start)
    offset = end + 1
    switch name {
    case "lt": data.bytes.append(UInt8(ascii: "<"))
    case "gt": data.bytes.append(UInt8(ascii: ">"))
    case "amp": data.bytes.append(UInt8(ascii: "&"))
    case "quot": data.bytes.append(UInt8(ascii: "\""))
    case "apos": data.bytes.append(UInt8(ascii: "'"))
    default:
      guard name.hasPrefix("#") else {
        throw failure(
          "the entity '&\(Printable.text(name));' is unknown; only lt, gt, amp, quot and apos are",
          at: start
        )
      }
      let isHexadecimal = name.hasPrefix("#x")
      let digits = name.dropFirst(isHexadecimal ? 2 : 1)
      let value =
        digits.first == "+" || digits.first == "-"
        ? nil : UInt32(digits, radix: isHexadecimal ? 16 : 10)
      guard let scalar = value.flatMap(Unicode.Scalar.init), Self.isAllowed(scalar) else {
        throw failure("'&\(Printable.text(name));' is no character that XML allows", at: start)
      }
      data.bytes.append(contentsOf: UTF8.encode(scalar).map { Array($0) } ?? [])
    }
  }

  // MARK: - Classes of characters

  /// Whether the text continues with these bytes.
  func starts(with ascii: StaticString) -> Bool {
    let count = ascii.utf8CodeUnitCount
    guard text.count - offset >= count else { return false }
    return ascii.withUTF8Buffer { bytes in
      for index in 0..<count {
        // A static string keeps its bytes in constant memory for as long as the program runs.
        guard unsafe bytes[index] == text[offset + index] else { return false }
      }
      return true
    }
  }

  /// Whether a byte is white space in XML.
  static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
  }

  /// Whether a byte may be part of a name.
  private static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: ":"), UInt8(ascii: "_"),
      UInt8(ascii: "-"), UInt8(ascii: "."), 0x80...:
      true
    default: false
    }
  }

  /// Whether XML allows a character.
  private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09, 0x0A, 0x0D, 0x20...0xFFFD, 0x10000...: true
    default: false
    }
  }

  /// Whether a byte of text stands for itself, wherever it is.
  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "<"), UInt8(ascii: "&"): false
    case 0x09, 0x0A, 0x20..<0x7F: true
    default: false
    }
  }
}
