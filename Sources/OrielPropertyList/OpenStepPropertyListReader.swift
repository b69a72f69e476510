internal import OrielText

/// Reads OpenStep text property lists and strings files.
///
/// A file holds one value, or entries without the braces around them, as strings files do; one with
/// nothing but comments is a strings file without entries. Values are strings, data, arrays and
/// dictionaries; the format has no numbers.
struct OpenStepPropertyListReader: TextPropertyListReader {
  /// What was noted so far.
  private(set) var notes: ReadingNotes
  /// Takes the text apart.
  private var scanner: OpenStepScanner

  /// Creates a reader for valid UTF-8 text.
  init(text: [UInt8], limits: PropertyListLimits) {
    scanner = OpenStepScanner(text: text, greatestLength: limits.stringLength)
    notes = ReadingNotes(limits: limits)
  }

  /// Reads the whole file.
  mutating func readDocument() throws(PropertyListError) -> PropertyListValue {
    try scanner.skipSpace()
    guard scanner.startsString || scanner.isAtEnd else {
      let value = try readValue(depth: 1)
      try scanner.skipSpace()
      guard scanner.isAtEnd else {
        throw scanner.failure("found more after the end of the property list", at: scanner.offset)
      }
      return value
    }
    let start = scanner.offset
    if !scanner.isAtEnd {
      let string = try scanner.readString()
      try scanner.skipSpace()
      guard !scanner.isAtEnd else {
        try noteValue(at: start)
        return .string(string)
      }
    }
    scanner.offset = start
    try noteContainer(at: start, depth: 1)
    return .dictionary(try readEntries(openedAt: nil, depth: 1))
  }

  /// Reads a value.
  private mutating func readValue(depth: Int) throws(PropertyListError) -> PropertyListValue {
    let start = scanner.offset
    switch scanner.next {
    case UInt8(ascii: "{"):
      try noteContainer(at: start, depth: depth)
      scanner.offset += 1
      return .dictionary(try readEntries(openedAt: start, depth: depth))
    case UInt8(ascii: "("):
      try noteContainer(at: start, depth: depth)
      scanner.offset += 1
      return .array(try readElements(openedAt: start, depth: depth))
    case UInt8(ascii: "<"):
      try noteValue(at: start)
      return .data(try scanner.readData())
    default:
      guard scanner.startsString else { throw scanner.unexpected(instead: "a value") }
      try noteValue(at: start)
      return .string(try scanner.readString())
    }
  }

  /// Counts a value and keeps its place.
  private mutating func noteValue(at offset: Int) throws(PropertyListError) {
    try notes.addValue(at: offset, in: scanner.text)
  }

  /// Counts an array or a dictionary and keeps its place.
  private mutating func noteContainer(at offset: Int, depth: Int) throws(PropertyListError) {
    try noteValue(at: offset)
    try notes.checkDepth(depth, at: offset, in: scanner.text)
  }

  /// Reads entries up to the closing brace, or to the end of a strings file.
  private mutating func readEntries(
    openedAt opening: Int?,
    depth: Int
  ) throws(PropertyListError) -> PropertyListDictionary {
    var dictionary = PropertyListDictionary()
    while true {
      try scanner.skipSpace()
      if let opening {
        if scanner.take("}") { return dictionary }
        guard !scanner.isAtEnd else { throw scanner.unclosed("dictionary", openedAt: opening) }
      } else if scanner.isAtEnd {
        return dictionary
      }
      guard scanner.startsString else {
        throw scanner.unexpected(instead: opening == nil ? "a key" : "a key or '}'")
      }
      let start = scanner.offset
      let key = try scanner.readString()
      let kept = notes.enter(.key(key))
      try scanner.skipSpace()
      let value: PropertyListValue
      if scanner.next == UInt8(ascii: ";") {
        // A key alone stands for itself.
        try noteValue(at: start)
        value = .string(key)
      } else {
        guard scanner.take("=") else {
          let isJSON = scanner.next == UInt8(ascii: ":")
          throw scanner.unexpected(
            instead: "'=' after the key '\(Printable.text(key))'",
            remark: isJSON ? "; a property list is not written as JSON" : ""
          )
        }
        try scanner.skipSpace()
        value = try readValue(depth: depth + 1)
        try scanner.skipSpace()
      }
      guard scanner.take(";") else {
        throw scanner.unexpected(instead: "';' after the value of '\(Printable.text(key))'")
      }
      if !dictionary.add(key, value) {
        notes.dropDuplicate(key, at: start, in: scanner.text, keeping: kept)
      }
      notes.leave()
    }
  }

  /// Reads elements up to the closing parenthesis; a comma may stand before it.
  private mutating func readElements(
    openedAt opening: Int,
    depth: Int
  ) throws(PropertyListError) -> [PropertyListValue] {
    var array: [PropertyListValue] = []
    while true {
      try scanner.skipSpace()
      if scanner.take(")") { return array }
      guard !scanner.isAtEnd else { throw scanner.unclosed("array", openedAt: opening) }
      notes.enter(.index(array.count))
      array.append(try readValue(depth: depth + 1))
      notes.leave()
      try scanner.skipSpace()
      if scanner.take(",") { continue }
      if scanner.take(")") { return array }
      guard !scanner.isAtEnd else { throw scanner.unclosed("array", openedAt: opening) }
      throw scanner.unexpected(instead: "',' or ')'")
    }
  }
}
