internal import Glibc
internal import OrielSystem

/// A copy of an attachment in the instance's temporary directory, for libraries that want a path.
enum TemporaryCopy {
  /// Where the content comes from.
  enum Source {
    case bytes([UInt8])
    case file(Int32)
  }

  /// Makes a copy in a folder of its own and gives its file: URL.
  static func make(
    named name: String?,
    identifier: UInt64,
    of source: Source
  ) throws(Status) -> String {
    let folder = "\(PrivateRoot.temporaryPath)/attachment-\(identifier)"
    // The C string lives for the call.
    guard unsafe mkdir(folder, 0o700) == 0 else { throw status(of: errno) }
    let path = "\(folder)/\(fileName(name))"
    do throws(Status) {
      try fill(path, from: source)
    } catch {
      // What there was room for must not take it from everything after it; both C strings live for
      // their calls.
      _ = unsafe unlink(path)
      _ = unsafe rmdir(folder)
      throw error
    }
    return FileURL.text(ofPath: path)
  }

  /// Writes the copy to a new file.
  private static func fill(_ path: String, from source: Source) throws(Status) {
    let file = try LoadedContent.io { () throws(SystemError) in
      try Descriptor.open(path, [.writeOnly, .create, .exclusive], permissions: 0o600)
    }
    switch source {
    case .bytes(let bytes):
      do { try file.write(bytes) } catch { throw status(of: error.errno.rawValue) }
    case .file(let number):
      try copy(number, to: file)
    }
  }

  private static func copy(_ source: Int32, to file: borrowing Descriptor) throws(Status) {
    var buffer = [UInt8](repeating: 0, count: 128 * 1024)
    var offset = 0
    while true {
      // The buffer outlives the call, and its own size is passed.
      let count = unsafe buffer.withUnsafeMutableBytes { bytes in
        unsafe pread(source, bytes.baseAddress, bytes.count, offset)
      }
      if count == 0 { return }
      if count < 0 {
        if errno == EINTR { continue }
        throw .io
      }
      do { try file.write(buffer[..<count]) } catch { throw status(of: error.errno.rawValue) }
      offset += count
    }
  }

  /// A full temporary directory is a matter of size, not of broken storage.
  private static func status(of error: Int32) -> Status {
    error == ENOSPC || error == EFBIG ? .tooLarge : .io
  }

  /// A name that stays inside its folder.
  private static func fileName(_ suggested: String?) -> String {
    let name = (suggested ?? "").filter { $0 != "/" && $0 != "\0" }
    return name.isEmpty || name == "." || name == ".." ? "attachment" : name
  }
}
