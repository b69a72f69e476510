/// A system call that failed.
package struct SystemError: Error, Hashable, Sendable {
  /// The name of the call, as `openat2`.
  package let operation: String
  /// Why it failed.
  package let errno: Errno

  /// Describes the failure of a call.
  package init(_ operation: String, _ errno: Errno) {
    self.operation = operation
    self.errno = errno
  }
}

extension SystemError: CustomStringConvertible {
  /// The call, the message and the name of the error.
  package var description: String {
    self == .exposed
      ? "it belongs to another user, or others may change it" : "\(operation): \(errno)"
  }
}

extension SystemError {
  /// That a file or directory is another user's, or that others can change it; no call says so.
  package static let exposed = SystemError("looking at its owner and mode", .notPermitted)
}

/// Gives the result of a shim call, or throws the error number that a negative result stands for.
package func checked<Number: FixedWidthInteger>(
  _ operation: String,
  _ result: Number
) throws(SystemError) -> Number {
  guard result < 0 else { return result }
  throw SystemError(operation, Errno(rawValue: Int32(truncatingIfNeeded: 0 &- result)))
}
