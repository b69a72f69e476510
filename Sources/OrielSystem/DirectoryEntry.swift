internal import CShims
internal import Glibc

/// A name in a directory with what the directory itself tells about it.
package struct DirectoryEntry: Sendable, Hashable {
  /// The name as it is stored, which need not be UTF-8.
  package let name: [UInt8]
  /// What kind of thing it is; nil where the file system does not tell.
  package let kind: FileKind?

  /// The name as text; nil when it is not UTF-8.
  package var text: String? { String(validating: name, as: UTF8.self) }
}

extension Descriptor {
  /// The entries of this directory in the order of their names' bytes, without `.` and `..`.
  ///
  /// It is read through a descriptor of its own, so that others may do so at the same time.
  ///
  /// - Parameter limit: The most entries that are read.
  /// - Returns: The entries, and whether there are more than were read.
  /// - Throws: Why the directory cannot be read.
  package borrowing func entries(
    limit: Int
  ) throws(SystemError) -> (entries: [DirectoryEntry], isCut: Bool) {
    try open(".", [.readOnly, .directory]).ownEntries(limit: limit)
  }

  /// The entries, read through this descriptor, which nobody else may read at the same time.
  package borrowing func ownEntries(
    limit: Int
  ) throws(SystemError) -> (entries: [DirectoryEntry], isCut: Bool) {
    guard withRawValue({ lseek($0, 0, SEEK_SET) }) == 0 else {
      throw SystemError("lseek", .current)
    }
    var entries: [DirectoryEntry] = []
    while true {
      var result: Int32 = 0
      let buffer = withRawValue { number in
        // The kernel writes as many bytes as it says, at most the size that is passed.
        unsafe [UInt8](unsafeUninitializedCapacity: 1 << 15) { bytes, count in
          result = unsafe oriel_shim_read_directory(number, bytes.baseAddress, UInt32(bytes.count))
          count = Int(max(result, 0))
        }
      }
      let count = Int(try checked("getdents64", result))
      if count == 0 { break }
      var offset = 0
      // The kernel writes: inode (8 bytes), place (8), length (2), kind (1), the name with a zero.
      while offset + 19 <= count {
        let length = Int(buffer[offset + 16]) | Int(buffer[offset + 17]) << 8
        guard length > 19, offset + length <= count else { break }
        let name = Array(buffer[(offset + 19)..<(offset + length)].prefix { $0 != 0 })
        let kind = buffer[offset + 18]
        offset += length
        guard name != [46], name != [46, 46] else { continue }
        guard entries.count < limit else {
          entries.sort { $0.name.lexicographicallyPrecedes($1.name) }
          return (entries, true)
        }
        entries.append(DirectoryEntry(name: name, kind: Self.kind(kind)))
      }
    }
    entries.sort { $0.name.lexicographicallyPrecedes($1.name) }
    return (entries, false)
  }

  /// The kind of an entry; nil where the file system does not tell.
  private static func kind(_ type: UInt8) -> FileKind? {
    switch Int(type) {
    case Int(DT_REG): .regular
    case Int(DT_DIR): .directory
    case Int(DT_LNK): .symbolicLink
    case Int(DT_UNKNOWN): nil
    default: .other
    }
  }
}
