internal import Glibc

/// The absolute path without symbolic links of something that exists.
package func canonicalPath(_ path: String) throws(SystemError) -> String {
  guard !path.utf8.contains(0), !path.isEmpty else {
    throw SystemError("realpath", .noSuchFile)
  }
  // The temporary C string lives as long as the call, which allocates its result.
  guard let result = unsafe realpath(path, nil) else {
    throw SystemError("realpath", .current)
  }
  // The result was allocated by the call and is not used after this function.
  defer { unsafe free(result) }
  // The result ends with a zero.
  return unsafe String(cString: result)
}
