internal import Glibc

extension Descriptor {
  /// Makes a directory in this one.
  package borrowing func makeDirectory(
    _ name: String,
    permissions: UInt32
  ) throws(SystemError) {
    guard !name.utf8.contains(0) else { throw SystemError("mkdirat", .invalidArgument) }
    // The C string lives for the call.
    guard withRawValue({ unsafe mkdirat($0, name, permissions) }) == 0 else {
      throw SystemError("mkdirat", .current)
    }
  }

  /// Gives the open file to a user and to the group with the same number.
  package borrowing func giveAway(to user: UInt32) throws(SystemError) {
    guard withRawValue({ fchown($0, user, user) }) == 0 else {
      throw SystemError("fchown", .current)
    }
  }
}
