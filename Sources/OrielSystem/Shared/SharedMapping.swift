internal import CShims

/// A mapping of shared memory between two pages that nobody can touch, removed at the end of its life.
@safe package struct SharedMapping: ~Copyable {
  /// Where the memory begins.
  private let start: UnsafeMutableRawPointer
  /// The size in bytes.
  package let size: Int

  /// Maps a part of a file for reading and writing.
  package init(
    _ file: borrowing Descriptor,
    offset: Int = 0,
    size: Int
  ) throws(SystemError) {
    guard offset >= 0, size > 0 else { throw SystemError("mmap", .invalidArgument) }
    var start: UnsafeMutableRawPointer?
    let result = file.withRawValue { file in
      // The variable outlives the call.
      unsafe oriel_shim_map_shared(file, UInt64(offset), UInt64(size), &start)
    }
    _ = try checked("mmap", result)
    guard let start = unsafe start else { throw SystemError("mmap", .invalidArgument) }
    unsafe self.start = start
    self.size = size
  }

  deinit {
    // Mapped in init with this size, and the owner is gone.
    unsafe oriel_shim_unmap_shared(start, UInt64(size))
  }

  /// The memory, which the peer may write at any time; it must not be used after this value's end.
  package var bytes: UnsafeMutableRawBufferPointer {
    unsafe UnsafeMutableRawBufferPointer(start: start, count: size)
  }
}
