internal import CShims
internal import Glibc

extension OpenFlags {
  /// `O_TMPFILE`: a new file without a name, in the directory that is opened.
  package static let unnamed = OpenFlags(rawValue: 0o20000000 | O_DIRECTORY)
}

extension Descriptor {
  /// Waits until the content of the file is on its storage.
  package borrowing func synchronize() throws(SystemError) {
    guard withRawValue({ fsync($0) }) == 0 else { throw SystemError("fsync", .current) }
  }

  /// Brings all changes of the file system that this lies on to the storage.
  package borrowing func synchronizeFileSystem() throws(SystemError) {
    _ = try checked("syncfs", withRawValue { oriel_shim_synchronize_file_system($0) })
  }

  /// Gives an open file that has no name yet a name in this directory; never replaces a file.
  package borrowing func link(
    _ file: borrowing Descriptor,
    as name: String
  ) throws(SystemError) {
    let source = file.withRawValue { "/proc/self/fd/\($0)" }
    let result = withRawValue { directory in
      // Both temporary C strings live as long as the call.
      unsafe linkat(AT_FDCWD, source, directory, name, AT_SYMLINK_FOLLOW)
    }
    guard result == 0 else { throw SystemError("linkat", .current) }
  }

  /// Gives a file of this directory another name in it; never replaces a file.
  package borrowing func rename(_ old: String, to new: String) throws(SystemError) {
    let result = withRawValue { directory in
      // Both temporary C strings live as long as the call.
      unsafe oriel_shim_move(directory, old, directory, new, 0)
    }
    _ = try checked("renameat2", result)
  }

  /// Gives a file of this directory a second name in it; never replaces a file.
  package borrowing func addName(_ new: String, to old: String) throws(SystemError) {
    let result = withRawValue { directory in
      // Both temporary C strings live as long as the call.
      unsafe linkat(directory, old, directory, new, 0)
    }
    guard result == 0 else { throw SystemError("linkat", .current) }
  }

  /// Removes a file of this directory.
  package borrowing func removeFile(_ name: String) throws(SystemError) {
    // The temporary C string lives as long as the call.
    guard withRawValue({ unsafe unlinkat($0, name, 0) }) == 0 else {
      throw SystemError("unlinkat", .current)
    }
  }
}
