internal import CShims
internal import Glibc

extension Descriptor {
  /// Lets a name of this directory and one of another directory change places in one step.
  package borrowing func exchange(
    _ name: String,
    with other: String,
    in folder: borrowing Descriptor
  ) throws(SystemError) {
    _ = try checked("renameat2", moving(name, to: folder, as: other, exchange: true))
  }

  /// The call that both begin with.
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

  /// Moves a directory of this one to another directory where nothing has its name.
  ///
  /// Network file systems cannot promise to replace nothing; there a lock of the caller's must keep
  /// others away, and a directory only takes the place of an empty one.
  package borrowing func moveDirectory(
    _ name: String,
    to folder: borrowing Descriptor,
    as newName: String
  ) throws(SystemError) {
    let promised = moving(name, to: folder, as: newName, exchange: false)
    guard promised == -EINVAL else {
      _ = try checked("renameat2", promised)
      return
    }
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
}
