/// Why a call of a function of an extension gave no result.
public enum CallError: Error, Sendable {
  /// The interface has no such function, or the library does not have this optional one.
  case noFunction(String)
  /// An argument is not what the interface says; nothing was called.
  case argument(String)
  /// The function was called, and its result says that it failed.
  case failed(CallFailure)
  /// A handle is stale or of another connection; nothing was called.
  case staleHandle(String)
  /// The host has no room for what is needed.
  case noRoom(String)
  /// A function of the host that the library called has thrown an error.
  case hostFunction(any Error)
  /// What came back is not what the interface says.
  case untrustedResult(String)
  /// The task was cancelled; what runs in the extension goes on until its time is over.
  case cancelled
  /// The connection has ended.
  case ended(FailureReason)
  /// The connection was closed.
  case closed
}

/// What a function that failed says.
public struct CallFailure: Hashable, Sendable {
  /// The function.
  public let function: String
  /// What it returned.
  public let result: Int64
  /// What it left in `errno`, if the interface says that this means something; else 0.
  public let errno: Int32
  /// The library's words for it, if the interface says how to ask.
  public let message: String?
}

extension CallError: CustomStringConvertible {
  /// What happened, why, and what to do.
  public var description: String {
    switch self {
    case .noFunction(let name):
      "The extension has no function '\(name)'. 'oriel show' lists what its interface has."
    case .argument(let text): "The call was not made: \(text)."
    case .failed(let failure):
      "'\(failure.function)' failed with \(failure.result)"
        + (failure.errno == 0 ? "" : " (errno \(failure.errno))")
        + (failure.message.map { ": \($0)" } ?? "") + "."
    case .staleHandle(let text): "The call was not made: \(text)."
    case .noRoom(let text): "The call gave no result: \(text)."
    case .hostFunction(let error): "A function of the host failed during the call: \(error)"
    case .untrustedResult(let text): "What the extension returned cannot be used: \(text)."
    case .cancelled: "The call was cancelled."
    case .ended(let reason): reason.description
    case .closed: "The connection was closed; connect again."
    }
  }
}
