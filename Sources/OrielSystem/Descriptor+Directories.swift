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

  /// Makes the directory at a path and those above it, as far as they are missing.
  ///
  /// - Parameters:
  ///   - path: The path.
  ///   - permissions: The mode of what is made.
  ///   - isOwnPlace: Whether nothing is to be made in a directory of another user. What root made
  ///     there, that user could neither use nor replace.
  /// - Throws: Why the directory is not there; `SystemError.exposed` for a place of another user.
  package static func makeDirectories(
    _ path: String,
    permissions: UInt32,
    isOwnPlace: Bool = false
  ) throws(SystemError) {
    var directory = try open(path.hasPrefix("/") ? "/" : ".", [.pathOnly, .directory])
    for name in path.split(separator: "/").map(String.init) {
      do throws(SystemError) {
        directory = try directory.open(name, [.pathOnly, .directory])
      } catch {
        guard error.errno == .noSuchFile else { throw error }
        if isOwnPlace, try directory.status().isForeign { throw .exposed }
        do throws(SystemError) {
          try directory.makeDirectory(name, permissions: permissions)
        } catch {
          // Somebody else may make it at the same moment.
          guard error.errno == .fileExists else { throw error }
        }
        directory = try directory.open(name, [.pathOnly, .directory, .noFollow])
      }
    }
  }

  /// Gives the open file to a user and to the group with the same number.
  package borrowing func giveAway(to user: UInt32) throws(SystemError) {
    guard withRawValue({ fchown($0, user, user) }) == 0 else {
      throw SystemError("fchown", .current)
    }
  }
}
