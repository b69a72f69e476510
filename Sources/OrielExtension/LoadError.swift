internal import COriel

/// Why an attachment could not be loaded.
public enum LoadError: Error, Hashable, Sendable, CustomStringConvertible {
  /// No registered type is the named one or conforms to it.
  case noSuchType
  /// The content is not offered in this form.
  case unsupportedForm
  /// The content is larger than a limit allows, or too many loads run at the same time.
  case tooLarge
  /// The task or the request was cancelled.
  case cancelled
  /// The host is gone.
  case hostGone
  /// The host does not allow it.
  case denied
  /// Reading failed on the host's side.
  case unreadable
  /// The host's program could not make the content, and says why.
  case hostFailed(LoadFailure)
  /// Anything else; the number is a status of the C interface.
  case failed(status: Int32)

  /// Translates a status of the C interface.
  init(status: oriel_status) {
    self =
      switch status {
      case ORIEL_E_NOT_FOUND: .noSuchType
      case ORIEL_E_UNSUPPORTED: .unsupportedForm
      case ORIEL_E_TOO_LARGE: .tooLarge
      case ORIEL_E_CANCELLED: .cancelled
      case ORIEL_E_HOST_GONE: .hostGone
      case ORIEL_E_DENIED: .denied
      case ORIEL_E_IO: .unreadable
      default: .failed(status: status)
      }
  }

  /// The error in words.
  public var description: String {
    switch self {
    case .noSuchType: "The attachment is not of this type."
    case .unsupportedForm: "The attachment cannot be loaded in this form."
    case .tooLarge: "The attachment is too large."
    case .cancelled: "Loading the attachment was cancelled."
    case .hostGone: "The host is gone."
    case .denied: "The host does not allow the attachment to be loaded."
    case .unreadable: "The host could not read the attachment."
    case .hostFailed(let failure):
      "The host could not give the attachment: \(failure.text) "
        + "(\(failure.domain) \(failure.code))."
    case .failed(let status): "Loading the attachment failed (\(HostStatus(status)))."
    }
  }
}
