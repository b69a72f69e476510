internal import OrielSystem

/// What the catalog needs of the file system beside opening files.
enum FileSystem {
  /// The most entries of one directory that are looked at.
  static let greatestEntryCount = 100_000

  /// Opens a regular file in a directory, without waiting and without following links.
  ///
  /// A pipe, device or socket is never opened itself, only looked at.
  static func openRegularFile(
    _ name: String,
    in directory: borrowing Descriptor
  ) throws(FileProblem) -> RegularFile {
    do throws(SystemError) {
      let place = try directory.open(
        name,
        [.pathOnly, .noFollow],
        resolve: [.beneath, .noSymbolicLinks]
      )
      let kind = try place.status().kind
      if kind == .symbolicLink { throw SystemError("openat2", .tooManySymbolicLinks) }
      guard kind == .regular else { throw SystemError("fstat", .invalidArgument) }
    } catch {
      throw FileProblem(error)
    }
    do throws(SystemError) {
      let file = try open(name, in: directory)
      // It may have been exchanged between the two calls.
      guard file.status.kind == .regular else { throw SystemError("fstat", .invalidArgument) }
      return file
    } catch {
      throw FileProblem(error)
    }
  }

  /// Reads a regular file in a directory whole, without waiting and without following links.
  static func readRegularFile(
    _ name: String,
    in directory: borrowing Descriptor,
    limit: Int
  ) throws(FileProblem) -> [UInt8] {
    try read(try openRegularFile(name, in: directory), limit: limit)
  }

  /// Reads an open regular file whole.
  static func read(_ opened: borrowing RegularFile, limit: Int) throws(FileProblem) -> [UInt8] {
    let size = opened.status.identity.size
    guard size <= UInt64(limit) else { throw FileProblem.tooLarge(size: size, limit: limit) }
    // One byte more than there should be tells whether the file has grown.
    var bytes = [UInt8](repeating: 0, count: Int(size) + 1)
    do throws(SystemError) {
      let count = try opened.descriptor.read(into: &bytes, at: 0)
      bytes.removeLast(bytes.count - count)
    } catch {
      throw FileProblem.system(error)
    }
    return bytes
  }

  /// Opens a file for reading without waiting, whatever its kind.
  private static func open(
    _ name: String,
    in directory: borrowing Descriptor
  ) throws(SystemError) -> RegularFile {
    let descriptor = try directory.open(
      name,
      [.readOnly, .noFollow, .nonBlocking, .noTerminal],
      resolve: [.beneath, .noSymbolicLinks]
    )
    let status = try descriptor.status()
    return RegularFile(descriptor: descriptor, status: status)
  }
}

/// An open regular file.
struct RegularFile: ~Copyable {
  /// The open file.
  let descriptor: Descriptor
  /// What the kernel told about it when it was opened.
  let status: FileStatus
}

/// Why a file of a bundle cannot be used.
enum FileProblem: Error {
  /// A call of the system failed.
  case system(SystemError)
  /// The file is a symbolic link, or lies behind one.
  case isLink
  /// The file is a directory, pipe, device or socket.
  case notRegular
  /// The file has more bytes than the limit.
  case tooLarge(size: UInt64, limit: Int)

  /// Sorts the failure of a call.
  init(_ error: SystemError) {
    // openat2 says ELOOP for a link that it may not follow.
    if error.errno == .tooManySymbolicLinks {
      self = .isLink
    } else if error.operation == "fstat", error.errno == .invalidArgument {
      self = .notRegular
    } else {
      self = .system(error)
    }
  }
}
