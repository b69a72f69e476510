extension XMLPropertyListReader {
  /// Reads the texts under some keys of the root dictionary; of a key that occurs twice the first.
  ///
  /// What stands under other keys is only skipped, and what stands behind the last of these keys is
  /// not looked at: this may give texts of a list that cannot be read whole.
  ///
  /// - Parameter keys: The keys, each once.
  /// - Returns: The texts, without those keys under which there is something else or nothing.
  /// - Throws: What is wrong with the first place that is wrong.
  mutating func readTexts(under keys: [String]) throws(PropertyListError) -> [String: String] {
    var texts: [String: String] = [:]
    var missing = keys
    var root = try scanner.readTag(prologue: true)
    if root.name == "plist", root.role == .opening { root = try scanner.readTag(inside: root) }
    guard root.name == "dict", root.role == .opening else { return texts }
    while !missing.isEmpty {
      let tag = try scanner.readTag(inside: root)
      guard tag.role != .closing, tag.name == "key" else { return texts }
      let key = try readCharacterData(of: tag).text
      let value = try scanner.readTag(inside: root)
      guard value.role != .closing else { return texts }
      if let place = missing.firstIndex(of: key) {
        missing.remove(at: place)
        if value.name == "string" {
          texts[key] = try readCharacterData(of: value).text
          continue
        }
      }
      try scanner.skipContent(of: value)
    }
    return texts
  }
}
