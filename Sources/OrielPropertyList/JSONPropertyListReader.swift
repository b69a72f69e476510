internal import OrielText

/// Reads JSON (RFC 8259) as a property list.
///
/// Objects are dictionaries; numbers without fraction and exponent are integers where 64 bits hold
/// them exactly, all others are reals. JSON has no data and no dates, and a property list no null.
struct JSONPropertyListReader {
  /// What is odd about the file.
  private(set) var remarks: [PropertyListRemark] = []
  /// The offset of each value, parents first.
  private(set) var offsets: [Int] = []
  /// Takes the text apart.
  private var scanner: JSONScanner
  /// What is too large.
  private let limits: PropertyListLimits
  /// The number of values so far, those that were dropped too.
  private var nodes = 0
  /// The way from the root to the value that is being read.
  private var path: [PropertyListPathComponent] = []

  /// Creates a reader for valid UTF-8 text.
  init(text: [UInt8], limits: PropertyListLimits) {
    scanner = JSONScanner(text: text, greatestLength: limits.stringLength)
    self.limits = limits
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
    nodes += 1
    guard nodes <= limits.nodes else {
      throw scanner.failure("holds more than \(limits.nodes) values", at: start, .limit)
    }
    offsets.append(start)
    switch scanner.next {
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      guard depth <= limits.depth else {
        throw scanner.failure(
          "values are nested more than \(limits.depth) levels deep",
          at: start,
          .limit
        )
      }
      return scanner.next == UInt8(ascii: "{")
        ? .dictionary(try readDictionary(depth: depth)) : .array(try readArray(depth: depth))
    case UInt8(ascii: "\""): return .string(try scanner.readString())
    case _ where scanner.startsNumber: return try scanner.readNumber()
    default:
      switch scanner.readWord() {
      case "true": return .boolean(true)
      case "false": return .boolean(false)
      case "null":
        let place = path.isEmpty ? "the root" : "'\(pathText)'"
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
    for step in path {
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
      let kept = offsets.count
      path.append(.key(key))
      let value = try readValue(depth: depth + 1)
      if !dictionary.add(key, value) {
        offsets.removeSubrange(kept...)
        noteDuplicate(key, at: start)
      }
      path.removeLast()
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
      path.append(.index(array.count))
      array.append(try readValue(depth: depth + 1))
      path.removeLast()
      try scanner.skipSpace()
      if scanner.take(",") { continue }
      if scanner.take("]") { return array }
      guard !scanner.isAtEnd else { throw scanner.unclosed("array", openedAt: opening) }
      throw scanner.unexpected(instead: "',' or ']'")
    }
  }

  /// Notes that a key occurs twice.
  private mutating func noteDuplicate(_ key: String, at offset: Int) {
    guard remarks.count < PropertyListRemark.greatestCount else { return }
    remarks.append(
      PropertyListRemark(
        message: "the key '\(Printable.text(key))' occurs twice; the first value counts",
        path: path,
        position: .locate(offset, in: scanner.text)
      )
    )
  }
}
