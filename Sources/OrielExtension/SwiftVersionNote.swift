/// The header of an ELF note, its name "Oriel" padded to a word, and the compiler's version.
///
/// A last number of `0xffff_ffff` means "or newer".
private typealias Note = (
  nameSize: UInt32, descriptionSize: UInt32, type: UInt32,
  UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8,
  major: UInt32, minor: UInt32, patch: UInt32
)

// The host reads the note before it loads an extension, and can say which Swift runtime is missing.
// Only literals may go into a section, so each version has a line of its own. A compiler that this
// source does not know is recorded as the oldest that it can be, and as possibly newer.
#if compiler(>=6.4)
  @section(".note.oriel.swift") @used
  private let note: Note = (6, 12, 1, 0x4f, 0x72, 0x69, 0x65, 0x6c, 0, 0, 0, 6, 4, 0xffff_ffff)
#elseif compiler(>=6.3.3)
  @section(".note.oriel.swift") @used
  private let note: Note = (6, 12, 1, 0x4f, 0x72, 0x69, 0x65, 0x6c, 0, 0, 0, 6, 3, 3)
#elseif compiler(>=6.3.2)
  @section(".note.oriel.swift") @used
  private let note: Note = (6, 12, 1, 0x4f, 0x72, 0x69, 0x65, 0x6c, 0, 0, 0, 6, 3, 2)
#elseif compiler(>=6.3.1)
  @section(".note.oriel.swift") @used
  private let note: Note = (6, 12, 1, 0x4f, 0x72, 0x69, 0x65, 0x6c, 0, 0, 0, 6, 3, 1)
#else
  @section(".note.oriel.swift") @used
  private let note: Note = (6, 12, 1, 0x4f, 0x72, 0x69, 0x65, 0x6c, 0, 0, 0, 6, 3, 0)
#endif
