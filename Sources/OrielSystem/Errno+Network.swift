internal import Glibc

extension Errno {
  /// `ETIMEDOUT`.
  package static let timedOut = Errno(rawValue: ETIMEDOUT)
  /// `ECONNREFUSED`.
  package static let connectionRefused = Errno(rawValue: ECONNREFUSED)
  /// `ENETUNREACH`.
  package static let networkUnreachable = Errno(rawValue: ENETUNREACH)
}
