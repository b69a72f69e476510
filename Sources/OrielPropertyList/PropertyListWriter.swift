extension PropertyListValue {
  /// The value as the bytes of a property list.
  ///
  /// What the XML format cannot hold is left to the binary format: control characters in strings
  /// are written as U+FFFD, dates outside the years 1 to 9999 and fractions of seconds are lost.
  /// The OpenStep text format has no numbers, truth values and dates: they become strings. JSON has
  /// no dates and data: they become strings as well, those of data in Base64.
  ///
  /// - Parameter format: The format to write.
  /// - Returns: A whole file.
  public func serialized(as format: PropertyListFormat) -> [UInt8] {
    switch format {
    case .xml:
      var writer = XMLPropertyListWriter()
      return writer.document(self)
    case .binary:
      var writer = BinaryPropertyListWriter()
      return writer.document(self)
    case .openStep:
      var writer = OpenStepPropertyListWriter()
      return writer.document(self)
    case .json:
      var writer = JSONPropertyListWriter()
      return writer.document(self)
    }
  }
}

/// Writes XML property lists in the layout that the format's own tools use.
private struct XMLPropertyListWriter {
  /// The text so far.
  private var text: [UInt8] = []

  /// Writes a document.
  mutating func document(_ root: PropertyListValue) -> [UInt8] {
    line(#"<?xml version="1.0" encoding="UTF-8"?>"#, depth: 0)
    line(
      #"<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "#
        + #""http://www.apple.com/DTDs/PropertyList-1.0.dtd">"#,
      depth: 0
    )
    line(#"<plist version="1.0">"#, depth: 0)
    write(root, depth: 0)
    line("</plist>", depth: 0)
    return text
  }

  /// Writes a line.
  private mutating func line(_ content: String, depth: Int) {
    text.append(contentsOf: repeatElement(0x09, count: depth))
    text.append(contentsOf: content.utf8)
    text.append(0x0A)
  }

  /// Writes a value.
  private mutating func write(_ value: PropertyListValue, depth: Int) {
    switch value {
    case .string(let string): line("<string>\(Self.escaped(string))</string>", depth: depth)
    case .integer(let number): line("<integer>\(number)</integer>", depth: depth)
    case .unsigned(let number): line("<integer>\(number)</integer>", depth: depth)
    case .real(let number): line("<real>\(number)</real>", depth: depth)
    case .boolean(let flag): line(flag ? "<true/>" : "<false/>", depth: depth)
    case .date(let date):
      line("<date>\(date.xmlText ?? "2001-01-01T00:00:00Z")</date>", depth: depth)
    case .data(let bytes): line("<data>\(XMLScalars.base64Text(bytes))</data>", depth: depth)
    case .array(let elements) where elements.isEmpty: line("<array/>", depth: depth)
    case .array(let elements):
      line("<array>", depth: depth)
      for element in elements { write(element, depth: depth + 1) }
      line("</array>", depth: depth)
    case .dictionary(let dictionary) where dictionary.isEmpty: line("<dict/>", depth: depth)
    case .dictionary(let dictionary):
      line("<dict>", depth: depth)
      for entry in dictionary.entries {
        line("<key>\(Self.escaped(entry.key))</key>", depth: depth + 1)
        write(entry.value, depth: depth + 1)
      }
      line("</dict>", depth: depth)
    }
  }

  /// Text in which nothing can be taken for markup.
  private static func escaped(_ string: String) -> String {
    var result = ""
    for scalar in string.unicodeScalars {
      switch scalar {
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "&": result += "&amp;"
      case "\r": result += "&#13;"
      case "\t", "\n": result.unicodeScalars.append(scalar)
      case "\0"..." " where scalar != " ", "\u{FFFE}", "\u{FFFF}": result += "\u{FFFD}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}

/// Writes binary property lists, version 0.
private struct BinaryPropertyListWriter {
  /// The encoded objects, references filled in later.
  private var objects: [Object] = []
  /// The numbers of strings that were written, which are shared.
  private var strings: [String: Int] = [:]

  /// An object of the file.
  private struct Object {
    /// Marker, count and content.
    var bytes: [UInt8]
    /// The objects this one refers to.
    var references: [Int] = []
  }

  /// Writes a document.
  mutating func document(_ root: PropertyListValue) -> [UInt8] {
    _ = add(root)
    let referenceSize = Self.size(of: UInt64(objects.count))
    var result = Array("bplist00".utf8)
    var offsets: [Int] = []
    for object in objects {
      offsets.append(result.count)
      result += object.bytes
      for reference in object.references {
        result += Self.bigEndian(UInt64(reference), size: referenceSize)
      }
    }
    let table = result.count
    let offsetSize = Self.size(of: UInt64(table))
    for offset in offsets { result += Self.bigEndian(UInt64(offset), size: offsetSize) }
    result += [0, 0, 0, 0, 0, 0, UInt8(offsetSize), UInt8(referenceSize)]
    result += Self.bigEndian(UInt64(objects.count), size: 8)
    result += Self.bigEndian(0, size: 8)
    result += Self.bigEndian(UInt64(table), size: 8)
    return result
  }

  /// The smallest size that holds a number.
  private static func size(of number: UInt64) -> Int {
    number < 1 << 8 ? 1 : number < 1 << 16 ? 2 : number < 1 << 32 ? 4 : 8
  }

  /// A number with its high byte first.
  private static func bigEndian(_ number: UInt64, size: Int) -> [UInt8] {
    (0..<size).map { UInt8(truncatingIfNeeded: number >> UInt64(8 * (size - 1 - $0))) }
  }

  /// A marker with its count.
  private static func marker(_ kind: UInt8, count: Int) -> [UInt8] {
    if count < 15 { return [kind | UInt8(count)] }
    let size = size(of: UInt64(count))
    return [kind | 0x0F, 0x10 | UInt8(size.trailingZeroBitCount)]
      + bigEndian(UInt64(count), size: size)
  }

  /// Adds a string; equal ones are one object.
  private mutating func add(string: String) -> Int {
    // Only what is equal byte for byte is shared, so that no string changes its normal form.
    if let known = strings[string], objects[known].bytes == Self.encoded(string) { return known }
    strings[string] = objects.count
    objects.append(Object(bytes: Self.encoded(string)))
    return objects.count - 1
  }

  /// A string object.
  private static func encoded(_ string: String) -> [UInt8] {
    let units = Array(string.utf16)
    guard units.contains(where: { $0 > 0x7F }) else {
      return marker(0x50, count: units.count) + Array(string.utf8)
    }
    return marker(0x60, count: units.count) + units.flatMap { bigEndian(UInt64($0), size: 2) }
  }

  /// Adds a value and all inside it; gives its number.
  private mutating func add(_ value: PropertyListValue) -> Int {
    if case .string(let string) = value { return add(string: string) }
    let number = objects.count
    objects.append(Object(bytes: []))
    switch value {
    case .string: break
    case .integer(let integer) where integer >= 0:
      let size = Self.size(of: UInt64(integer))
      objects[number].bytes =
        [0x10 | UInt8(size.trailingZeroBitCount)] + Self.bigEndian(UInt64(integer), size: size)
    case .integer(let integer):
      objects[number].bytes = [0x13] + Self.bigEndian(UInt64(bitPattern: integer), size: 8)
    case .unsigned(let integer):
      objects[number].bytes =
        [0x14] + Self.bigEndian(0, size: 8) + Self.bigEndian(integer, size: 8)
    case .real(let real):
      objects[number].bytes = [0x23] + Self.bigEndian(real.bitPattern, size: 8)
    case .boolean(let flag): objects[number].bytes = [flag ? 0x09 : 0x08]
    case .date(let date):
      objects[number].bytes = [0x33] + Self.bigEndian(date.secondsSince2001.bitPattern, size: 8)
    case .data(let bytes): objects[number].bytes = Self.marker(0x40, count: bytes.count) + bytes
    case .array(let elements):
      objects[number].bytes = Self.marker(0xA0, count: elements.count)
      let references = elements.map { add($0) }
      objects[number].references = references
    case .dictionary(let dictionary):
      objects[number].bytes = Self.marker(0xD0, count: dictionary.count)
      let keys = dictionary.entries.map { add(string: $0.key) }
      let values = dictionary.entries.map { add($0.value) }
      objects[number].references = keys + values
    }
    return number
  }
}
