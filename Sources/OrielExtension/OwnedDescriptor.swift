internal import Glibc

/// Owns a descriptor that the host passed, and closes it at the end of its life.
public struct OwnedDescriptor: ~Copyable, Sendable {
  /// The descriptor.
  private let rawValue: Int32

  /// Takes over a descriptor.
  init(_ rawValue: Int32) {
    self.rawValue = rawValue
  }

  deinit { _ = close(rawValue) }

  /// Calls a closure with the descriptor, which stays owned and open.
  ///
  /// - Parameter body: Uses the descriptor; must not close it.
  /// - Returns: What the closure returns.
  /// - Throws: What the closure throws.
  public borrowing func withRawValue<Result: ~Copyable, Failure: Error>(
    _ body: (Int32) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(rawValue)
  }

  /// Hands the descriptor over to the caller, who closes it.
  ///
  /// - Returns: The descriptor.
  public consuming func release() -> Int32 {
    let value = rawValue
    discard self
    return value
  }
}

/// A file that the user chose, open as it was asked for, at offset 0.
public struct ChosenFile: ~Copyable, Sendable {
  /// The file's name without a folder.
  public let name: String
  /// The open file.
  public let descriptor: OwnedDescriptor

  /// Gathers the parts.
  init(name: String, descriptor: consuming OwnedDescriptor) {
    self.name = name
    self.descriptor = descriptor
  }

  /// Hands the descriptor over to the caller.
  ///
  /// - Returns: The owner of the descriptor.
  public consuming func takeDescriptor() -> OwnedDescriptor { descriptor }
}

/// What an extension wants to do with a file of the user.
public enum FileAccess: Hashable, Sendable {
  /// It reads the file.
  case read
  /// It reads and changes the file.
  case readWrite
}
