internal import OrielSystem

/// Tells whether two folders hold the same, as an installed bundle and a new one.
enum TreeComparison {
  /// Whether names, kinds, executable bits and bytes are the same everywhere.
  ///
  /// What cannot be read, and what is neither folder nor file, is never the same.
  static func isSame(_ left: borrowing Descriptor, _ right: borrowing Descriptor) -> Bool {
    var pending: [String] = ["."]
    var entries = 0
    while let folder = pending.popLast() {
      guard let names = try? names(in: folder, of: left),
        let others = try? self.names(in: folder, of: right), names == others
      else { return false }
      for name in names {
        entries += 1
        guard entries <= BundleBounds.usual.entries,
          let text = String(validating: name, as: UTF8.self)
        else { return false }
        let path = "\(folder)/\(text)"
        switch try? compare(path, left, right) {
        case .same: continue
        case .folders: pending.append(path)
        case .different, nil: return false
        }
      }
    }
    return true
  }

  /// What a comparison of two entries found.
  private enum Finding {
    /// Two files with the same bytes.
    case same
    /// Two folders.
    case folders
    /// Anything else.
    case different
  }

  /// The sorted names in a folder.
  private static func names(
    in folder: String,
    of root: borrowing Descriptor
  ) throws(SystemError) -> [[UInt8]] {
    let directory = try root.open(
      folder,
      [.readOnly, .directory, .noFollow],
      resolve: [.beneath, .noSymbolicLinks]
    )
    return try directory.rawNames(limit: BundleBounds.usual.entries)
      .sorted { $0.lexicographicallyPrecedes($1) }
  }

  /// Compares two entries.
  private static func compare(
    _ path: String,
    _ left: borrowing Descriptor,
    _ right: borrowing Descriptor
  ) throws(SystemError) -> Finding {
    let kind = try kind(path, left)
    guard kind == (try self.kind(path, right)) else { return .different }
    guard kind == .regular else { return kind == .directory ? .folders : .different }
    let first = try open(path, left)
    let second = try open(path, right)
    let status = try first.status()
    let other = try second.status()
    guard status.identity.size == other.identity.size,
      status.permissions & 0o111 == other.permissions & 0o111
    else { return .different }
    var buffer = [UInt8](repeating: 0, count: 1 << 17)
    var otherBuffer = buffer
    var offset: UInt64 = 0
    while true {
      let count = try first.read(into: &buffer, at: offset)
      guard try second.read(into: &otherBuffer, at: offset) == count,
        buffer[..<count] == otherBuffer[..<count]
      else { return .different }
      if count == 0 { return .same }
      offset += UInt64(count)
    }
  }

  /// The kind of an entry.
  private static func kind(
    _ path: String,
    _ root: borrowing Descriptor
  ) throws(SystemError) -> FileKind {
    try root.open(path, [.pathOnly, .noFollow], resolve: [.beneath, .noSymbolicLinks])
      .status().kind
  }

  /// Opens a file for reading, without waiting.
  private static func open(
    _ path: String,
    _ root: borrowing Descriptor
  ) throws(SystemError) -> Descriptor {
    try root.open(
      path,
      [.readOnly, .noFollow, .nonBlocking, .noTerminal],
      resolve: [.beneath, .noSymbolicLinks]
    )
  }
}
