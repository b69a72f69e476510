/// What the dynamic table of a shared library says.
struct ELFDynamicTable {
  /// The values with their tags; of a tag that occurs twice the last one counts.
  private var values: [(tag: UInt64, value: UInt64)] = []
  /// The places of the names of needed libraries in the string table.
  private var neededOffsets: [UInt64] = []

  /// Tags of the table.
  enum Tag: UInt64 {
    /// `DT_HASH`
    case hash = 4
    /// `DT_STRTAB`
    case strings = 5
    /// `DT_SYMTAB`
    case symbols = 6
    /// `DT_STRSZ`
    case stringsSize = 10
    /// `DT_RPATH`
    case runPathOld = 15
    /// `DT_TEXTREL`
    case textRelocations = 22
    /// `DT_RUNPATH`
    case runPath = 29
    /// `DT_FLAGS`
    case flags = 30
    /// `DT_GNU_HASH`
    case gnuHash = 0x6FFF_FEF5
    /// `DT_DEPAUDIT`
    case auditOfNeeded = 0x6FFF_FEFB
    /// `DT_AUDIT`
    case audit = 0x6FFF_FEFC
    /// `DT_FLAGS_1`
    case moreFlags = 0x6FFF_FFFB
    /// `DT_VERNEED`
    case neededVersions = 0x6FFF_FFFE
    /// `DT_VERNEEDNUM`
    case neededVersionsCount = 0x6FFF_FFFF
    /// `DT_FILTER`
    case filter = 0x7FFF_FFFF
    /// `DT_AUXILIARY`
    case auxiliary = 0x7FFF_FFFD
  }

  /// Reads the table of an image.
  init<Source: ByteSource & ~Copyable>(
    _ image: inout ELFImage<Source>
  ) throws(ELFError) {
    guard let segment = image.segments.first(where: { $0.type == ELF.segmentDynamic }) else {
      throw ELFError.malformed("it has no dynamic table")
    }
    // A loader reads the table from memory, so its place follows from the address.
    let start = try image.offset(of: segment.address)
    for index in 0..<min(segment.memorySize / 16, 4096) {
      let tag = try image.reader.uint64(at: start + index * 16)
      let value = try image.reader.uint64(at: start + index * 16 + 8)
      if tag == 0 { return }
      if tag == 1 {
        neededOffsets.append(value)
      } else {
        values.append((tag, value))
      }
    }
    throw ELFError.malformed("the dynamic table has no end")
  }

  /// The value of a tag.
  subscript(tag: Tag) -> UInt64? {
    // A table has a few dozen entries, which are looked through faster than a tag is hashed.
    values.last { $0.tag == tag.rawValue }?.value
  }

  /// A string of the string table.
  func string<Source: ByteSource & ~Copyable>(
    _ offset: UInt64,
    in image: inout ELFImage<Source>
  ) throws(ELFError) -> String {
    try image.reader.string(at: try place(ofString: offset, in: image))
  }

  /// The place in the file of a string of the string table.
  func place<Source: ByteSource & ~Copyable>(
    ofString offset: UInt64,
    in image: borrowing ELFImage<Source>
  ) throws(ELFError) -> UInt64 {
    guard let table = self[.strings], let size = self[.stringsSize], offset < size else {
      throw ELFError.malformed("a name lies outside the string table")
    }
    let (place, overflow) = try image.offset(of: table).addingReportingOverflow(offset)
    guard !overflow else { throw ELFError.truncated }
    return place
  }

  /// The names of the needed libraries.
  func neededLibraries<Source: ByteSource & ~Copyable>(
    _ image: inout ELFImage<Source>
  ) throws(ELFError) -> [String] {
    guard neededOffsets.count <= 512 else {
      throw ELFError.malformed("it needs \(neededOffsets.count) libraries")
    }
    var names: [String] = []
    for offset in neededOffsets { names.append(try string(offset, in: &image)) }
    return names
  }

  /// The versions of symbols that the library needs, such as `GLIBC_2.34`, but for weak ones.
  func neededVersions<Source: ByteSource & ~Copyable>(
    _ image: inout ELFImage<Source>
  ) throws(ELFError) -> [String] {
    guard let address = self[.neededVersions], let count = self[.neededVersionsCount] else {
      return []
    }
    var names: [String] = []
    var place = try image.offset(of: address)
    var steps = 0
    for _ in 0..<min(count, 512) {
      let auxiliaries = try image.reader.uint16(at: place + 2)
      let next = UInt64(try image.reader.uint32(at: place + 12))
      var auxiliary = try Self.add(place, UInt64(try image.reader.uint32(at: place + 8)))
      for _ in 0..<auxiliaries {
        steps += 1
        guard steps <= 4096 else { throw ELFError.tooComplex }
        let flags = try image.reader.uint16(at: auxiliary + 4)
        let name = UInt64(try image.reader.uint32(at: auxiliary + 8))
        let nextAuxiliary = UInt64(try image.reader.uint32(at: auxiliary + 12))
        // VER_FLG_WEAK: the library works without that version.
        if flags & 2 == 0 { names.append(try string(name, in: &image)) }
        if nextAuxiliary == 0 { break }
        auxiliary = try Self.add(auxiliary, nextAuxiliary)
      }
      if next == 0 { break }
      place = try Self.add(place, next)
    }
    return names
  }

  /// A place after another, which the file must be able to have.
  private static func add(_ place: UInt64, _ offset: UInt64) throws(ELFError) -> UInt64 {
    let (sum, overflow) = place.addingReportingOverflow(offset)
    // All fields that are read lie within 16 bytes, so this leaves room for them.
    guard !overflow, sum < UInt64.max - 64 else { throw ELFError.truncated }
    return sum
  }
}
