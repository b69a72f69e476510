internal import COriel

/// Why the host did not do what it was asked for.
public struct ServiceError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What kind of reason there is.
  public enum Kind: Hashable, Sendable {
    /// It was not granted, or the host or the user does not want it.
    case denied
    /// What was asked for has no valid form.
    case invalid
    /// There is no such host or file.
    case notFound
    /// The host does not offer this, or not for what was chosen.
    case unsupported
    /// The host of the network was not reached, or the file could not be opened.
    case unreachable
    /// There was no answer in time.
    case timeout
    /// Too much was asked at the same time, or in too many words.
    case tooMuch
    /// The task or the request was cancelled, or the request has ended.
    case cancelled
    /// The host is gone.
    case hostGone
    /// Anything else; the number is a status of the C interface.
    case failed(status: Int32)
  }

  /// The kind.
  public let kind: Kind
  /// The host's reason in words; may be empty.
  public let reason: String

  /// Translates a status of the C interface.
  init(status: oriel_status, reason: String = "") {
    self.reason = reason
    kind =
      switch status {
      case ORIEL_E_DENIED: .denied
      case ORIEL_E_INVALID_ARGUMENT: .invalid
      case ORIEL_E_NOT_FOUND: .notFound
      case ORIEL_E_UNSUPPORTED: .unsupported
      case ORIEL_E_IO: .unreachable
      case ORIEL_E_TIMEOUT: .timeout
      case ORIEL_E_TOO_LARGE: .tooMuch
      case ORIEL_E_CANCELLED, ORIEL_E_ALREADY_FINISHED, ORIEL_E_STALE: .cancelled
      case ORIEL_E_HOST_GONE: .hostGone
      default: .failed(status: status)
      }
  }

  /// The error in words.
  public var description: String {
    let sentence =
      switch kind {
      case .denied: "The host does not allow it"
      case .invalid: "What was asked for is not valid"
      case .notFound: "There is no such thing"
      case .unsupported: "The host does not offer it"
      case .unreachable: "It was not reached"
      case .timeout: "There was no answer in time"
      case .tooMuch: "Too much was asked at once"
      case .cancelled: "It was cancelled"
      case .hostGone: "The host is gone"
      case .failed(let status): "It failed (\(HostStatus(status)))"
      }
    return reason.isEmpty ? "\(sentence)." : "\(sentence): \(reason)."
  }
}
