package import OrielSystem

/// The memory that host and instance both map, by the host's numbers.
package final class BufferTable: Sendable {
  /// A mapping; only one thread at a time replaces it.
  private final class Mapped: @unchecked Sendable {
    // Invariant: the mapping is only asked for its place and size, and removed with the last reference.
    let mapping: SharedMapping

    init(_ mapping: consuming SharedMapping) {
      self.mapping = mapping
    }
  }

  private let buffers = Lock<[UInt16: Mapped]>([:])

  /// Maps a memory under a number, in place of the one that had it.
  package func map(
    _ file: borrowing Descriptor,
    size: UInt64,
    as number: UInt64
  ) throws(SystemError) {
    guard let number = UInt16(exactly: number), let size = Int(exactly: size) else {
      throw SystemError("mmap", .invalidArgument)
    }
    let mapped = Mapped(try SharedMapping(file, size: size))
    buffers.withLock { $0[number] = mapped }
  }

  /// Removes a mapping.
  package func unmap(_ number: UInt64) {
    guard let number = UInt16(exactly: number) else { return }
    buffers.withLock { $0[number] = nil }
  }

  /// Where a buffer is, and its size; nil when it is not mapped.
  func place(of number: UInt16) -> (start: UInt, size: Int)? {
    buffers.withLock { buffers in
      guard let mapped = buffers[number] else { return nil }
      // Only the number of the address is used, as long as the host keeps the buffer.
      let start = unsafe UInt(bitPattern: mapped.mapping.bytes.baseAddress)
      return (start, mapped.mapping.size)
    }
  }
}
