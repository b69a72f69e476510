internal import COriel
internal import Glibc

/// Bytes at an address that does not change as long as the object lives, to lend to an extension.
@safe final class StableBytes: Sendable {
  /// The memory; written only while the object is made.
  private nonisolated(unsafe) let memory: UnsafeMutableRawBufferPointer

  /// Copies bytes.
  init(_ bytes: some Collection<UInt8>) {
    // Fresh memory of the collection's size, owned by this object.
    unsafe memory = .allocate(byteCount: bytes.count, alignment: 1)
    // The memory has exactly the size of the collection.
    unsafe memory.copyBytes(from: bytes)
  }

  /// Copies the UTF-8 of a string.
  convenience init(_ text: String) {
    self.init(text.utf8)
  }

  /// The rest of a file, from offset 0, in fresh memory; nil when it could not be read.
  init?(reading descriptor: Int32, size: Int) {
    // Fresh memory of the announced size, owned by this object.
    unsafe memory = .allocate(byteCount: size, alignment: 16)
    var done = 0
    while done < size {
      // The pointer is inside the memory, whose rest has the size passed.
      let count = unsafe pread(
        descriptor,
        memory.baseAddress.map { unsafe $0 + done },
        size - done,
        done
      )
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { return nil }
      done += count
    }
  }

  deinit {
    // Allocated in the initialiser; whoever lent the bytes kept the object alive.
    unsafe memory.deallocate()
  }

  /// The number of bytes.
  var count: Int { unsafe memory.count }

  /// The bytes in the form that crosses the C boundary.
  var lent: oriel_bytes {
    // The address stays valid as long as the object, which the caller must keep.
    unsafe oriel_bytes(data: UnsafeRawPointer(memory.baseAddress), length: UInt64(memory.count))
  }

  /// A copy of at most so many bytes from a place on.
  func copy(from offset: Int, atMost count: Int) -> [UInt8] {
    let end = min(offset + count, self.count)
    // Both ends are inside the memory.
    return unsafe Array(memory[offset..<end])
  }

  /// A copy.
  var copy: [UInt8] { unsafe Array(memory) }

  /// A copy as text; every text was validated when it came in.
  var text: String { String(decoding: copy, as: UTF8.self) }
}
