extension Descriptor {
  /// The names in this directory in alphabetical order, without `.` and `..`.
  ///
  /// - Parameter limit: The most names that are read.
  /// - Returns: The names, and whether there are more than were read.
  /// - Throws: Why the directory cannot be read.
  package borrowing func names(
    limit: Int
  ) throws(SystemError) -> (names: [String], isCut: Bool) {
    let (entries, isCut) = try entries(limit: limit)
    // Names that are not UTF-8 are shown with replacements, and then lead to nothing.
    let names = entries.map { String(decoding: $0.name, as: UTF8.self) }
    return (names.sorted(), isCut)
  }
}
