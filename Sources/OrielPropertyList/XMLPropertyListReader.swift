internal import OrielText

/// Reads the elements of an XML property list.
struct XMLPropertyListReader: TextPropertyListReader {
  /// What was noted so far.
  private(set) var notes: ReadingNotes
  /// Takes the text apart.
  var scanner: XMLScanner

  /// Creates a reader for valid UTF-8 text.
  init(text: [UInt8], limits: PropertyListLimits) {
    scanner = XMLScanner(text: text, greatestLength: limits.stringLength)
    notes = ReadingNotes(limits: limits)
  }

  /// Reads the whole document.
  mutating func readDocument() throws(PropertyListError) -> PropertyListValue {
    let first = try scanner.readTag(prologue: true)
    try expectValue(first)
    guard first.name == "plist" else {
      // A bare value is what other readers take as well.
      let value = try readValue(first, depth: 1)
      try expectEnd()
      return value
    }
    guard first.role == .opening else {
      throw scanner.failure("<plist> is empty; it must hold one value", at: first.offset)
    }
    let tag = try scanner.readTag(inside: first)
    guard tag.role != .closing || tag.name != "plist" else {
      throw scanner.failure("<plist> is empty; it must hold one value", at: tag.offset)
    }
    try expectValue(tag)
    let value = try readValue(tag, depth: 1)
    let end = try scanner.readTag(inside: first)
    guard end.role == .closing else {
      throw scanner.failure(
        "found <\(end.name)> after the value; <plist> must hold exactly one",
        at: end.offset
      )
    }
    try expectClosing(end, of: first)
    try expectEnd()
    return value
  }

  /// Checks that a tag starts something.
  private func expectValue(_ tag: XMLScanner.Tag) throws(PropertyListError) {
    guard tag.role != .closing else {
      throw scanner.failure("found </\(tag.name)> where a value was expected", at: tag.offset)
    }
  }

  /// Checks that nothing but comments and white space is left.
  private mutating func expectEnd() throws(PropertyListError) {
    try scanner.skipMiscellany()
    guard scanner.isAtEnd else {
      throw scanner.failure("found more after the end of the property list", at: scanner.offset)
    }
  }

  /// Checks that a closing tag closes this element.
  private func expectClosing(
    _ tag: XMLScanner.Tag,
    of opening: XMLScanner.Tag
  ) throws(PropertyListError) {
    guard tag.name == opening.name else {
      throw scanner.failure(
        "found </\(tag.name)> where </\(opening.name)> was expected"
          + " (<\(opening.name)> was opened at \(scanner.place(of: opening.offset)))",
        at: tag.offset
      )
    }
  }

  /// Reads the value that a tag starts.
  private mutating func readValue(
    _ tag: XMLScanner.Tag,
    depth: Int
  ) throws(PropertyListError) -> PropertyListValue {
    try notes.addValue(at: tag.offset, in: scanner.text)
    switch tag.name {
    case "dict", "array":
      try notes.checkDepth(depth, at: tag.offset, in: scanner.text)
      return tag.name == "dict"
        ? .dictionary(try readDictionary(tag, depth: depth))
        : .array(try readArray(tag, depth: depth))
    case "true", "false":
      let content = try readCharacterData(of: tag)
      guard content.bytes.allSatisfy(XMLScanner.isSpace) else {
        throw scanner.failure("<\(tag.name)> must be empty", at: tag.offset)
      }
      return .boolean(tag.name == "true")
    case "string": return .string(try readCharacterData(of: tag).text)
    case "data": return .data(try readData(of: tag))
    case "integer":
      return try readScalar(of: tag, form: "an integer of 64 bits", XMLScalars.integer)
    case "real":
      return try readScalar(of: tag, form: "a number") { XMLScalars.real($0).map { .real($0) } }
    case "date":
      return try readScalar(of: tag, form: "a date of the form 2001-01-31T12:00:00Z") {
        XMLScalars.date($0).map { .date($0) }
      }
    case "key":
      throw scanner.failure("found <key> where a value was expected", at: tag.offset)
    default:
      throw scanner.failure(
        "<\(tag.name)> is no element of a property list",
        at: tag.offset
      )
    }
  }

