/// Why a host cannot run extensions at all.
public struct HostError: Error, Hashable, Sendable {
  /// What went wrong, as a word for programs.
  public enum Code: String, Hashable, Sendable {
    /// The program that starts instances was not found.
    case runnerNotFound
    /// The system refused what the host needs for itself.
    case system
    /// The sandbox cannot be set up.
    case sandbox
    /// The host was shut down.
    case shutDown
    /// A limit makes no sense.
    case configuration
  }

  /// What went wrong.
  public let code: Code
  /// What went wrong, why, and what to do, in sentences.
  public let description: String

  /// Describes what went wrong.
  init(_ code: Code, _ description: String) {
    self.code = code
    self.description = description
  }
}

extension HostError: CustomStringConvertible {}
