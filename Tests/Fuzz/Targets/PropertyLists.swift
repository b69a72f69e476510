import OrielPropertyList

/// Property lists of one format.
enum PropertyLists {
  /// The limits: small enough that inputs reach them.
  private static let limits = PropertyListLimits(
    bytes: 1 << 16,
    depth: 24,
    nodes: 4096,
    stringLength: 1 << 14
  )
  /// Limits that no rewritten list reaches.
  private static let roomy = PropertyListLimits(
    bytes: 1 << 24,
    depth: 256,
    nodes: 1 << 20,
    stringLength: 1 << 20
  )

  /// Reads a list; what was read must be bounded, have places, and survive being written.
  static func run(_ bytes: [UInt8], _ format: PropertyListFormat) throws(Finding) -> Bool {
    // Each format has a corpus of its own; of JSON the name of a file tells.
    guard format == .json || PropertyListFormat.detect(bytes) == format else { return false }
    let list: PropertyList
    do throws(PropertyListError) {
      list = try PropertyList(parsing: bytes, limits: limits, format: format)
    } catch {
      try Finding.unlessPrintable(error.description)
      try Finding.unless(!error.message.isEmpty, "an error says nothing")
      try check(error.position, in: bytes)
      return false
    }
    try Finding.unless(list.format == format, "the format changed")
    for remark in list.remarks {
      try Finding.unlessPrintable(remark.description)
      try check(remark.position, in: bytes)
    }
    var walk = Walk()
    try walk.visit(list.root, depth: 1, path: [])
    try Finding.unless(walk.nodes <= limits.nodes, "there are \(walk.nodes) values")
    try Finding.unless(walk.depth <= limits.depth + 1, "values are \(walk.depth) deep")
    for path in walk.paths {
      guard let position = list.position(of: path) else {
        throw Finding(description: "a value has no place")
      }
      try check(position, in: bytes)
    }
    try checkWriting(list.root, as: .binary)
    // Text of one format may hold what another cannot.
    if format != .binary { try checkWriting(list.root, as: format) }
    return true
  }

  /// Checks that a place is in the file.
  private static func check(
    _ position: PropertyListPosition?,
    in bytes: [UInt8]
  ) throws(Finding) {
    switch position {
    case nil: break
    case .byte(let offset):
      try Finding.unless((0...bytes.count).contains(offset), "the place \(offset) is outside")
    case .text(let line, let column):
      try Finding.unless(
        line >= 1 && column >= 1 && line + column <= bytes.count + 2,
        "line \(line), column \(column) is outside"
      )
    }
  }

  /// Checks that what is written is read as the same value.
  private static func checkWriting(
    _ value: PropertyListValue,
    as format: PropertyListFormat
  ) throws(Finding) {
    let written = value.serialized(as: format)
    let again: PropertyList
    do throws(PropertyListError) {
      again = try PropertyList(parsing: written, limits: roomy, format: format)
    } catch {
      throw Finding(description: "\(format) was written and cannot be read: \(error)")
    }
    try Finding.unless(again.format == format, "\(format) was written and is \(again.format)")
    // Written once more, so that numbers that are not equal to themselves can be compared.
    try Finding.unless(
      again.root.serialized(as: .binary) == value.serialized(as: .binary),
      "\(format) changed a value:\n\(value)\n\(again.root)"
    )
  }

  /// Counts values and collects the way to the first ones.
  private struct Walk {
    /// The number of values.
    var nodes = 0
    /// The depth of the deepest one.
    var depth = 0
    /// The ways to the first ones.
    var paths: [[PropertyListPathComponent]] = []

    /// Looks at a value and all inside it.
    mutating func visit(
      _ value: PropertyListValue,
      depth: Int,
      path: [PropertyListPathComponent]
    ) throws(Finding) {
      nodes += 1
      self.depth = max(self.depth, depth)
      if paths.count < 8 { paths.append(path) }
      switch value {
      case .string(let string):
        try Finding.unless(string.utf8.count <= 3 * limits.stringLength, "a string is too long")
      case .data(let data):
        try Finding.unless(data.count <= limits.stringLength, "data is too long")
      case .array(let elements):
        for (index, element) in elements.enumerated() {
          try visit(element, depth: depth + 1, path: path + [.index(index)])
        }
      case .dictionary(let dictionary):
        for entry in dictionary.entries {
          try visit(entry.value, depth: depth + 1, path: path + [.key(entry.key)])
        }
      case .integer, .unsigned, .real, .boolean, .date: break
      }
    }
  }
}
