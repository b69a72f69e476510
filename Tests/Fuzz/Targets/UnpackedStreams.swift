@testable import OrielHost

/// What an instance returned as the content of an archive, and the rules for names in a bundle.
enum UnpackedStreams {
  /// Bytes in memory.
  private struct Memory: StreamSource {
    let bytes: [UInt8]
    var position = 0
    var remaining: UInt64 { UInt64(bytes.count - position) }

    mutating func take(_ count: Int) throws(StreamProblem) -> [UInt8] {
      let end = position + min(count, bytes.count - position)
      defer { position = end }
      return Array(bytes[position..<end])
    }
  }

  /// What a stream held.
  private struct Summary {
    /// The paths of its entries, unchecked.
    var paths: [(bytes: [UInt8], isFolder: Bool)] = []
    /// The bytes of all chunks.
    var content = 0
    /// Whether it goes on after its end.
    var goesOn = false
  }

  /// Reads a stream to its end; accepted is one that is whole.
  static func run(_ bytes: [UInt8]) throws(Finding) -> Bool {
    let summary: Summary
    do throws(StreamProblem) {
      summary = try read(bytes)
    } catch {
      try Finding.unlessPrintable("\(error)")
      return false
    }
    try Finding.unless(!summary.goesOn, "a stream goes on after its end")
    try Finding.unless(summary.content <= bytes.count, "more content than there are bytes")
    var names = BundleNames()
    var known: Set<String> = []
    for (path, isFolder) in summary.paths {
      guard let checked = try check(path),
        (try? names.add(checked, isFolder: isFolder, mode: 0)) != nil
      else { continue }
      try Finding.unless(
        known.insert(checked.text.lowercased()).inserted,
        "two entries are the same but for case: \(checked.text.debugDescription)"
      )
    }
    return true
  }

  /// Reads everything.
  private static func read(_ bytes: [UInt8]) throws(StreamProblem) -> Summary {
    var summary = Summary()
    var stream = try UnpackedStream(Memory(bytes: bytes))
    while let entry = try stream.next() {
      summary.paths.append((entry.path, entry.kind == .folder))
      // Every second content is left to be skipped.
      guard summary.paths.count.isMultiple(of: 2) else { continue }
      while let chunk = try stream.nextChunk() { summary.content += chunk.count }
    }
    summary.goesOn = try stream.next() != nil
    return summary
  }

  /// Checks a path: what passes cannot lead out and shows what it is.
  private static func check(_ bytes: [UInt8]) throws(Finding) -> BundlePath? {
    guard let path = try? BundlePath(bytes) else { return nil }
    try Finding.unless(Array(path.text.utf8) == bytes, "a path is another: \(path.text)")
    try Finding.unlessPrintable(path.text)
    for name in path.names {
      try Finding.unless(
        !["", ".", ".."].contains(name) && !name.utf8.contains(UInt8(ascii: "/")),
        "a path leads elsewhere: \(path.text.debugDescription)"
      )
    }
    return path
  }
}
