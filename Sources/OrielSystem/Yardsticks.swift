internal import CShims

/// What the system can do at best, for benchmarks to compare with.
package enum Yardsticks {
  /// Forks a child that ends at once, and waits for it.
  package static func forkAndWait() throws(SystemError) {
    _ = try checked("fork", oriel_shim_fork_and_wait())
  }

  /// Starts a program with posix_spawn and waits for it; gives its exit code.
  @discardableResult
  package static func spawnAndWait(_ path: String) throws(SystemError) -> Int32 {
    guard !path.utf8.contains(0) else { throw SystemError("posix_spawn", .invalidArgument) }
    // The temporary C string lives as long as the call.
    return try checked("posix_spawn", unsafe oriel_shim_spawn_and_wait(path))
  }

  /// Makes a cheap system call many times.
  package static func askForParent(count: UInt32) {
    oriel_shim_ask_for_parent(count)
  }

  /// Opens a folder and closes it, many times.
  package static func openAndClose(_ path: String, count: UInt32) throws(SystemError) {
    guard !path.utf8.contains(0) else { throw SystemError("open", .invalidArgument) }
    // The temporary C string lives as long as the call.
    _ = try checked("open", unsafe oriel_shim_open_and_close(path, count))
  }

  /// Reads files of a directory, one after the other.
  package static func readFiles(
    _ paths: [String],
    in directory: borrowing Descriptor
  ) throws(SystemError) {
    // The pointer that is lent ends with the call.
    try unsafe withPaths(paths, in: directory, "read") { (directory, paths, count) in
      // The paths end with zeros, and there are as many as the count says.
      unsafe oriel_shim_read_files(directory, paths, count)
    }
  }

  /// Asks for the status of files of a directory, one after the other.
  package static func askForStatus(
    _ paths: [String],
    in directory: borrowing Descriptor
  ) throws(SystemError) {
    // The pointer that is lent ends with the call.
    try unsafe withPaths(paths, in: directory, "fstatat") { (directory, paths, count) in
      // The paths end with zeros, and there are as many as the count says.
      unsafe oriel_shim_stat_files(directory, paths, count)
    }
  }

  /// Lends paths as C wants them, one behind the other.
  private static func withPaths(
    _ paths: [String],
    in directory: borrowing Descriptor,
    _ call: String,
    _ body: (Int32, UnsafePointer<CChar>, UInt32) -> Int32
  ) throws(SystemError) {
    var bytes: [CChar] = []
    for path in paths { bytes += path.utf8.map { CChar(bitPattern: $0) } + [0] }
    let count = UInt32(truncatingIfNeeded: paths.count)
    let result = directory.withRawValue { number in
      // The bytes outlive the call.
      unsafe bytes.withUnsafeBufferPointer { buffer -> Int32 in
        guard let start = buffer.baseAddress else { return 0 }
        return unsafe body(number, start, count)
      }
    }
    _ = try checked(call, result)
  }
}
