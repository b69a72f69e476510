internal import OrielSystem

/// Memory that a host and the extension of a connection both use, so that nothing is copied.
///
/// Its end lies before a page that nobody can touch: an extension that goes further crashes alone. The
/// extension may write to it at any time, also after a call has returned.
@safe public final class SharedBuffer: Sendable {
  /// The memory.
  let memory: MappedMemory
  /// The number by which the instance knows it.
  let number: UInt16
  /// The connection that it is of.
  let connection: UInt64
  /// Where in the memory it begins.
  let start: Int
  /// The size in bytes.
  public let count: Int
  /// Tells the instance that nobody uses it any more.
  private let letGo: @Sendable (UInt16) -> Void

  /// Makes memory whose end is as near to the last page's as an alignment of 64 bytes allows.
  init(
    count: Int,
    number: UInt16,
    connection: UInt64,
    letGo: @escaping @Sendable (UInt16) -> Void
  ) throws(SystemError) {
    memory = try MappedMemory(size: max(count, 1), name: "oriel-buffer")
    self.number = number
    self.connection = connection
    self.count = count
    self.letGo = letGo
    start = (memory.file.size - count) & ~63
  }

  deinit {
    letGo(number)
  }

  /// Lends the memory for the time of a function; it must not be kept.
  ///
  /// What is read here can change at any time: copy it before it is checked.
  public func withUnsafeBytes<Value, Failure: Error>(
    _ body: (UnsafeMutableRawBufferPointer) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    // The memory is as long as the two say, and mapped as long as this object lives.
    let bytes = unsafe UnsafeMutableRawBufferPointer(rebasing: memory.bytes[start..<start + count])
    return try unsafe body(bytes)
  }

  /// Copies bytes in, from an offset on; what does not fit is left out.
  public func write(_ bytes: [UInt8], at offset: Int = 0) {
    guard offset >= 0, offset <= count else { return }
    unsafe withUnsafeBytes { memory in
      let length = min(bytes.count, count - offset)
      // Both are at least as long.
      unsafe bytes.withUnsafeBytes { source in
        guard length > 0, let from = source.baseAddress else { return }
        unsafe memory.baseAddress?.advanced(by: offset).copyMemory(from: from, byteCount: length)
      }
    }
  }

  /// A copy of bytes.
  public func read(_ range: Range<Int>) -> [UInt8] {
    let range = range.clamped(to: 0..<count)
    return unsafe withUnsafeBytes { memory in
      // The range lies in the memory.
      unsafe [UInt8](UnsafeRawBufferPointer(rebasing: memory[range]))
    }
  }
}
