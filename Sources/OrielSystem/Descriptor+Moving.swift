internal import CShims
internal import Glibc

extension Descriptor {
  /// Moves a name of this directory to another directory; never replaces anything.
  package borrowing func move(
    _ name: String,
    to folder: borrowing Descriptor,
    as newName: String
  ) throws(SystemError) {
    _ = try checked("renameat2", moving(name, to: folder, as: newName, exchange: false))
  }

  /// Lets a name of this directory and one of another directory change places in one step.
  package borrowing func exchange(
    _ name: String,
    with other: String,
    in folder: borrowing Descriptor
  ) throws(SystemError) {
    _ = try checked("renameat2", moving(name, to: folder, as: other, exchange: true))
  }

  /// The call behind both.
  private borrowing func moving(
    _ name: String,
    to folder: borrowing Descriptor,
    as newName: String,
    exchange: Bool
  ) -> Int32 {
    withRawValue { source in
      folder.withRawValue { target in
        // Both temporary C strings live as long as the call.
        unsafe oriel_shim_move(source, name, target, newName, exchange ? 1 : 0)
      }
    }
  }

  /// Moves a directory where the file system cannot promise to replace nothing; a directory only
  /// takes the place of an empty one.
  package borrowing func moveDirectory(
    _ name: String,
    to folder: borrowing Descriptor,
    as newName: String
  ) throws(SystemError) {
    let result = withRawValue { source in
      folder.withRawValue { target in
        // Both temporary C strings live as long as the call.
        unsafe renameat(source, name, target, newName)
      }
    }
    guard result == 0 else { throw SystemError("renameat", .current) }
  }

  /// Removes an empty directory of this one.
  package borrowing func removeDirectory(_ name: String) throws(SystemError) {
    // The temporary C string lives as long as the call.
    guard withRawValue({ unsafe unlinkat($0, name, AT_REMOVEDIR) }) == 0 else {
      throw SystemError("unlinkat", .current)
    }
  }

  /// Sets the permission bits of the open file.
  package borrowing func setPermissions(_ permissions: UInt32) throws(SystemError) {
    guard withRawValue({ fchmod($0, permissions) }) == 0 else {
      throw SystemError("fchmod", .current)
    }
  }

  /// Takes the lock of the open file for this open file alone, without waiting.
  ///
  /// - Returns: Whether it was taken; if not, another open file has it. It ends with the last
  ///   descriptor of this open file, also when the process is killed.
  /// - Throws: Why the file has no lock.
  package borrowing func lock() throws(SystemError) -> Bool {
    while withRawValue({ flock($0, LOCK_EX | LOCK_NB) }) != 0 {
      switch errno {
      case EINTR: continue
      case EWOULDBLOCK: return false
      default: throw SystemError("flock", .current)
      }
    }
    return true
  }

  /// The names in this directory as bytes, in the order of the directory, without `.` and `..`.
  ///
  /// - Parameter limit: The most names that are read; one more is read if there are more.
  /// - Returns: The names.
  /// - Throws: Why the directory cannot be read.
  package borrowing func rawNames(limit: Int) throws(SystemError) -> [[UInt8]] {
    // The stream takes over a descriptor of its own, which it closes.
    let number = try open(".", [.readOnly, .directory]).release()
    // The number is open and belongs to nobody else.
    guard let stream = unsafe fdopendir(number) else {
      let error = SystemError("fdopendir", .current)
      _ = Glibc.close(number)
      throw error
    }
    // The stream is open until the end of this function.
    defer { unsafe closedir(stream) }
    var names: [[UInt8]] = []
    while names.count <= limit {
      errno = 0
      // The entry lives until the next call on this stream.
      guard let entry = unsafe readdir(stream) else {
        guard errno == 0 else { throw SystemError("readdir", .current) }
        break
      }
      // The name ends with a zero inside the entry.
      let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        unsafe Array(bytes.prefix { $0 != 0 })
      }
      if name != [46], name != [46, 46] { names.append(name) }
    }
    return names
  }
}
