internal import OrielSystem

/// Bytes that can be read at any place.
protocol ByteSource: ~Copyable {
  /// The number of bytes.
  var count: UInt64 { get }
  /// All bytes, where they are in memory.
  var whole: [UInt8]? { get }
  /// Fills a buffer from a place on; gives the number of bytes that were there.
  borrowing func read(into buffer: inout [UInt8], at offset: UInt64) throws(SystemError) -> Int
}

/// The bytes of an open file, which are read and never mapped: a file that becomes shorter while it
/// is looked at cannot harm the process.
struct FileSource: ByteSource, ~Copyable {
  /// The open file.
  private let descriptor: Descriptor
  /// The size when the file was opened.
  let count: UInt64

  /// Nothing: the bytes are in a file.
  var whole: [UInt8]? { nil }

  /// Takes over an open file of this size.
  init(_ descriptor: consuming Descriptor, count: UInt64) {
    self.descriptor = descriptor
    self.count = count
  }

  /// Fills a buffer from a place on.
  borrowing func read(into buffer: inout [UInt8], at offset: UInt64) throws(SystemError) -> Int {
    try descriptor.read(into: &buffer, at: offset)
  }
}

/// Bytes in memory.
struct MemorySource: ByteSource {
  /// The bytes.
  let bytes: [UInt8]
  /// The number of bytes.
  var count: UInt64 { UInt64(bytes.count) }
  /// All bytes.
  var whole: [UInt8]? { bytes }

  /// Fills a buffer from a place on.
  func read(into buffer: inout [UInt8], at offset: UInt64) throws(SystemError) -> Int {
    guard let start = Int(exactly: offset), start < bytes.count else { return 0 }
    let part = bytes[start..<min(bytes.count, start + buffer.count)]
    buffer.replaceSubrange(0..<part.count, with: part)
    return part.count
  }
}

/// Reads little-endian numbers from a source, within its bounds and a budget.
struct BoundedReader<Source: ByteSource & ~Copyable>: ~Copyable {
  /// Where the bytes come from.
  private let source: Source
  /// The bytes that were read last.
  private var window: [UInt8] = []
  /// Where these bytes start.
  private var windowStart: UInt64 = 0
  /// How often the source may still be read, so that no file can keep the reader busy.
  private var budget = 16_384

  /// The size of what is read at once.
  private static var windowSize: Int { 4096 }

  /// Creates a reader.
  init(_ source: consuming Source) {
    if let whole = source.whole { window = whole }
    self.source = source
  }

  /// The number of bytes in all.
  var count: UInt64 { source.count }

  /// Makes sure that some bytes are in the window; gives their start in it.
  private mutating func load(_ offset: UInt64, _ length: Int) throws(ELFError) -> Int {
    let (end, overflow) = offset.addingReportingOverflow(UInt64(length))
    guard length <= Self.windowSize, !overflow, end <= source.count else {
      throw ELFError.truncated
    }
    if offset >= windowStart, end <= windowStart + UInt64(window.count) {
      return Int(offset - windowStart)
    }
    budget -= 1
    guard budget > 0 else { throw ELFError.tooComplex }
    let size = min(UInt64(Self.windowSize), source.count - offset)
    var buffer = [UInt8](repeating: 0, count: Int(size))
    let found: Int
    do throws(SystemError) {
      found = try source.read(into: &buffer, at: offset)
    } catch {
      throw ELFError.unreadable(error.description)
    }
    // The file may have become shorter since its size was asked for.
    guard found >= length else { throw ELFError.truncated }
    buffer.removeLast(buffer.count - found)
    window = buffer
    windowStart = offset
    return 0
  }

  /// Some bytes, at most 4096.
  mutating func bytes(at offset: UInt64, count: Int) throws(ELFError) -> ArraySlice<UInt8> {
    let start = try load(offset, count)
    return window[start..<(start + count)]
  }

  /// A number, least byte first.
  private mutating func number<Number: FixedWidthInteger & BitwiseCopyable>(
    at offset: UInt64
  ) throws(ELFError) -> Number {
    let start = try load(offset, MemoryLayout<Number>.size)
    // The bytes are in the window; every pattern of bits is a number.
    let value = unsafe window.span.bytes.unsafeLoadUnaligned(
      fromByteOffset: start,
      as: Number.self
    )
    return Number(littleEndian: value)
  }

  /// A number of one byte.
  mutating func uint8(at offset: UInt64) throws(ELFError) -> UInt8 {
    try number(at: offset)
  }

  /// A number of two bytes.
  mutating func uint16(at offset: UInt64) throws(ELFError) -> UInt16 {
    try number(at: offset)
  }

  /// A number of four bytes.
  mutating func uint32(at offset: UInt64) throws(ELFError) -> UInt32 {
    try number(at: offset)
  }

  /// A number of eight bytes.
  mutating func uint64(at offset: UInt64) throws(ELFError) -> UInt64 {
    try number(at: offset)
  }

  /// Text up to a zero byte, which must come within a limit.
  mutating func string(at offset: UInt64, limit: Int = 1024) throws(ELFError) -> String {
    String(decoding: try text(at: offset, limit: limit), as: UTF8.self)
  }

  /// The bytes of text up to a zero byte, which must come within a limit.
  mutating func text(at offset: UInt64, limit: Int) throws(ELFError) -> ArraySlice<UInt8> {
    let available = source.count > offset ? source.count - offset : 0
    let part = try bytes(at: offset, count: Int(min(UInt64(limit), available)))
    guard let end = part.firstIndex(of: 0) else { throw ELFError.malformed("a name has no end") }
    return part[..<end]
  }

  /// Whether there is this text with a zero byte after it.
  mutating func holds(_ text: String, at offset: UInt64) throws(ELFError) -> Bool {
    let expected = Array(text.utf8) + [0]
    guard offset <= source.count, UInt64(expected.count) <= source.count - offset else {
      return false
    }
    return try bytes(at: offset, count: expected.count).elementsEqual(expected)
  }
}
