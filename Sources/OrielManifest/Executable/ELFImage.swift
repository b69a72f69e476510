/// The parts of a 64-bit little-endian ELF file that a loader looks at.
struct ELFImage<Source: ByteSource & ~Copyable>: ~Copyable {
  /// Reads the bytes.
  var reader: BoundedReader<Source>
  /// The header.
  let header: ELF.Header
  /// The segments, none unless the file is a 64-bit, little-endian shared library.
  private(set) var segments: [ELF.Segment]

  /// Reads header and segments.
  init(_ source: consuming Source) throws(ELFError) {
    var reader = BoundedReader(source)
    guard reader.count >= 4,
      try reader.bytes(at: 0, count: 4).elementsEqual([0x7F, 0x45, 0x4C, 0x46])
    else { throw ELFError.notELF }
    let is64Bit = try reader.uint8(at: 4) == 2
    let isLittleEndian = try reader.uint8(at: 5) == 1
    let machine = try reader.uint16(at: 18)
    let header = ELF.Header(
      machine: Machine(rawValue: isLittleEndian ? machine : machine.byteSwapped),
      is64Bit: is64Bit,
      isLittleEndian: isLittleEndian,
      type: try reader.uint16(at: 16)
    )
    let isReadable = is64Bit && isLittleEndian && header.type == ELF.typeShared
    segments = isReadable ? try Self.readSegments(&reader) : []
    self.header = header
    self.reader = reader
  }

  /// Reads the program headers.
  private static func readSegments(
    _ reader: inout BoundedReader<Source>
  ) throws(ELFError) -> [ELF.Segment] {
    let start = try reader.uint64(at: 32)
    let size = try reader.uint16(at: 54)
    let count = try reader.uint16(at: 56)
    guard count > 0 else { throw ELFError.malformed("it has no segments") }
    guard size == 56 else { throw ELFError.malformed("its program headers have a wrong size") }
    guard count <= 128 else { throw ELFError.malformed("it has \(count) segments") }
    var segments: [ELF.Segment] = []
    for index in 0..<UInt64(count) {
      let (offset, overflow) = start.addingReportingOverflow(index * 56)
      guard !overflow, offset <= reader.count else { throw ELFError.truncated }
      segments.append(
        ELF.Segment(
          type: try reader.uint32(at: offset),
          flags: try reader.uint32(at: offset + 4),
          offset: try reader.uint64(at: offset + 8),
          address: try reader.uint64(at: offset + 16),
          fileSize: try reader.uint64(at: offset + 32),
          memorySize: try reader.uint64(at: offset + 40),
          alignment: try reader.uint64(at: offset + 48)
        )
      )
    }
    for segment in segments where segment.type == ELF.segmentLoad {
      let (end, overflow) = segment.offset.addingReportingOverflow(segment.fileSize)
      guard !overflow, end <= reader.count else { throw ELFError.truncated }
      guard segment.fileSize <= segment.memorySize,
        !segment.address.addingReportingOverflow(segment.memorySize).overflow
      else { throw ELFError.malformed("a segment is larger in the file than in memory") }
    }
    return segments
  }

  /// The place in the file of an address.
  func offset(of address: UInt64) throws(ELFError) -> UInt64 {
    for segment in segments where segment.type == ELF.segmentLoad {
      if address >= segment.address, address - segment.address < segment.fileSize {
        return segment.offset + (address - segment.address)
      }
    }
    throw ELFError.malformed("an address lies in no segment")
  }

  /// The sections; none when the file has none, which a loader does not mind.
  mutating func sections() throws(ELFError) -> [ELF.Section] {
    let start = try reader.uint64(at: 40)
    let size = try reader.uint16(at: 58)
    let count = try reader.uint16(at: 60)
    let names = try reader.uint16(at: 62)
    guard start != 0, count > 0, size == 64, names < count, count <= 4096 else { return [] }
    let (end, overflow) = start.addingReportingOverflow(UInt64(count) * 64)
    guard !overflow, end <= reader.count else { throw ELFError.truncated }
    let nameTable = try reader.uint64(at: start + UInt64(names) * 64 + 24)
    // All headers first, then all names: the reader keeps one place of the file at a time.
    var headers: [(name: UInt32, type: UInt32, offset: UInt64, size: UInt64, link: UInt32)] = []
    for index in 0..<UInt64(count) {
      let offset = start + index * 64
      headers.append(
        (
          try reader.uint32(at: offset), try reader.uint32(at: offset + 4),
          try reader.uint64(at: offset + 24), try reader.uint64(at: offset + 32),
          try reader.uint32(at: offset + 40)
        )
      )
    }
    var sections: [ELF.Section] = []
    for header in headers {
      let (place, overflow) = nameTable.addingReportingOverflow(UInt64(header.name))
      guard !overflow else { throw ELFError.truncated }
      sections.append(
        ELF.Section(
          name: try reader.text(at: place, limit: 256),
          type: header.type,
          offset: header.offset,
          size: header.size,
          link: header.link
        )
      )
    }
    return sections
  }

  /// The symbol at a place in the file.
  mutating func symbol(at offset: UInt64) throws(ELFError) -> (name: UInt32, symbol: ELF.Symbol) {
    let name = try reader.uint32(at: offset)
    // The name was read, so the offsets behind it cannot overflow in a file that has them.
    let symbol = ELF.Symbol(
      info: try reader.uint8(at: offset + 4),
      other: try reader.uint8(at: offset + 5),
      section: try reader.uint16(at: offset + 6),
      value: try reader.uint64(at: offset + 8)
    )
    return (name, symbol)
  }
}
