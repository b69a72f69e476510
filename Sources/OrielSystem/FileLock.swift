internal import Glibc

/// A lock that processes take in turns, held as long as this exists; the kernel frees it with the
/// process.
package struct FileLock: ~Copyable {
  /// The file that is locked.
  private let file: Descriptor

  /// Takes the lock of a file in a directory, without waiting.
  ///
  /// - Parameters:
  ///   - name: The file, which only serves for the lock and is made when it is missing.
  ///   - directory: The directory.
  /// - Throws: Why the lock is not taken: `EWOULDBLOCK` when somebody else has it.
  package init(_ name: String, in directory: borrowing Descriptor) throws(SystemError) {
    let opened = try directory.open(
      name,
      [.create, .readWrite, .noFollow, .nonBlocking],
      resolve: [.beneath, .noSymbolicLinks],
      permissions: 0o600
    )
    guard try opened.lock() else { throw SystemError("flock", .wouldBlock) }
    // Somebody may have removed the file since it was opened, and the next one locks a new file.
    let named = try? directory.status(of: name).identity
    let found = try opened.status().identity
    guard named?.inode == found.inode, named?.device == found.device else {
      throw SystemError("flock", .wouldBlock)
    }
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
        self = try FileLock(name, in: directory)
        return
      } catch {
        guard error.errno == .wouldBlock, MonotonicTime.now < end else { throw error }
      }
      // Waiting in flock has no end.
      Thread.pause(milliseconds: 2)
    }
  }
}

extension Descriptor {
  /// Takes the lock of the open file for this open file alone, without waiting.
  ///
  /// - Parameter isShared: Whether others may have the lock as well, as long as all of them share it.
  /// - Returns: Whether it was taken; if not, another open file has it. It ends with the last
  ///   descriptor of this open file, also when the process is killed.
  /// - Throws: Why the file has no lock.
  package borrowing func lock(isShared: Bool = false) throws(SystemError) -> Bool {
    let kind = isShared ? LOCK_SH : LOCK_EX
    while withRawValue({ flock($0, kind | LOCK_NB) }) != 0 {
      switch errno {
      case EINTR: continue
      case EWOULDBLOCK: return false
      default: throw SystemError("flock", .current)
      }
    }
    return true
  }

  /// Replaces a file of this directory, so that others see the old content or the new one, whole.
  ///
  /// The caller holds a lock that all who replace the file take. When it throws, or the process dies,
  /// the old file is still there.
  ///
  /// - Parameters:
  ///   - name: The file.
  ///   - parts: What it shall hold, in pieces.
  ///   - isLasting: Whether the content must be on the storage when this returns, so that it survives
  ///     a loss of power; a file that can be made again need not wait for that.
  /// - Throws: Why it is not replaced.
  package borrowing func replaceFile(
    _ name: String,
    with parts: [[UInt8]],
    isLasting: Bool = true
  ) throws(SystemError) {
    // One fixed name, so that what a killed process leaves goes with the next one. Whatever has it is
    // removed and never opened: it may be a pipe, a second name of another file, or somebody else's.
    let temporary = ".\(name).new"
    do throws(SystemError) {
      try removeFile(temporary)
    } catch {
      guard error.errno == .noSuchFile else { throw error }
    }
    let file = try open(
      temporary,
      [.create, .exclusive, .writeOnly, .noFollow],
      resolve: [.beneath, .noSymbolicLinks],
      permissions: 0o600
    )
    do throws(SystemError) {
      try file.write(joining: parts)
      if isLasting { try file.synchronize() }
      let result = withRawValue { directory in
        // Both temporary C strings live as long as the call.
        unsafe renameat(directory, temporary, directory, name)
      }
      guard result == 0 else { throw SystemError("renameat", .current) }
    } catch {
      try? removeFile(temporary)
      throw error
    }
    if isLasting { try synchronize() }
  }
}
