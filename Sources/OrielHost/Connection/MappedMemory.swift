internal import OrielSystem

/// Memory of the host that an instance maps, too.
@safe final class MappedMemory: @unchecked Sendable {
  // Invariant: file and mapping are made once, and only the place and size are asked for afterwards.

  /// The memory file.
  let file: SharedFile
  /// The host's mapping.
  private let mapping: SharedMapping

  /// Makes memory for so many bytes.
  init(size: Int, name: String) throws(SystemError) {
    let file = try SharedFile(size: size, name: name)
    mapping = try SharedMapping(file.descriptor, size: file.size)
    self.file = file
  }

  /// The memory, as long as this object lives; an instance may write to it at any time.
  var bytes: UnsafeMutableRawBufferPointer { unsafe mapping.bytes }
}
