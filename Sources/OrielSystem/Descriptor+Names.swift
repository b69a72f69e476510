internal import Glibc

extension Descriptor {
  /// The names in this directory in alphabetical order, without `.` and `..`.
  ///
  /// - Parameter limit: The most names that are read.
  /// - Returns: The names, and whether there are more than were read.
  /// - Throws: Why the directory cannot be read.
  package borrowing func names(
    limit: Int
  ) throws(SystemError) -> (names: [String], isCut: Bool) {
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
    var names: [String] = []
    var isCut = false
    while true {
      errno = 0
      // The entry lives until the next call on this stream.
      guard let entry = unsafe readdir(stream) else { break }
      // The name ends with a zero inside the entry.
      let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      guard name != ".", name != ".." else { continue }
      guard names.count < limit else {
        isCut = true
        break
      }
      names.append(name)
    }
    if !isCut, errno != 0 { throw SystemError("readdir", .current) }
    return (names.sorted(), isCut)
  }
}
