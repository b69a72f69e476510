internal import Glibc

/// A file that is open for reading as long as this value lives.
struct OpenFile: ~Copyable {
  /// The descriptor.
  let descriptor: Int32

  /// Opens a file; nil when that fails.
  init?(reading path: String) {
    // The path is a terminated copy that lives until the call returns.
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    self.descriptor = descriptor
  }

  deinit { _ = close(descriptor) }
}
