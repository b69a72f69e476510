/// Where the bytes of a stream come from.
protocol StreamSource {
  /// The bytes that are left.
  var remaining: UInt64 { get }
  /// Takes bytes; fewer than asked for only at the end.
  mutating func take(_ count: Int) throws(StreamProblem) -> [UInt8]
}

/// What is wrong with a stream.
enum StreamProblem: Error, Hashable, Sendable {
  /// It is not what a service would write: what was found, as part of a sentence.
  case malformed(String)
  /// Its bytes cannot be read.
  case unreadable(String)
}

/// One thing in an archive, as the unpacking service describes it.
struct UnpackedEntry: Hashable, Sendable {
  /// What it is; the raw values are those of the stream.
  enum Kind: UInt8, Hashable, Sendable {
    /// A file with content.
    case file = 1
    /// A folder.
    case folder = 2
    /// A symbolic link; its content is the target.
    case symbolicLink = 3
    /// A hard link; its content is the target.
    case hardLink = 4
    /// A device, pipe or socket.
    case special = 5
  }

  /// What it is.
  let kind: Kind
  /// The lower twelve bits of its mode.
  let mode: UInt32
  /// The path, unchecked.
  let path: [UInt8]
  /// Whether extended attributes or access lists were left out.
  let hadAttributes: Bool
  /// Whether it has holes.
  let isSparse: Bool
}

/// Reads what the unpacking service returned: bytes of an instance, so nothing in them is believed.
///
/// The format is described in `Plugins/Services/Unpack/stream.h`. The reader takes no more memory
/// than one chunk, and looks at each byte once.
struct UnpackedStream<Source: StreamSource> {
  /// How a stream begins.
  static var magic: [UInt8] { Array("ORIELUP1".utf8) }
  /// The most bytes of one chunk.
  static var longestChunk: UInt64 { 1 << 20 }

  /// Where the bytes come from.
  private var source: Source
  /// Whether the content of an entry is not read to its end.
  private var isInContent = false
  /// Whether that content is one of a file.
  private var isFile = false
  /// The entries so far.
  private var entries: UInt64 = 0
  /// The bytes of files so far.
  private var contentBytes: UInt64 = 0
  /// Whether the end was read.
  private var isAtEnd = false

  /// Begins to read.
  init(_ source: Source) throws(StreamProblem) {
    self.source = source
    guard try self.source.take(Self.magic.count) == Self.magic else {
      throw .malformed("it does not begin as it must")
    }
  }

  /// The next entry; nil at the end, which is checked to be the end.
  mutating func next() throws(StreamProblem) -> UnpackedEntry? {
    while try nextChunk() != nil {}
    guard !isAtEnd else { return nil }
    let number = try take(1)
    let flags = try take(1)
    let length = try take(2)
    guard number != 0 else {
      guard flags == 0, length == 0 else { throw .malformed("its end is not one") }
      try finish()
      return nil
    }
    guard let kind = UnpackedEntry.Kind(rawValue: UInt8(truncatingIfNeeded: number)) else {
      throw .malformed("an entry is of the unknown kind \(number)")
    }
    guard flags & ~3 == 0 else { throw .malformed("an entry has unknown flags") }
    let mode = try take(4)
    guard mode & ~0o7777 == 0 else { throw .malformed("an entry has an impossible mode") }
    let path = try bytes(length)
    entries &+= 1
    isInContent = true
    isFile = kind == .file
    return UnpackedEntry(
      kind: kind,
      mode: UInt32(truncatingIfNeeded: mode),
      path: path,
      hadAttributes: flags & 1 != 0,
      isSparse: flags & 2 != 0
    )
  }

  /// The next bytes of the content of the last entry; nil at the end of the content.
  mutating func nextChunk() throws(StreamProblem) -> [UInt8]? {
    guard isInContent else { return nil }
    let length = try take(4)
    guard length > 0 else {
      isInContent = false
      return nil
    }
    guard length <= Self.longestChunk else { throw .malformed("a chunk is too long") }
    let chunk = try bytes(length)
    if isFile { contentBytes &+= length }
    return chunk
  }

  /// Checks the end.
  private mutating func finish() throws(StreamProblem) {
    guard try take(4) == entries, try take(8) == contentBytes else {
      throw .malformed("its end counts something else than it holds")
    }
    guard source.remaining == 0 else { throw .malformed("something follows its end") }
    isAtEnd = true
  }

  /// A little-endian number of so many bytes.
  private mutating func take(_ count: Int) throws(StreamProblem) -> UInt64 {
    try bytes(UInt64(count)).reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// So many bytes; no memory is taken for more than there are.
  private mutating func bytes(_ count: UInt64) throws(StreamProblem) -> [UInt8] {
    guard count <= source.remaining, let wanted = Int(exactly: count) else {
      throw .malformed("it ends too early")
    }
    let bytes = try source.take(wanted)
    guard bytes.count == wanted else { throw .malformed("it ends too early") }
    return bytes
  }
}
