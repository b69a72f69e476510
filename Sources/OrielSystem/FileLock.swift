internal import Glibc

/// A lock that processes take in turns, held as long as this exists; the kernel frees it with the
/// process.
package struct FileLock: ~Copyable {
  /// The file that is locked.
  private let file: Descriptor

  /// Takes the lock of a file in a directory; the file is made when it is missing.
  ///
  /// - Parameters:
  ///   - name: The file, which only serves for the lock.
  ///   - directory: The directory.
  ///   - waits: Whether to wait for who holds the lock; else that is the error `EWOULDBLOCK`.
  /// - Throws: Why the lock is not taken.
  package init(
    _ name: String,
    in directory: borrowing Descriptor,
    waits: Bool
  ) throws(SystemError) {
    let opened = try directory.open(
      name,
      [.create, .readWrite, .noFollow],
      resolve: [.beneath, .noSymbolicLinks],
      permissions: 0o600
    )
    try opened.lock(waits: waits)
    file = opened
  }

  /// Takes the lock of a file in a directory, and waits for it for a time.
  ///
  /// - Parameters:
  ///   - name: The file, which only serves for the lock and is made when it is missing.
  ///   - directory: The directory.
  ///   - patience: How many milliseconds to wait; after them the error is `EWOULDBLOCK`.
  /// - Throws: Why the lock is not taken.
  package init(
    _ name: String,
    in directory: borrowing Descriptor,
    patience: UInt64
  ) throws(SystemError) {
    let end = MonotonicTime.now.adding(milliseconds: patience)
    while true {
      do throws(SystemError) {
        self = try FileLock(name, in: directory, waits: false)
        return
      } catch {
        guard error.errno == .wouldBlock, MonotonicTime.now < end else { throw error }
      }
      // No descriptor tells when a lock becomes free, and waiting in flock has no end: with no places
      // this waits for nothing but the time.
      _ = poll(nil, 0, 2)
    }
  }
}

extension Descriptor {
  /// Locks the open file against all who lock it.
  fileprivate borrowing func lock(waits: Bool) throws(SystemError) {
    while withRawValue({ flock($0, waits ? LOCK_EX : LOCK_EX | LOCK_NB) }) != 0 {
      guard errno == EINTR else { throw SystemError("flock", .current) }
    }
  }

  /// Replaces a file of this directory, so that others see the old content or the new one, whole.
  ///
  /// The caller holds a lock that all who replace the file take. When this returns the content is on
  /// the storage; when it throws, or the process dies, the old file is still there.
  package borrowing func replaceFile(_ name: String, with bytes: [UInt8]) throws(SystemError) {
    // One fixed name, so that what a killed process leaves is used again.
    let temporary = ".\(name).new"
    let file = try open(
      temporary,
      [.create, .truncate, .writeOnly, .noFollow],
      resolve: [.beneath, .noSymbolicLinks],
      permissions: 0o600
    )
    do throws(SystemError) {
      try file.write(bytes)
      try file.synchronize()
      let result = withRawValue { directory in
        // Both temporary C strings live as long as the call.
        unsafe renameat(directory, temporary, directory, name)
      }
      guard result == 0 else { throw SystemError("renameat", .current) }
    } catch {
      try? removeFile(temporary)
      throw error
    }
    try synchronize()
  }
}
