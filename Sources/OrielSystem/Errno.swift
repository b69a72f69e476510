internal import CShims
internal import Glibc

/// An error number of the kernel.
package struct Errno: RawRepresentable, Error, Hashable, Sendable {
  /// The number, positive.
  package let rawValue: Int32

  /// Wraps a number.
  package init(rawValue: Int32) {
    self.rawValue = rawValue
  }

  /// The number that the last failed libc call of this thread left.
  package static var current: Errno { Errno(rawValue: errno) }

  /// `EPERM`.
  package static let notPermitted = Errno(rawValue: EPERM)
  /// `ENOENT`.
  package static let noSuchFile = Errno(rawValue: ENOENT)
  /// `ESRCH`.
  package static let noSuchProcess = Errno(rawValue: ESRCH)
  /// `EIO`.
  package static let ioFailed = Errno(rawValue: EIO)
  /// `EAGAIN`.
  package static let wouldBlock = Errno(rawValue: EAGAIN)
  /// `EACCES`.
  package static let permissionDenied = Errno(rawValue: EACCES)
  /// `EBUSY`.
  package static let busy = Errno(rawValue: EBUSY)
  /// `ENOTDIR`.
  package static let notADirectory = Errno(rawValue: ENOTDIR)
  /// `EISDIR`.
  package static let isDirectory = Errno(rawValue: EISDIR)
  /// `EINVAL`.
  package static let invalidArgument = Errno(rawValue: EINVAL)
  /// `EMFILE`.
  package static let tooManyOpenFiles = Errno(rawValue: EMFILE)
  /// `EFBIG`.
  package static let fileTooLarge = Errno(rawValue: EFBIG)
  /// `EPIPE`.
  package static let brokenPipe = Errno(rawValue: EPIPE)
  /// `ELOOP`.
  package static let tooManySymbolicLinks = Errno(rawValue: ELOOP)
  /// `ENOSPC`.
  package static let noSpaceLeft = Errno(rawValue: ENOSPC)
  /// `EOPNOTSUPP`.
  package static let operationNotSupported = Errno(rawValue: EOPNOTSUPP)
  /// `ENOLCK`.
  package static let noLocksAvailable = Errno(rawValue: ENOLCK)
  /// `ENOSYS`.
  package static let notImplemented = Errno(rawValue: ENOSYS)
  /// `EMSGSIZE`.
  package static let messageTooLong = Errno(rawValue: EMSGSIZE)
  /// `ECONNRESET`.
  package static let connectionReset = Errno(rawValue: ECONNRESET)

  /// The symbolic name, as `ENOENT`.
  package var name: String {
    // The function gives NULL or a string constant that lives as long as the process.
    guard let text = unsafe oriel_shim_error_name(rawValue) else { return "errno \(rawValue)" }
    // A string constant of libc ends with a zero.
    return unsafe String(cString: text)
  }

  /// The untranslated message, as `No such file or directory`.
  package var message: String {
    // The function gives NULL or a string constant that lives as long as the process.
    guard let text = unsafe oriel_shim_error_message(rawValue) else { return "unknown error" }
    // A string constant of libc ends with a zero.
    return unsafe String(cString: text)
  }
}

extension Errno: CustomStringConvertible {
  /// The message with the name in parentheses.
  package var description: String { "\(message) (\(name))" }
}
