internal import CShims
internal import Glibc

/// Memory in a file that nobody can change any more, read only by copying.
package struct SealedMemory: ~Copyable, Sendable {
  /// The memory file.
  package let descriptor: Descriptor
  /// The size in bytes.
  package let size: UInt64

  /// Wraps a file that was checked or sealed here.
  init(descriptor: consuming Descriptor, size: UInt64) {
    self.descriptor = descriptor
    self.size = size
  }

  /// Makes sealed memory with the given content.
  package init(_ bytes: [UInt8], name: String) throws(SystemError) {
    let file = try MemoryFile(name: name)
    try file.descriptor.write(bytes)
    self = try file.seal()
  }

  /// Takes over a descriptor from a peer that is not trusted, after checking that it is what was
  /// announced.
  ///
  /// A file that is not fully sealed could shrink under a reader; a huge-page file passes the seal
  /// checks and still kills a reader that maps it.
  package init(
    verifying descriptor: consuming Descriptor,
    announcedSize: UInt64,
    limit: UInt64
  ) throws(SealedMemoryError) {
    guard announcedSize <= limit else {
      throw .tooLarge(size: announcedSize, limit: limit)
    }
    let seals = descriptor.withRawValue { oriel_shim_seals($0) }
    guard seals >= 0, UInt32(seals) & ORIEL_SHIM_SEAL_ALL == ORIEL_SHIM_SEAL_ALL else {
      throw .notSealed
    }
    let type = descriptor.withRawValue { oriel_shim_file_system_type($0) }
    guard type == Int64(ORIEL_SHIM_TMPFS_MAGIC) else { throw .wrongFileSystem }
    let status: FileStatus
    do { status = try descriptor.status() } catch { throw .notReadable(error) }
    guard status.kind == .regular, status.identity.size == announcedSize else {
      throw .wrongSize(announced: announcedSize, found: status.identity.size)
    }
    self.init(descriptor: descriptor, size: announcedSize)
  }

  /// A copy of all bytes, unless there are more than the limit.
  package borrowing func bytes(limit: UInt64) throws(SealedMemoryError) -> [UInt8] {
    guard size <= limit, let count = Int(exactly: size) else {
      throw .tooLarge(size: size, limit: limit)
    }
    var buffer = [UInt8](repeating: 0, count: count)
    let read: Int
    do { read = try descriptor.read(into: &buffer, at: 0) } catch { throw .notReadable(error) }
    guard read == count else { throw .wrongSize(announced: size, found: UInt64(read)) }
    return buffer
  }

  /// Gives the descriptor away.
  package consuming func release() -> Descriptor {
    descriptor
  }
}

/// Why a descriptor is not the sealed memory that was announced.
package enum SealedMemoryError: Error, Equatable, Sendable {
  /// More bytes than the receiver accepts.
  case tooLarge(size: UInt64, limit: UInt64)
  /// It is not a memory file, or its content can still change.
  case notSealed
  /// It lies on huge pages or another file system.
  case wrongFileSystem
  /// Its size differs from the announced one.
  case wrongSize(announced: UInt64, found: UInt64)
  /// It cannot be examined or read.
  case notReadable(SystemError)
}

extension SealedMemoryError: CustomStringConvertible {
  /// What is wrong, as part of a sentence.
  package var description: String {
    switch self {
    case .tooLarge(let size, let limit): "\(size) bytes are more than the \(limit) allowed"
    case .notSealed: "the descriptor is not sealed memory"
    case .wrongFileSystem: "the descriptor's memory is of another kind than a plain memory file"
    case .wrongSize(let announced, let found): "\(announced) bytes were announced, \(found) found"
    case .notReadable(let error): "the descriptor cannot be read: \(error)"
    }
  }
}
