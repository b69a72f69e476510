internal import OrielText

/// Reads JSON (RFC 8259) as a property list.
///
/// Objects are dictionaries; numbers without fraction and exponent are integers where 64 bits hold
/// them exactly, all others are reals. JSON has no data and no dates, and a property list no null.
struct JSONPropertyListReader: TextPropertyListReader {
  /// What was noted so far.
  private(set) var notes: ReadingNotes
  /// Takes the text apart.
  private var scanner: JSONScanner

  /// Creates a reader for valid UTF-8 text.
  init(text: [UInt8], limits: PropertyListLimits) {
    scanner = JSONScanner(text: text, greatestLength: limits.stringLength)
    notes = ReadingNotes(limits: limits)
  }

  /// Reads the whole file.
  mutating func readDocument() throws(PropertyListError) -> PropertyListValue {
    try scanner.skipSpace()
    let value = try readValue(depth: 1)
    try scanner.skipSpace()
    guard scanner.isAtEnd else {
      throw scanner.failure("found more after the end of the property list", at: scanner.offset)
    }
    return value
  }

  /// Reads a value.
  private mutating func readValue(depth: Int) throws(PropertyListError) -> PropertyListValue {
    let start = scanner.offset
    try notes.addValue(at: start, in: scanner.text)
    switch scanner.next {
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      try notes.checkDepth(depth, at: start, in: scanner.text)
      return scanner.next == UInt8(ascii: "{")
        ? .dictionary(try readDictionary(depth: depth)) : .array(try readArray(depth: depth))
    case UInt8(ascii: "\""): return .string(try scanner.readString())
    case _ where scanner.startsNumber: return try scanner.readNumber()
    default:
      switch scanner.readWord() {
      case "true": return .boolean(true)
      case "false": return .boolean(false)
      case "null":
        let place = notes.path.isEmpty ? "the root" : "'\(pathText)'"
        throw scanner.failure(
          "\(place) is null, which a property list does not have; leave it out",
          at: start,
          .unsupported
        )
      case let word where !word.isEmpty:
        throw scanner.failure(
          "'\(Printable.text(word))' is no value of JSON; a string needs double quotes",
          at: start
        )
      default: throw scanner.unexpected(instead: "a value")
      }
    }
  }

  /// The way to the value that is being read, in words.
  private var pathText: String {
    var text = ""
    for step in notes.path {
      guard text.unicodeScalars.count < 200 else { return text + "…" }
      if case .key = step, !text.isEmpty { text += "." }
      text += Printable.text(step.description)
    }
    return text
  }

  /// Reads members up to the closing brace.
  private mutating func readDictionary(
    depth: Int
  ) throws(PropertyListError) -> PropertyListDictionary {
    let opening = scanner.offset
    scanner.offset += 1
    var dictionary = PropertyListDictionary()
    try scanner.skipSpace()
    if scanner.take("}") { return dictionary }
    while true {
      try scanner.skipSpace()
      let start = scanner.offset
      guard scanner.next == UInt8(ascii: "\"") else {
        guard !scanner.isAtEnd else { throw scanner.unclosed("object", openedAt: opening) }
        throw scanner.unexpected(instead: "a key in double quotes")
      }
      let key = try scanner.readString()
      try scanner.skipSpace()
      guard scanner.take(":") else {
        throw scanner.unexpected(instead: "':' after the key '\(Printable.text(key))'")
      }
      try scanner.skipSpace()
      let kept = notes.enter(.key(key))
      let value = try readValue(depth: depth + 1)
      if !dictionary.add(key, value) {
        notes.dropDuplicate(key, at: start, in: scanner.text, keeping: kept)
      }
      notes.leave()
      try scanner.skipSpace()
      if scanner.take(",") { continue }
      if scanner.take("}") { return dictionary }
      guard !scanner.isAtEnd else { throw scanner.unclosed("object", openedAt: opening) }
      throw scanner.unexpected(instead: "',' or '}'")
    }
  }

  /// Reads elements up to the closing bracket.
  private mutating func readArray(
    depth: Int
  ) throws(PropertyListError) -> [PropertyListValue] {
    let opening = scanner.offset
    scanner.offset += 1
    var array: [PropertyListValue] = []
    try scanner.skipSpace()
    if scanner.take("]") { return array }
    while true {
      try scanner.skipSpace()
      guard !scanner.isAtEnd else { throw scanner.unclosed("array", openedAt: opening) }
      notes.enter(.index(array.count))
      array.append(try readValue(depth: depth + 1))
      notes.leave()
      try scanner.skipSpace()
      if scanner.take(",") { continue }
      if scanner.take("]") { return array }
      guard !scanner.isAtEnd else { throw scanner.unclosed("array", openedAt: opening) }
      throw scanner.unexpected(instead: "',' or ']'")
    }
  }
}
