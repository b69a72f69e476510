internal import CShims
internal import Glibc

/// A program to start with a clean state: own session, default signals, chosen descriptors only.
package struct Spawn: Sendable {
  /// The absolute path of the program.
  package var path: String
  /// The arguments, the program's name first.
  package var arguments: [String]
  /// The whole environment, as `NAME=value`.
  package var environment: [String]

  /// Describes a program to start.
  package init(path: String, arguments: [String], environment: [String]) {
    self.path = path
    self.arguments = arguments
    self.environment = environment
  }

  /// Starts the program; `descriptors` get the numbers from 0 on, every other number is closed.
  ///
  /// Nothing of the calling process changes, and a handler for SIGCHLD is not needed.
  package func start(
    descriptors: borrowing DescriptorList
  ) throws(SystemError) -> ProcessHandle {
    // A zero would cut an argument short and so change its meaning.
    guard !(arguments + environment + [path]).contains(where: { $0.utf8.contains(0) }) else {
      throw SystemError("posix_spawn", .invalidArgument)
    }
    let mapping = descriptors.withRawValues { numbers in
      numbers.enumerated().map { target, source in
        oriel_shim_spawn_descriptor(source: source, target: Int32(truncatingIfNeeded: target))
      }
    }
    // All strings and arrays outlive the call; the count is the array's.
    let result = unsafe withCStrings(arguments) { arguments in
      unsafe withCStrings(environment) { environment in
        unsafe mapping.withUnsafeBufferPointer { mapping in
          unsafe oriel_shim_spawn(
            path,
            arguments,
            environment,
            mapping.baseAddress,
            UInt32(truncatingIfNeeded: mapping.count),
            Int32(truncatingIfNeeded: mapping.count)
          )
        }
      }
    }
    return try Self.handle(of: try checked("posix_spawn", result))
  }

  /// Opens a child that was just started; one that cannot be opened is ended, since nobody else
  /// would know of it.
  private static func handle(of child: Int32) throws(SystemError) -> ProcessHandle {
    do throws(SystemError) {
      return try ProcessHandle(processIdentifier: child)
    } catch {
      // Only a child that nobody reaped keeps its number; where SIGCHLD is ignored, or somebody
      // else reaps, the number may name another process by now. NULL asks for no details.
      let options = WEXITED | WNOHANG | WNOWAIT
      guard waitid(P_PID, id_t(child), nil, options) == 0 else { throw error }
      _ = Glibc.kill(child, SIGKILL)
      var status: Int32 = 0
      // The variable outlives the call.
      while unsafe waitpid(child, &status, 0) == -1, errno == EINTR {}
      throw error
    }
  }
}

/// Lends an array of C strings that ends with NULL.
private func withCStrings<Result>(
  _ strings: [String],
  _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Result
) -> Result {
  // strdup copies a zero-terminated string; each copy is freed below, after the body.
  var pointers = unsafe strings.map { unsafe strdup($0) }
  unsafe pointers.append(nil)
  defer {
    // Each pointer comes from strdup, and nothing uses it any more.
    unsafe pointers.forEach { unsafe free($0) }
  }
  return unsafe pointers.withUnsafeBufferPointer { buffer in
    // The buffer holds at least the final NULL, so it has an address.
    guard let base = buffer.baseAddress else { preconditionFailure("an array without storage") }
    return unsafe body(base)
  }
}
