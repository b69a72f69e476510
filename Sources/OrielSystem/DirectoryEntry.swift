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
  /// - Parameter limit: The most entries that are read.
  /// - Returns: The entries, and whether there are more than were read.
  /// - Throws: Why the directory cannot be read.
  package borrowing func entries(
    limit: Int
  ) throws(SystemError) -> (entries: [DirectoryEntry], isCut: Bool) {
    // The stream takes over a descriptor of its own, which it closes.
    let number = try open(".", [.readOnly, .directory]).release()
    // The number is open and belongs to nobody else.
    guard let stream = unsafe fdopendir(number) else {
      let error = SystemError("fdopendir", .current)
      _ = Glibc.close(number)
      throw error
    }
    // The stream is open until the end of this function.
    defer { unsafe closedir(stream) }
    var entries: [DirectoryEntry] = []
    var isCut = false
    while true {
      errno = 0
      // The entry lives until the next call on this stream.
      guard let entry = unsafe readdir(stream) else { break }
      // The name ends with a zero inside the entry.
      let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        unsafe Array(bytes.prefix { $0 != 0 })
      }
      guard name != [46], name != [46, 46] else { continue }
      guard entries.count < limit else {
        isCut = true
        break
      }
      let kind: FileKind? =
        switch Int(unsafe entry.pointee.d_type) {
        case Int(DT_REG): .regular
        case Int(DT_DIR): .directory
        case Int(DT_LNK): .symbolicLink
        case Int(DT_UNKNOWN): nil
        default: .other
        }
      entries.append(DirectoryEntry(name: name, kind: kind))
    }
    if !isCut, errno != 0 { throw SystemError("readdir", .current) }
    entries.sort { $0.name.lexicographicallyPrecedes($1.name) }
    return (entries, isCut)
  }
}
