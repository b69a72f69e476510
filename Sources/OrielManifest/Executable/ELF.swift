/// The numbers and structures of the ELF format that are looked at.
enum ELF {
  /// The constant `PT_LOAD`.
  static let segmentLoad: UInt32 = 1
  /// The constant `PT_DYNAMIC`.
  static let segmentDynamic: UInt32 = 2
  /// The constant `PT_INTERP`.
  static let segmentInterpreter: UInt32 = 3
  /// The constant `PT_NOTE`.
  static let segmentNote: UInt32 = 4
  /// The constant `PT_GNU_STACK`.
  static let segmentStack: UInt32 = 0x6474_E551
  /// The constant `PF_X`.
  static let executable: UInt32 = 1
  /// The constant `PF_W`.
  static let writable: UInt32 = 2
  /// The constant `ET_REL`.
  static let typeObject: UInt16 = 1
  /// The constant `ET_EXEC`.
  static let typeProgram: UInt16 = 2
  /// The constant `ET_DYN`.
  static let typeShared: UInt16 = 3
  /// The constant `ET_CORE`.
  static let typeCore: UInt16 = 4
  /// The constant `SHT_SYMTAB`.
  static let sectionSymbols: UInt32 = 2
  /// The constant `SHT_NOBITS`.
  static let sectionWithoutBytes: UInt32 = 8

  /// A part of the file that is mapped or has a meaning of its own.
  struct Segment {
    /// What the segment is.
    let type: UInt32
    /// How it is mapped.
    let flags: UInt32
    /// Where it starts in the file.
    let offset: UInt64
    /// Where it is mapped.
    let address: UInt64
    /// The bytes in the file.
    let fileSize: UInt64
    /// The bytes in memory.
    let memorySize: UInt64
    /// The alignment.
    let alignment: UInt64
  }

  /// A section, by which tools find their way.
  struct Section {
    /// The bytes of the name.
    let name: ArraySlice<UInt8>
    /// What the section is.
    let type: UInt32
    /// Where it starts in the file.
    let offset: UInt64
    /// The bytes in the file, or none when it has no content there.
    let size: UInt64
    /// The number of the section that belongs to this one.
    let link: UInt32

    /// Whether it is one of those that hold what the Swift compiler notes about types and functions.
    var isOfSwift: Bool { name.starts(with: "swift5_".utf8) }
  }

  /// A symbol.
  struct Symbol {
    /// Binding and type.
    let info: UInt8
    /// Visibility.
    let other: UInt8
    /// The section it is defined in, or 0.
    let section: UInt16
    /// The address.
    let value: UInt64
  }

  /// The first bytes that decide whether anything else can be read.
  struct Header {
    /// The processor.
    let machine: Machine
    /// Whether addresses have 64 bits.
    let is64Bit: Bool
    /// Whether low bytes are first.
    let isLittleEndian: Bool
    /// What the file is.
    let type: UInt16
  }
}
