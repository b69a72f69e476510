/// Why the registry cannot do what it was asked to.
public struct RegistryError: Error, Sendable, Hashable {
  /// The kind of the problem.
  public enum Code: String, Sendable, Hashable {
    /// There is no folder to keep something in, or it cannot be used.
    case folder
    /// What is kept cannot be read, or is damaged.
    case unreadable
    /// What is to be kept cannot be written.
    case unwritable
    /// Another program holds the file for too long.
    case locked
    /// There is no such extension, or it cannot be started.
    case `extension`
    /// The extension could be started, but may not.
    case notOffered
  }

  /// The kind of the problem.
  public let code: Code
  /// What happened, why, and what to do.
  public let message: String

  /// Gathers the parts.
  init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }
}

extension RegistryError: CustomStringConvertible {
  /// What happened, why, and what to do.
  public var description: String { message }
}
