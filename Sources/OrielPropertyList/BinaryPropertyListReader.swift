internal import OrielText

/// Reads binary property lists, version 0.
///
/// Everything the file says about itself is checked against its size before it is used. Objects that
/// are referred to more than once are counted as often as they are reached, so that a small file
/// cannot stand for a large tree.
struct BinaryPropertyListReader {
  /// What is odd about the file.
  private(set) var remarks: [PropertyListRemark] = []
  /// The offset of each value, parents first.
  private(set) var offsets: [Int] = []
  /// The whole file.
  private let bytes: [UInt8]
  /// What is too large.
  private let limits: PropertyListLimits
  /// The size of an entry of the offset table.
  private let offsetSize: Int
  /// The size of a reference to an object.
  private let referenceSize: Int
  /// The number of objects.
  private let objectCount: Int
  /// The number of the outermost object.
  private let topObject: Int
  /// Where the offset table starts, which is where the objects end.
  private let tableOffset: Int
  /// The number of values so far.
  private var nodes = 0
  /// The bytes of strings and data read so far.
  private var contentBytes = 0
  /// Strings and data that were read already, by object number.
  private var leaves: [Int: PropertyListValue] = [:]
  /// The containers that are being read, outermost first.
  private var open: [Int] = []
  /// The way from the root to the value that is being read.
  private var path: [PropertyListPathComponent] = []

  /// Checks header and trailer.
  init(bytes: [UInt8], limits: PropertyListLimits) throws(PropertyListError) {
    self.bytes = bytes
    self.limits = limits
    guard bytes.starts(with: "bplist0".utf8) else {
      throw Self.failure("is a binary property list of a version other than 0", at: 6, .unsupported)
    }
    guard bytes.count >= 8 + 1 + 1 + 32 else {
      throw Self.failure("ends before the trailer of a binary property list", at: bytes.count)
    }
    let trailer = bytes.count - 32
    offsetSize = Int(bytes[trailer + 6])
    referenceSize = Int(bytes[trailer + 7])
    guard (1...8).contains(offsetSize) else {
      throw Self.failure("the size of offsets, \(offsetSize), is not 1 to 8", at: trailer + 6)
    }
    guard (1...8).contains(referenceSize) else {
      throw Self.failure("the size of references, \(referenceSize), is not 1 to 8", at: trailer + 7)
    }
    let count = Self.number(in: bytes[(trailer + 8)..<(trailer + 16)])
    let top = Self.number(in: bytes[(trailer + 16)..<(trailer + 24)])
    let table = Self.number(in: bytes[(trailer + 24)..<(trailer + 32)])
    guard table >= 9, table < UInt64(trailer) else {
      throw Self.failure("the offset table lies outside the file", at: trailer + 24)
    }
    guard count >= 1, count <= (UInt64(trailer) - table) / UInt64(offsetSize) else {
      throw Self.failure("the offset table does not fit into the file", at: trailer + 8)
    }
    guard top < count else {
      throw Self.failure("the outermost object is not in the offset table", at: trailer + 16)
    }
    (objectCount, topObject, tableOffset) = (Int(count), Int(top), Int(table))
  }

  /// Reads the outermost value.
  mutating func readRoot() throws(PropertyListError) -> PropertyListValue {
    try readObject(topObject, referredAt: bytes.count - 16, depth: 1)
  }

  // MARK: - Parts

  /// An error with an offset.
  private static func failure(
    _ message: String,
    at offset: Int,
    _ code: PropertyListError.Code = .malformed
  ) -> PropertyListError {
    PropertyListError(code, message, at: .byte(offset: offset))
  }

