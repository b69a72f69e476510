internal import Glibc

extension Errno {
  /// `ENFILE`.
  package static let tooManyOpenFilesInSystem = Errno(rawValue: ENFILE)
  /// `ETOOMANYREFS`: too many descriptors of this user are under way in sockets.
  package static let tooManyReferences = Errno(rawValue: ETOOMANYREFS)
  /// `ENOBUFS`.
  package static let noBufferSpace = Errno(rawValue: ENOBUFS)
  /// `ENOMEM`.
  package static let noMemory = Errno(rawValue: ENOMEM)
}

extension SystemError {
  /// Whether the call failed for want of something that may be there again in a moment.
  package var isShortage: Bool {
    switch errno {
    case .tooManyOpenFiles, .tooManyOpenFilesInSystem, .tooManyReferences, .noBufferSpace,
      .noMemory:
      true
    default: false
    }
  }
}
