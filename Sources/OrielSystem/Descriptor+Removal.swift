internal import CShims
internal import Glibc

extension Descriptor {
  /// Removes everything in this directory; links are removed and never followed.
  ///
  /// Whatever names are there, and however deep directories are nested, a few descriptors do: what
  /// lies in a directory of a directory is first moved up. What is mounted somewhere in it is left
  /// alone, with an error.
  package borrowing func removeContents() throws(SystemError) {
    try withRawValue { (number) throws(SystemError) in
      while let name = try firstName(in: number) { try remove(name, from: number) }
    }
  }
}

/// Removes one entry of a directory.
private func remove(_ name: [CChar], from directory: Int32) throws(SystemError) {
  if try unlink(name, from: directory) { return }
  let inner = try open(name, in: directory)
  try inner.withRawValue { (number) throws(SystemError) in
    while let nested = try firstName(in: number) {
      // A file is removed where it is; a directory with something in it is moved up, under a name
      // that nothing has, so that no path ever gets deep.
      if try !unlink(nested, from: number) { try moveUp(nested, from: number, to: directory) }
    }
  }
  // The name ends with a zero and outlives the call.
  guard unsafe unlinkat(directory, name, AT_REMOVEDIR) == 0 || errno == ENOENT else {
    throw SystemError("unlinkat", .current)
  }
}

/// Removes one entry of a directory, unless it is a directory with something in it.
///
/// - Returns: Whether it is gone.
private func unlink(_ name: [CChar], from directory: Int32) throws(SystemError) -> Bool {
  // The name ends with a zero and outlives both calls.
  if unsafe unlinkat(directory, name, 0) == 0 || errno == ENOENT { return true }
  let error = Errno.current
  // Also some file systems say EPERM for a directory, but so they do for a file that may not go.
  guard error.rawValue == EISDIR || error.rawValue == EPERM else {
    throw SystemError("unlinkat", error)
  }
  if unsafe unlinkat(directory, name, AT_REMOVEDIR) == 0 || errno == ENOENT { return true }
  if errno == ENOTEMPTY || errno == EEXIST { return false }
  throw SystemError("unlinkat", errno == ENOTDIR ? error : .current)
}

/// Moves a directory under a new name.
private func moveUp(
  _ name: [CChar],
  from source: Int32,
  to target: Int32
) throws(SystemError) {
  // Its own mode may forbid the change of its "..".
  _ = try open(name, in: source)
  var generator = SystemRandomNumberGenerator()
  let fresh = "removed-\(String(generator.next(), radix: 16))"
  // The first name ends with a zero, the second is a C string for the call.
  guard unsafe renameat(source, name, target, fresh) == 0 else {
    throw SystemError("renameat", .current)
  }
}

/// Opens a directory that its owner may have closed to itself.
private func open(_ name: [CChar], in directory: Int32) throws(SystemError) -> Descriptor {
  // A mount point cannot be removed and so is never entered (rmdir(2), EBUSY); nor is one that was made
  // since.
  let resolve = UInt64(
    ORIEL_SHIM_RESOLVE_BENEATH | ORIEL_SHIM_RESOLVE_NO_SYMLINKS | ORIEL_SHIM_RESOLVE_NO_XDEV
  )
  let place = UInt64(UInt32(bitPattern: O_DIRECTORY | O_NOFOLLOW)) | 0o10000000  // O_PATH
  // The name ends with a zero and outlives both calls.
  let number = unsafe oriel_shim_openat2(directory, name, place, 0, resolve)
  // It is what unlinkat would say to it now.
  if number == -EXDEV { throw SystemError("openat2", .busy) }
  let opened = Descriptor(owning: try checked("openat2", number))
  // The descriptor itself is changed, whatever the name leads to by now.
  let path = opened.withRawValue { "/proc/self/fd/\($0)" }
  guard unsafe chmod(path, 0o700) == 0 else { throw SystemError("chmod", .current) }
  return try opened.open(".", [.readOnly, .directory])
}

/// The first name in a directory but `.` and `..`, as bytes that end with a zero.
private func firstName(in directory: Int32) throws(SystemError) -> [CChar]? {
  // A descriptor of its own, whose place in the directory is the beginning.
  let number = unsafe openat(directory, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
  guard number >= 0 else { throw SystemError("openat", .current) }
  // The number is open and belongs to nobody else; the stream takes it over.
  guard let stream = unsafe fdopendir(number) else {
    let error = SystemError("fdopendir", .current)
    _ = close(number)
    throw error
  }
  // The stream is open until the end of this function.
  defer { unsafe closedir(stream) }
  while true {
    errno = 0
    // The entry lives until the next call on this stream.
    guard let entry = unsafe readdir(stream) else { break }
    // The name ends with a zero inside the entry.
    let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
      unsafe bytes.prefix { $0 != 0 }.map { CChar(bitPattern: $0) }
    }
    if name != [46], name != [46, 46] { return name + [0] }
  }
  guard errno == 0 else { throw SystemError("readdir", .current) }
  return nil
}
