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
}
