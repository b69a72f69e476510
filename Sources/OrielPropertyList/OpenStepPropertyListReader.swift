internal import OrielText

/// Reads OpenStep text property lists and strings files.
///
/// A file holds one value, or entries without the braces around them, as strings files do; one with
/// nothing but comments is a strings file without entries. Values are strings, data, arrays and
/// dictionaries; the format has no numbers.
struct OpenStepPropertyListReader {
  /// What is odd about the file.
  private(set) var remarks: [PropertyListRemark] = []
  /// The offset of each value, parents first.
  private(set) var offsets: [Int] = []
  /// Takes the text apart.
  private var scanner: OpenStepScanner
  /// What is too large.
  private let limits: PropertyListLimits
  /// The number of values so far, those that were dropped too.
  private var nodes = 0
  /// The way from the root to the value that is being read.
  private var path: [PropertyListPathComponent] = []

  /// Creates a reader for valid UTF-8 text.
  init(text: [UInt8], limits: PropertyListLimits) {
    scanner = OpenStepScanner(text: text, greatestLength: limits.stringLength)
    self.limits = limits
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
    nodes += 1
    guard nodes <= limits.nodes else {
      throw scanner.failure("holds more than \(limits.nodes) values", at: offset, .limit)
    }
    offsets.append(offset)
  }

  /// Counts an array or a dictionary and keeps its place.
  private mutating func noteContainer(at offset: Int, depth: Int) throws(PropertyListError) {
    try noteValue(at: offset)
    guard depth <= limits.depth else {
      throw scanner.failure(
        "values are nested more than \(limits.depth) levels deep",
        at: offset,
        .limit
      )
    }
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
      let kept = offsets.count
      path.append(.key(key))
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
        offsets.removeSubrange(kept...)
        noteDuplicate(key, at: start)
      }
      path.removeLast()
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
      path.append(.index(array.count))
      array.append(try readValue(depth: depth + 1))
      path.removeLast()
      try scanner.skipSpace()
      if scanner.take(",") { continue }
      if scanner.take(")") { return array }
      guard !scanner.isAtEnd else { throw scanner.unclosed("array", openedAt: opening) }
      throw scanner.unexpected(instead: "',' or ')'")
    }
  }
}
