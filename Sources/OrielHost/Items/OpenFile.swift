internal import OrielSystem

/// An open regular file with a content that is read from its beginning.
public final class OpenFile: Sendable {
  /// The file.
  let descriptor: Descriptor
  /// What is deleted when the file is not needed any more.
  private let file: TemporaryFile?

  /// Takes over a descriptor, which is closed when nothing refers to this object any more.
  ///
  /// - Parameter descriptor: An open regular file or memory file; nobody else may close it.
  public init(takingOver descriptor: Int32) {
    self.descriptor = Descriptor(owning: descriptor)
    file = nil
  }

  /// Keeps an open file, and what is to be deleted with it.
  init(_ descriptor: consuming Descriptor, deleting file: TemporaryFile? = nil) {
    self.descriptor = descriptor
    self.file = file
  }

  /// Keeps an open file that is held already.
  init(holding held: HeldDescriptors, deleting file: TemporaryFile?) throws(ItemLoadError) {
    var copy: Descriptor?
    held.list.withRawValues { numbers in
      copy = numbers.first.flatMap { try? Descriptor.open("/proc/self/fd/\($0)", .readOnly) }
    }
    guard let copy else { throw ItemLoadError(.shortage, "there are no descriptors left") }
    descriptor = copy
    self.file = file
  }

  /// Calls a function with the descriptor, which stays open and owned.
  ///
  /// - Parameter body: Uses the descriptor, as for `pread`; must not close it.
  /// - Returns: What the function returns.
  /// - Throws: What the function throws.
  public func withDescriptor<Result, Failure: Error>(
    _ body: (Int32) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try descriptor.withRawValue(body)
  }

  /// A copy of all bytes, unless there are more than the limit; waits for the file system.
  public func bytes(limit: UInt64) throws(ItemLoadError) -> [UInt8] {
    let size: UInt64
    do { size = try descriptor.status().identity.size } catch { throw Self.unreadable(error) }
    guard size <= limit, let count = Int(exactly: size) else {
      throw ItemLoadError(.tooLarge, "the file has \(size) bytes, more than \(limit)")
    }
    var bytes = [UInt8](repeating: 0, count: count)
    let found: Int
    do { found = try descriptor.read(into: &bytes, at: 0) } catch { throw Self.unreadable(error) }
    // It may have become shorter since.
    bytes.removeLast(count - found)
    return bytes
  }

  /// Why the bytes cannot be had.
  private static func unreadable(_ error: SystemError) -> ItemLoadError {
    ItemLoadError(.failed, "the file could not be read: \(error)")
  }

  /// Another open file description of the same file, read-only and at its beginning.
  func reopened() throws(SystemError) -> Descriptor {
    let number = descriptor.withRawValue { $0 }
    return try Descriptor.open("/proc/self/fd/\(number)", [.readOnly, .noTerminal, .nonBlocking])
  }
}