  /// A big-endian number of at most eight bytes.
  private static func number(in slice: ArraySlice<UInt8>) -> UInt64 {
    slice.reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// Where an object starts.
  private func offset(ofObject object: Int) throws(PropertyListError) -> Int {
    let entry = tableOffset + object * offsetSize
    let offset = Self.number(in: bytes[entry..<(entry + offsetSize)])
    guard offset >= 8, offset < UInt64(tableOffset) else {
      throw Self.failure("the offset of object \(object) lies outside the objects", at: entry)
    }
    return Int(offset)
  }

  /// The bytes of an object after its marker, checked against the end of the objects.
  private func content(
    _ start: Int,
    _ count: Int,
    of offset: Int
  ) throws(PropertyListError) -> ArraySlice<UInt8> {
    guard count >= 0, start <= tableOffset, count <= tableOffset - start else {
      throw Self.failure("the object is longer than the file", at: offset)
    }
    return bytes[start..<(start + count)]
  }

  /// The count of an object, which follows its marker when it is over 14, and where its content is.
  private func count(at offset: Int) throws(PropertyListError) -> (count: Int, start: Int) {
    let small = Int(bytes[offset] & 0x0F)
    guard small == 0x0F else { return (small, offset + 1) }
    guard let marker = try content(offset + 1, 1, of: offset).first, marker & 0xF0 == 0x10,
      marker & 0x0F <= 3
    else { throw Self.failure("the count of the object is not an integer", at: offset + 1) }
    let size = 1 << Int(marker & 0x0F)
    let value = Self.number(in: try content(offset + 2, size, of: offset))
    // A count over the size of the file cannot be true, whatever is counted.
    guard value <= UInt64(bytes.count) else {
      throw Self.failure("the object is longer than the file", at: offset)
    }
    return (Int(value), offset + 2 + size)
  }

  /// A reference to an object.
  private func reference(at offset: Int) throws(PropertyListError) -> Int {
    let value = Self.number(in: bytes[offset..<(offset + referenceSize)])
    guard value < UInt64(objectCount) else {
      throw Self.failure("the reference to object \(value) is out of range", at: offset)
    }
    return Int(value)
  }

  // MARK: - Objects

  /// Reads an object.
  private mutating func readObject(
    _ object: Int,
    referredAt: Int,
    depth: Int
  ) throws(PropertyListError) -> PropertyListValue {
    nodes += 1
    guard nodes <= limits.nodes else {
      throw Self.failure("holds more than \(limits.nodes) values", at: referredAt, .limit)
    }
    let offset = try offset(ofObject: object)
    offsets.append(offset)
    if let leaf = leaves[object] { return leaf }
    let marker = bytes[offset]
    switch marker {
    case 0x08: return .boolean(false)
    case 0x09: return .boolean(true)
    case 0x10...0x14: return try readInteger(at: offset)
    case 0x22:
      let bits = Self.number(in: try content(offset + 1, 4, of: offset))
      return .real(Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits))))
    case 0x23:
      return .real(
        Double(bitPattern: Self.number(in: try content(offset + 1, 8, of: offset)))
      )
    case 0x33:
      let bits = Self.number(in: try content(offset + 1, 8, of: offset))
      guard let date = PropertyListDate(secondsSince2001: Double(bitPattern: bits)) else {
        throw Self.failure("the date is not a finite number", at: offset)
      }
      return .date(date)
    case 0x40...0x6F:
      let leaf = try readLeaf(at: offset)
      leaves[object] = leaf
      return leaf
    case 0xA0...0xAF, 0xD0...0xDF:
      return try readContainer(object, at: offset, depth: depth)
    case 0x80...0x8F:
      throw Self.failure(
        "is a keyed archive: object \(object) is a UID, which a property list may not hold",
        at: offset,
        .unsupported
      )
    case 0x00: throw unsupported("null", at: offset)
    case 0x0C, 0x0D: throw unsupported("a URL", at: offset)
    case 0x0E: throw unsupported("a UUID", at: offset)
    case 0xB0...0xCF: throw unsupported("a set", at: offset)
    default:
      throw Self.failure(
        "the marker 0x\(String(marker, radix: 16)) starts no object",
        at: offset
      )
    }
  }

  /// The error for an object that the format has and property lists have not.
  private func unsupported(_ what: String, at offset: Int) -> PropertyListError {
    Self.failure("holds \(what), which a property list may not", at: offset, .unsupported)
  }

  /// Reads an integer of 1, 2, 4, 8 or 16 bytes.
  ///
  /// Shorter ones have no sign, that of 8 bytes has one, that of 16 carries what is above it.
  private func readInteger(at offset: Int) throws(PropertyListError) -> PropertyListValue {
    let size = 1 << Int(bytes[offset] & 0x0F)
    let slice = try content(offset + 1, size, of: offset)
    let low = Self.number(in: slice.suffix(8))
    switch size {
    case 8: return .integer(Int64(bitPattern: low))
    case 16:
      let high = Self.number(in: slice.prefix(8))
      if high == 0 { return .number(low) }
      guard high == .max, Int64(bitPattern: low) < 0 else {
        throw Self.failure("the integer does not fit into 64 bits", at: offset, .unsupported)
      }
      return .integer(Int64(bitPattern: low))
    default: return .number(low)
    }
  }

  /// Reads a string or data.
  private mutating func readLeaf(at offset: Int) throws(PropertyListError) -> PropertyListValue {
    let (count, start) = try count(at: offset)
    let isWide = bytes[offset] & 0xF0 == 0x60
    let slice = try content(start, isWide ? count &* 2 : count, of: offset)
    guard slice.count <= limits.stringLength else {
      throw Self.failure(
        "the string or data is longer than \(limits.stringLength) bytes",
        at: offset,
        .limit
      )
    }
    // Objects that do not overlap cannot hold more than the file does.
    contentBytes += slice.count
    guard contentBytes <= bytes.count else {
      throw Self.failure("objects overlap", at: offset)
    }
    switch bytes[offset] & 0xF0 {
    case 0x40: return .data(Array(slice))
    case 0x50:
      guard slice.allSatisfy({ $0 < 0x80 }) else {
        throw Self.failure("the ASCII string holds other bytes", at: offset, .encoding)
      }
      return .string(String(decoding: slice, as: UTF8.self))
    default:
      var text: [UInt8] = []
      var decoder = UTF16Decoder()
      var index = slice.startIndex
      while index + 1 < slice.endIndex {
        let unit = UInt16(slice[index]) << 8 | UInt16(slice[index + 1])
        guard decoder.append(unit, to: &text) else { break }
        index += 2
      }
      guard index == slice.endIndex, decoder.isComplete else {
        throw Self.failure("the UTF-16 string is damaged", at: offset, .encoding)
      }
      return .string(String(decoding: text, as: UTF8.self))
    }
  }

  /// Reads an array or a dictionary.
  private mutating func readContainer(
    _ object: Int,
    at offset: Int,
    depth: Int
  ) throws(PropertyListError) -> PropertyListValue {
    guard !open.contains(object) else {
      throw Self.failure("object \(object) contains itself", at: offset)
    }
    guard depth <= limits.depth else {
      throw Self.failure(
        "values are nested more than \(limits.depth) levels deep",
        at: offset,
        .limit
      )
    }
    let isDictionary = bytes[offset] & 0xF0 == 0xD0
    let (count, start) = try count(at: offset)
    // The references are in the file, so a count that passes here is no larger than the file.
    let references = count * referenceSize
    _ = try content(start, isDictionary ? references * 2 : references, of: offset)
    guard count <= limits.nodes - nodes else {
      throw Self.failure("holds more than \(limits.nodes) values", at: offset, .limit)
    }
    open.append(object)
    defer { open.removeLast() }
    guard isDictionary else {
      var array: [PropertyListValue] = []
      for index in 0..<count {
        let place = start + index * referenceSize
        path.append(.index(index))
        array.append(
          try readObject(try reference(at: place), referredAt: place, depth: depth + 1)
        )
        path.removeLast()
      }
      return .array(array)
    }
    var dictionary = PropertyListDictionary()
    for index in 0..<count {
      let place = start + index * referenceSize
      let key = try readKey(at: place)
      path.append(.key(key))
      let kept = offsets.count
      let value = try readObject(
        try reference(at: place + references),
        referredAt: place + references,
        depth: depth + 1
      )
      if !dictionary.add(key, value) {
        offsets.removeSubrange(kept...)
        noteDuplicate(key, at: place)
      }
      path.removeLast()
    }
    return .dictionary(dictionary)
  }

  /// Notes that a key occurs twice.
  private mutating func noteDuplicate(_ key: String, at offset: Int) {
    guard remarks.count < PropertyListRemark.greatestCount else { return }
    remarks.append(
      PropertyListRemark(
        message: "the key '\(Printable.text(key))' occurs twice; the first value counts",
        path: path,
        position: .byte(offset: offset)
      )
    )
  }

  /// Reads the key that a reference stands for.
  private mutating func readKey(at place: Int) throws(PropertyListError) -> String {
    let object = try reference(at: place)
    let offset = try offset(ofObject: object)
    guard [0x50, 0x60].contains(bytes[offset] & 0xF0) else {
      throw Self.failure("a key of a dictionary is not a string", at: offset, .unsupported)
    }
    if let known = leaves[object]?.string { return known }
    let leaf = try readLeaf(at: offset)
    leaves[object] = leaf
    return leaf.string ?? ""
  }
}
