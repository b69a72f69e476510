internal import Glibc

extension Errno {
  /// `EEXIST`.
  package static let fileExists = Errno(rawValue: EEXIST)
  /// `ENOTDIR`.
  package static let notDirectory = Errno(rawValue: ENOTDIR)
  /// `ENOSPC`.
  package static let noSpace = Errno(rawValue: ENOSPC)
  /// `EDQUOT`.
  package static let quotaExceeded = Errno(rawValue: EDQUOT)
  /// `EROFS`.
  package static let readOnlyFileSystem = Errno(rawValue: EROFS)
  /// `ENXIO`, as for a socket that is opened as a file.
  package static let noDevice = Errno(rawValue: ENXIO)
  /// `EOPNOTSUPP`.
  package static let notSupported = Errno(rawValue: EOPNOTSUPP)
}
