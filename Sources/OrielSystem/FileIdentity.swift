internal import Glibc

/// What tells whether a file is still the one that was looked at before.
package struct FileIdentity: Hashable, Sendable {
  /// The device that the file lies on.
  package var device: UInt64
  /// The number of the file on its device.
  package var inode: UInt64
  /// The size in bytes.
  package var size: UInt64
  /// When the content changed, in nanoseconds since 1970.
  package var modificationTime: Int64
  /// When content or attributes changed, in nanoseconds since 1970.
  package var changeTime: Int64

  /// Gathers the parts.
  package init(
    device: UInt64,
    inode: UInt64,
    size: UInt64,
    modificationTime: Int64,
    changeTime: Int64
  ) {
    self.device = device
    self.inode = inode
    self.size = size
    self.modificationTime = modificationTime
    self.changeTime = changeTime
  }
}

/// What kind of thing a descriptor is open on.
package enum FileKind: Sendable {
  /// A file with bytes.
  case regular
  /// A directory.
  case directory
  /// A symbolic link, opened as itself.
  case symbolicLink
  /// A device, pipe or socket.
  case other
}

/// What the kernel tells about an open file.
package struct FileStatus: Sendable {
  /// The identity of the file.
  package var identity: FileIdentity
  /// The kind of the file.
  package var kind: FileKind
  /// The bytes that are really stored, in units of 512.
  package var blocks: UInt64
  /// The permission bits, with the set-id bits.
  package var permissions: UInt32
  /// The user that owns the file.
  package var owner: UInt32
}

extension Descriptor {
  /// The status of the open file.
  package borrowing func status() throws(SystemError) -> FileStatus {
    var status = stat()
    // The structure outlives the call that fills it.
    guard withRawValue({ unsafe fstat($0, &status) }) == 0 else {
      throw SystemError("fstat", .current)
    }
    return FileStatus(status)
  }

  /// The status of what a path in this directory names; a link at its end is not followed.
  package borrowing func status(of path: String) throws(SystemError) -> FileStatus {
    guard !path.utf8.contains(0) else { throw SystemError("fstatat", .invalidArgument) }
    var status = stat()
    // The C string and the structure live for the call.
    let result = withRawValue { unsafe fstatat($0, path, &status, AT_SYMLINK_NOFOLLOW) }
    guard result == 0 else { throw SystemError("fstatat", .current) }
    return FileStatus(status)
  }

  /// The identity of what a path in this directory names; a link at its end is not followed.
  ///
  /// The path lies in a buffer with many, where it ends with a zero; nothing is copied.
  ///
  /// - Parameters:
  ///   - offset: Where the path begins.
  ///   - bytes: The buffer.
  /// - Returns: The identity; nil when there is nothing, or no path.
  package borrowing func identity(ofPathAt offset: Int, in bytes: [UInt8]) -> FileIdentity? {
    guard bytes.indices.contains(offset), bytes[offset...].contains(0) else { return nil }
    var status = stat()
    let result = withRawValue { directory in
      // The path ends with a zero inside the buffer, which lives for the call, as the structure does.
      unsafe bytes.withUnsafeBufferPointer { buffer -> Int32 in
        guard let base = buffer.baseAddress else { return -1 }
        let start = unsafe UnsafeRawPointer(base + offset)
        return unsafe fstatat(
          directory,
          start.assumingMemoryBound(to: CChar.self),
          &status,
          AT_SYMLINK_NOFOLLOW
        )
      }
    }
    return result == 0 ? FileStatus(status).identity : nil
  }
}

extension FileStatus {
  /// What a call of the kernel told.
  fileprivate init(_ status: stat) {
    kind =
      switch status.st_mode & S_IFMT {
      case S_IFREG: .regular
      case S_IFDIR: .directory
      case S_IFLNK: .symbolicLink
      default: .other
      }
    identity = FileIdentity(
      device: UInt64(status.st_dev),
      inode: UInt64(status.st_ino),
      size: UInt64(clamping: status.st_size),
      modificationTime: nanoseconds(status.st_mtim),
      changeTime: nanoseconds(status.st_ctim)
    )
    blocks = UInt64(clamping: status.st_blocks)
    permissions = UInt32(status.st_mode) & 0o7777
    owner = status.st_uid
  }
}

/// The nanoseconds since 1970 of a time, which wraps in absurd cases and never traps.
private func nanoseconds(_ time: timespec) -> Int64 {
  Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
}
