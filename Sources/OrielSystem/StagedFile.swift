/// A file that is written in a folder and becomes visible there only when it is complete.
///
/// Where the file system has files without a name, one is used, so that even a killed process
/// leaves nothing behind; elsewhere a hidden name stands in until the file is complete.
package struct StagedFile: ~Copyable {
  /// The file.
  private let file: Descriptor
  /// The hidden name, where there has to be one.
  private let hiddenName: String?

  /// Begins a file in a folder.
  ///
  /// - Parameters:
  ///   - folder: where the file will be
  ///   - unnamed: whether to try a file without a name first
  /// - Throws: why no file can be made there
  package init(in folder: borrowing Descriptor, unnamed: Bool = true) throws(SystemError) {
    if unnamed {
      do {
        file = try folder.open(".", [.unnamed, .writeOnly], permissions: 0o666)
        hiddenName = nil
        return
      } catch {
        // These say that the file system, or a kernel in between, knows no files without names.
        guard [.notSupported, .isDirectory, .noSuchFile, .invalidArgument].contains(error.errno)
        else { throw error }
      }
    }
    let name = ".oriel-\(UInt64.random(in: .min ... .max))"
    file = try folder.open(
      name,
      [.create, .exclusive, .writeOnly, .noFollow],
      permissions: 0o666
    )
    hiddenName = name
  }

  /// Writes the content and waits until it is on the storage.
  package borrowing func fill(with bytes: [UInt8]) throws(SystemError) {
    try file.write(bytes)
    try file.synchronize()
  }

  /// Copies the content out of sealed memory and waits until it is on the storage.
  package borrowing func fill(from memory: borrowing SealedMemory) throws(SystemError) {
    try memory.copy(to: file)
    try file.synchronize()
  }

  /// Makes the file visible under a name; fails with `EEXIST` when the name is taken.
  package borrowing func publish(as name: String, in folder: borrowing Descriptor)
    throws(SystemError)
  {
    if let hiddenName {
      try folder.rename(hiddenName, to: name)
    } else {
      try folder.link(file, as: name)
    }
  }

  /// Removes what is left of a file that was not published.
  package borrowing func discard(in folder: borrowing Descriptor) {
    if let hiddenName { try? folder.removeFile(hiddenName) }
  }
}
