internal import CShims
internal import Glibc

/// How a file is opened.
package struct OpenFlags: OptionSet, Sendable {
  /// The bits of `open`.
  package let rawValue: Int32

  /// Wraps the bits of `open`.
  package init(rawValue: Int32) {
    self.rawValue = rawValue
  }

  /// `O_RDONLY`.
  package static let readOnly = OpenFlags([])
  /// `O_WRONLY`.
  package static let writeOnly = OpenFlags(rawValue: O_WRONLY)
  /// `O_RDWR`.
  package static let readWrite = OpenFlags(rawValue: O_RDWR)
  /// `O_CREAT`.
  package static let create = OpenFlags(rawValue: O_CREAT)
  /// `O_EXCL`.
  package static let exclusive = OpenFlags(rawValue: O_EXCL)
  /// `O_TRUNC`.
  package static let truncate = OpenFlags(rawValue: O_TRUNC)
  /// `O_DIRECTORY`.
  package static let directory = OpenFlags(rawValue: O_DIRECTORY)
  /// `O_NOFOLLOW`.
  package static let noFollow = OpenFlags(rawValue: O_NOFOLLOW)
  /// `O_NONBLOCK`: opening a pipe or a device does not wait.
  package static let nonBlocking = OpenFlags(rawValue: O_NONBLOCK)
  /// `O_NOCTTY`.
  package static let noTerminal = OpenFlags(rawValue: O_NOCTTY)
  /// `O_PATH`: a place in the tree only, without access to the content.
  package static let pathOnly = OpenFlags(rawValue: 0o10000000)
}

/// How the names of a path are followed.
package struct ResolveFlags: OptionSet, Sendable {
  /// The bits of `openat2`.
  package let rawValue: UInt64

  /// Wraps the bits of `openat2`.
  package init(rawValue: UInt64) {
    self.rawValue = rawValue
  }

  /// `RESOLVE_BENEATH`: never leave the directory.
  package static let beneath = ResolveFlags(rawValue: UInt64(ORIEL_SHIM_RESOLVE_BENEATH))
  /// `RESOLVE_NO_SYMLINKS`.
  package static let noSymbolicLinks = ResolveFlags(
    rawValue: UInt64(ORIEL_SHIM_RESOLVE_NO_SYMLINKS)
  )
  /// `RESOLVE_NO_MAGICLINKS`.
  package static let noMagicLinks = ResolveFlags(
    rawValue: UInt64(ORIEL_SHIM_RESOLVE_NO_MAGICLINKS)
  )
}

extension Descriptor {
  /// Opens a path from the working directory or the root.
  package static func open(
    _ path: String,
    _ flags: OpenFlags,
    resolve: ResolveFlags = [],
    permissions: UInt32 = 0
  ) throws(SystemError) -> Descriptor {
    try openRelative(AT_FDCWD, path, flags, resolve, permissions)
  }

  /// Opens a path from this directory.
  package borrowing func open(
    _ path: String,
    _ flags: OpenFlags,
    resolve: ResolveFlags = [],
    permissions: UInt32 = 0
  ) throws(SystemError) -> Descriptor {
    try withRawValue { (number) throws(SystemError) in
      try Self.openRelative(number, path, flags, resolve, permissions)
    }
  }

  /// The call behind both forms.
  private static func openRelative(
    _ directory: Int32,
    _ path: String,
    _ flags: OpenFlags,
    _ resolve: ResolveFlags,
    _ permissions: UInt32
  ) throws(SystemError) -> Descriptor {
    // The C string would end at a zero and name another file.
    guard !path.utf8.contains(0) else { throw SystemError("openat2", .invalidArgument) }
    // The temporary C string lives as long as the call.
    let result = unsafe oriel_shim_openat2(
      directory,
      path,
      UInt64(UInt32(bitPattern: flags.rawValue)),
      UInt64(permissions),
      resolve.rawValue
    )
    return Descriptor(owning: try checked("openat2", result))
  }
}
