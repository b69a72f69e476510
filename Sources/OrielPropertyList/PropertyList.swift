/// A property list that was read, with the places its values came from.
public struct PropertyList: Sendable {
  /// The outermost value.
  public let root: PropertyListValue
  /// The format of the file.
  public let format: PropertyListFormat
  /// What is odd about the file, such as keys that occur twice.
  public let remarks: [PropertyListRemark]
  /// The byte offset of each value, in the order in which a walk meets them, parents first.
  private let offsets: [Int]
  /// The text the offsets point into; empty for a binary file.
  private let text: [UInt8]

  /// Reads an XML, binary, OpenStep text or JSON property list, or a strings file.
  ///
  /// The reader never fetches anything, expands no entity but the five of XML, and spends time and
  /// memory in proportion to the size of the file and the limits only.
  ///
  /// - Parameters:
  ///   - bytes: The whole file.
  ///   - limits: What is too large; see ``PropertyListLimits``.
  ///   - format: The format, where the name of the file tells it; else the content does.
  /// - Throws: What is wrong with the first place that is wrong.
  public init(
    parsing bytes: [UInt8],
    limits: PropertyListLimits,
    format: PropertyListFormat? = nil
  ) throws(PropertyListError) {
    let format = try Self.format(of: bytes, limits: limits, named: format)
    self.format = format
    switch format {
    case .xml:
      text = try TextEncoding.utf8Text(ofXML: bytes)
      (root, remarks, offsets) = try Self.read(text, limits, XMLPropertyListReader.self)
    case .openStep:
      text = try TextEncoding.utf8Text(of: bytes)
      (root, remarks, offsets) = try Self.read(text, limits, OpenStepPropertyListReader.self)
    case .json:
      text = try TextEncoding.utf8Text(of: bytes)
      (root, remarks, offsets) = try Self.read(text, limits, JSONPropertyListReader.self)
    case .binary:
      text = []
      var reader = try BinaryPropertyListReader(bytes: bytes, limits: limits)
      root = try reader.readRoot()
      remarks = reader.remarks
      offsets = reader.offsets
    }
  }

  /// Reads a text; gives the value, what is odd, and where the values are.
  private static func read<Reader: TextPropertyListReader>(
    _ text: [UInt8],
    _ limits: PropertyListLimits,
    _ type: Reader.Type
  ) throws(PropertyListError) -> (PropertyListValue, [PropertyListRemark], [Int]) {
    var reader = type.init(text: text, limits: limits)
    let root = try reader.readDocument()
    return (root, reader.notes.remarks, reader.notes.offsets)
  }

  /// The texts under some keys of the root dictionary, for those who need nothing else of a list.
  ///
  /// This is faster than reading all of an XML property list, and may give texts of one that cannot be
  /// read whole. There is nothing under a key that has no text, or that a mistake in the list hides.
  ///
  /// - Parameters:
  ///   - keys: The keys, each once.
  ///   - bytes: The whole file.
  ///   - limits: What is too large.
  ///   - format: The format, where the name of the file tells it; else the content does.
  /// - Returns: The texts by key.
  package static func texts(
    under keys: [String],
    of bytes: [UInt8],
    limits: PropertyListLimits,
    format: PropertyListFormat? = nil
  ) -> [String: String] {
    do throws(PropertyListError) {
      let format = try Self.format(of: bytes, limits: limits, named: format)
      guard format == .xml else {
        let list = try PropertyList(parsing: bytes, limits: limits, format: format)
        let root = list.root.dictionary
        let pairs = keys.compactMap { key in root?[key]?.string.map { (key, $0) } }
        return Dictionary(pairs) { first, _ in first }
      }
      let text = try TextEncoding.utf8Text(ofXML: bytes)
      var reader = XMLPropertyListReader(text: text, limits: limits)
      return try reader.readTexts(under: keys)
    } catch {
      return [:]
    }
  }

  /// The format of a file, unless it is known, of a size and encoding that can be read.
  private static func format(
    of bytes: [UInt8],
    limits: PropertyListLimits,
    named format: PropertyListFormat?
  ) throws(PropertyListError) -> PropertyListFormat {
    guard bytes.count <= limits.bytes else {
      throw PropertyListError(
        .limit,
        "has \(bytes.count) bytes; the limit is \(limits.bytes) bytes"
      )
    }
    guard !bytes.isEmpty else { throw PropertyListError(.unknownFormat, "is empty") }
    guard !TextEncoding.isUTF32(bytes) else {
      throw PropertyListError(.encoding, "is UTF-32 text, which is not read; save it as UTF-8")
    }
    guard let format = format ?? PropertyListFormat.detect(bytes) else {
      throw PropertyListError(
        .unknownFormat,
        "is no property list: neither XML nor binary nor OpenStep text nor JSON"
      )
    }
    return format
  }

  /// The place of a value in the file: where it starts in text, of its object in a binary file.
  ///
  /// Takes time in proportion to the size of the list, so it is meant for messages.
  ///
  /// - Parameter path: The way from the root; what is missing at its end gives the place of the
  ///   innermost value that exists.
  /// - Returns: The place, as the format counts it.
  public func position(of path: [PropertyListPathComponent]) -> PropertyListPosition? {
    guard let offset = offset(of: path)?.offset else { return nil }
    return format == .binary ? .byte(offset: offset) : .locate(offset, in: text)
  }

  /// The place of a byte of a string, past what stands in the file for other characters.
  ///
  /// - Parameters:
  ///   - path: The way from the root to the string.
  ///   - index: The offset in the string, in bytes of UTF-8.
  /// - Returns: The place; nil where there is no string, or the file is no text.
  public func position(
    of path: [PropertyListPathComponent],
    inStringAt index: Int
  ) -> PropertyListPosition? {
    guard let (start, value) = offset(of: path), let string = value.string else { return nil }
    let length = string.utf8.count
    let place: Int?
    switch format {
    case .xml:
      var scanner = XMLScanner(text: text, greatestLength: length, offset: start)
      place = try? scanner.offset(inTextOfElement: index)
    case .openStep:
      var scanner = OpenStepScanner(text: text, greatestLength: length)
      place = try? scanner.offset(of: index, inStringAt: start)
    case .json:
      var scanner = JSONScanner(text: text, greatestLength: length)
      place = try? scanner.offset(of: index, inStringAt: start)
    case .binary: place = nil
    }
    return place.map { .locate($0, in: text) }
  }

  /// The offset of the value at a path, and the value; of the innermost one that exists.
  private func offset(
    of path: [PropertyListPathComponent]
  ) -> (offset: Int, value: PropertyListValue)? {
    var number = 0
    var value = root
    walk: for step in path {
      var next = number + 1
      switch (step, value) {
      case (.key(let key), .dictionary(let dictionary)):
        guard dictionary[key] != nil else { break walk }
        for entry in dictionary.entries {
          if entry.key == key {
            value = entry.value
            break
          }
          next += Self.countNodes(entry.value)
        }
      case (.index(let index), .array(let array)):
        guard array.indices.contains(index) else { break walk }
        for element in array[..<index] { next += Self.countNodes(element) }
        value = array[index]
      default: break walk
      }
      number = next
    }
    return offsets.indices.contains(number) ? (offsets[number], value) : nil
  }

  /// The number of values in a value, itself included.
  private static func countNodes(_ value: PropertyListValue) -> Int {
    switch value {
    case .array(let array): array.reduce(1) { $0 + countNodes($1) }
    case .dictionary(let dictionary):
      dictionary.entries.reduce(1) { $0 + countNodes($1.value) }
    default: 1
    }
  }
}