  /// Reads keys and values up to the closing tag.
  private mutating func readDictionary(
    _ opening: XMLScanner.Tag,
    depth: Int
  ) throws(PropertyListError) -> PropertyListDictionary {
    var dictionary = PropertyListDictionary()
    guard opening.role == .opening else { return dictionary }
    while true {
      let tag = try scanner.readTag(inside: opening)
      if tag.role == .closing {
        try expectClosing(tag, of: opening)
        return dictionary
      }
      guard tag.name == "key" else {
        throw scanner.failure("found <\(tag.name)> where <key> was expected", at: tag.offset)
      }
      let key = try readCharacterData(of: tag).text
      let valueTag = try scanner.readTag(inside: opening)
      guard valueTag.role != .closing else {
        throw scanner.failure(
          "the key '\(Printable.text(key))' has no value",
          at: tag.offset
        )
      }
      let kept = notes.enter(.key(key))
      let value = try readValue(valueTag, depth: depth + 1)
      if !dictionary.add(key, value) {
        notes.dropDuplicate(key, at: tag.offset, in: scanner.text, keeping: kept)
      }
      notes.leave()
    }
  }

  /// Reads values up to the closing tag.
  private mutating func readArray(
    _ opening: XMLScanner.Tag,
    depth: Int
  ) throws(PropertyListError) -> [PropertyListValue] {
    var array: [PropertyListValue] = []
    guard opening.role == .opening else { return array }
    while true {
      let tag = try scanner.readTag(inside: opening)
      if tag.role == .closing {
        try expectClosing(tag, of: opening)
        return array
      }
      notes.enter(.index(array.count))
      array.append(try readValue(tag, depth: depth + 1))
      notes.leave()
    }
  }

  /// Reads the content of an element that may hold text only.
  mutating func readCharacterData(
    of opening: XMLScanner.Tag
  ) throws(PropertyListError) -> XMLScanner.CharacterData {
    guard opening.role == .opening else { return XMLScanner.CharacterData() }
    let data = try scanner.readCharacterData(of: opening)
    let end = try scanner.readTag(inside: opening)
    guard end.role == .closing else {
      throw scanner.failure(
        "<\(opening.name)> may hold text only, but <\(end.name)> is inside it",
        at: end.offset
      )
    }
    try expectClosing(end, of: opening)
    return data
  }

  /// Reads an element whose text has a form of its own; white space around it does not matter.
  private mutating func readScalar(
    of opening: XMLScanner.Tag,
    form: String,
    _ convert: (String) -> PropertyListValue?
  ) throws(PropertyListError) -> PropertyListValue {
    let data = try readCharacterData(of: opening)
    let start = data.bytes.firstIndex { !XMLScanner.isSpace($0) } ?? data.bytes.endIndex
    let end = data.bytes.lastIndex { !XMLScanner.isSpace($0) }.map { $0 + 1 } ?? start
    let text = String(decoding: data.bytes[start..<end], as: UTF8.self)
    guard !text.isEmpty else {
      throw scanner.failure("<\(opening.name)> is empty; it must hold \(form)", at: opening.offset)
    }
    guard let value = convert(text) else {
      throw scanner.failure(
        "'\(Printable.text(text))' is not \(form)",
        at: data.offset(of: start) ?? opening.offset
      )
    }
    return value
  }

  /// Reads Base64.
  private mutating func readData(
    of opening: XMLScanner.Tag
  ) throws(PropertyListError) -> [UInt8] {
    let data = try readCharacterData(of: opening)
    do throws(Base64Error) {
      return try XMLScalars.base64(data.bytes)
    } catch {
      guard error.index < data.bytes.count, let offset = data.offset(of: error.index) else {
        throw scanner.failure("the Base64 text of <data> is cut off", at: opening.offset)
      }
      throw scanner.failure("found a character that is not Base64 in <data>", at: offset)
    }
  }
}
