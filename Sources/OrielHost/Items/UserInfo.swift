internal import OrielPropertyList

/// The user info of items on its way: bounded in both directions.
enum UserInfo {
  /// Why a value is not sent or taken.
  struct Problem: Error, Equatable {
    /// The end of the sentence "the user info …".
    let what: String
  }

  /// The bytes of a binary property list with a value of the host's program.
  static func encode(_ value: PropertyListValue) throws(Problem) -> [UInt8] {
    let limits = PropertyListLimits.userInfo
    var nodes = limits.nodes
    var bytes = limits.bytes
    try measure(value, depth: limits.depth, &nodes, &bytes, limits)
    let encoded = value.serialized(as: .binary)
    guard encoded.count <= limits.bytes else {
      throw Problem(what: "has \(encoded.count) bytes, more than \(limits.bytes)")
    }
    return encoded
  }

  /// The value that an instance returned, which is not trusted.
  static func decode(_ bytes: [UInt8]) throws(Problem) -> PropertyListValue {
    do throws(PropertyListError) {
      return try PropertyList(parsing: bytes, limits: .userInfo).root
    } catch {
      throw Problem(what: "\(error)")
    }
  }

  /// Stops at the first bound, so that a value of any size and depth costs no more than the bounds.
  private static func measure(
    _ value: PropertyListValue,
    depth: Int,
    _ nodes: inout Int,
    _ bytes: inout Int,
    _ limits: PropertyListLimits
  ) throws(Problem) {
    guard depth > 0 else { throw Problem(what: "is nested more than \(limits.depth) deep") }
    nodes -= 1
    guard nodes >= 0 else { throw Problem(what: "has more than \(limits.nodes) values") }
    switch value {
    case .string(let text): bytes -= text.utf8.count
    case .data(let data): bytes -= data.count
    case .array(let elements):
      for element in elements { try measure(element, depth: depth - 1, &nodes, &bytes, limits) }
    case .dictionary(let dictionary):
      for entry in dictionary.entries {
        bytes -= entry.key.utf8.count
        try measure(entry.value, depth: depth - 1, &nodes, &bytes, limits)
      }
    case .integer, .unsigned, .real, .boolean, .date: break
    }
    guard bytes >= 0 else { throw Problem(what: "has more than \(limits.bytes) bytes") }
  }
}
