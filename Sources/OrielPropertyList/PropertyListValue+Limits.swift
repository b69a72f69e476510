extension PropertyListValue {
  /// The value as the bytes of a property list, unless it is over a limit.
  ///
  /// The limits are looked at first, so that a value of any size and depth costs no more than they
  /// allow.
  ///
  /// - Parameters:
  ///   - format: The format to write; see ``serialized(as:)`` for what it can hold.
  ///   - limits: What is too large.
  /// - Returns: A whole file, which can be read within the same limits.
  /// - Throws: Which limit the value is over.
  public func serialized(
    as format: PropertyListFormat,
    within limits: PropertyListLimits
  ) throws(PropertyListError) -> [UInt8] {
    var rest = limits
    try measure(depth: limits.depth, &rest, limits)
    let bytes = serialized(as: format)
    guard bytes.count <= limits.bytes else {
      throw PropertyListError(.limit, "has \(bytes.count) bytes, more than \(limits.bytes)")
    }
    return bytes
  }

  /// Takes what the value needs from what is left of the limits; stops at the first that is reached.
  private func measure(
    depth: Int,
    _ rest: inout PropertyListLimits,
    _ limits: PropertyListLimits
  ) throws(PropertyListError) {
    guard depth > 0 else {
      throw PropertyListError(.limit, "is nested more than \(limits.depth) deep")
    }
    rest.nodes -= 1
    guard rest.nodes >= 0 else {
      throw PropertyListError(.limit, "has more than \(limits.nodes) values")
    }
    switch self {
    case .string(let text): try rest.take(text.utf8.count, of: limits)
    case .data(let data): try rest.take(data.count, of: limits)
    case .array(let elements):
      for element in elements { try element.measure(depth: depth - 1, &rest, limits) }
    case .dictionary(let dictionary):
      for entry in dictionary.entries {
        try rest.take(entry.key.utf8.count, of: limits)
        try entry.value.measure(depth: depth - 1, &rest, limits)
      }
    case .integer, .unsigned, .real, .boolean, .date: break
    }
  }
}

extension PropertyListLimits {
  /// Takes the bytes of a string, a key or data.
  fileprivate mutating func take(
    _ count: Int,
    of limits: PropertyListLimits
  ) throws(PropertyListError) {
    guard count <= bytes else {
      throw PropertyListError(.limit, "has more than \(limits.bytes) bytes")
    }
    guard count <= limits.stringLength else {
      let most = limits.stringLength
      throw PropertyListError(.limit, "holds a text or data of \(count) bytes, more than \(most)")
    }
    bytes -= count
  }
}
