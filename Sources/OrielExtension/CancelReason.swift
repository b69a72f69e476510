internal import COriel

/// Why the host wants a request to stop.
public enum CancelReason: Int64, Sendable, CustomStringConvertible {
  /// The host or its user asked.
  case byHost = 1
  /// The time for the request is over.
  case deadline = 2
  /// The host is gone.
  case hostGone = 3

  /// Translates a reason of the C interface; one that is not known counts as the host's.
  init(_ reason: UInt32) {
    self =
      switch reason {
      case ORIEL_CANCEL_DEADLINE: .deadline
      case ORIEL_CANCEL_HOST_GONE: .hostGone
      default: .byHost
      }
  }

  /// The reason in words.
  public var description: String {
    switch self {
    case .byHost: "The host cancelled the request."
    case .deadline: "The time for the request is over."
    case .hostGone: "The host is gone."
    }
  }
}
