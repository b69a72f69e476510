internal import CShims
internal import Glibc

/// The owner of an open file descriptor, which closes it at the end of its life.
package struct Descriptor: ~Copyable, Sendable {
  /// The number of the descriptor.
  private let rawValue: Int32

  /// Takes over an open descriptor that nothing else closes.
  package init(owning rawValue: Int32) {
    self.rawValue = rawValue
  }

  deinit {
    _ = Glibc.close(rawValue)
  }

  /// Lends the number for the time of a call; it must not be kept or closed.
  package borrowing func withRawValue<Result: ~Copyable, Failure: Error>(
    _ body: (Int32) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(rawValue)
  }

  /// Gives the number away; the receiver must close it.
  package consuming func release() -> Int32 {
    let value = rawValue
    discard self
    return value
  }

  /// Closes the descriptor and reports what a delayed write left.
  package consuming func close() throws(SystemError) {
    let value = rawValue
    discard self
    // Linux frees the number also when close fails, so there is never a second try.
    guard Glibc.close(value) == 0 else { throw SystemError("close", .current) }
  }

  /// A second, close-on-exec descriptor of the same open file.
  package borrowing func duplicate() throws(SystemError) -> Descriptor {
    Descriptor(owning: try checked("fcntl(F_DUPFD_CLOEXEC)", oriel_shim_duplicate(rawValue)))
  }

  /// Makes calls report that they would wait, instead of waiting.
  package borrowing func setNonBlocking(_ enabled: Bool = true) throws(SystemError) {
    _ = try checked("fcntl(F_SETFL)", oriel_shim_set_non_blocking(rawValue, enabled ? 1 : 0))
  }

  /// Decides whether the descriptor stays open in a program that this process executes.
  package borrowing func setCloseOnExec(_ enabled: Bool) throws(SystemError) {
    _ = try checked("fcntl(F_SETFD)", oriel_shim_set_close_on_exec(rawValue, enabled ? 1 : 0))
  }
}
