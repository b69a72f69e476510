internal import CShims
internal import Glibc

/// What the running kernel is.
package enum KernelFacts {
  /// The release, as `6.1.0-18-amd64`.
  package static var release: String {
    var names = utsname()
    // The structure outlives the call that fills it.
    guard unsafe uname(&names) == 0 else { return "unknown" }
    // A tuple of bytes is laid out as an array, and the kernel ends the name with a zero.
    return unsafe withUnsafeBytes(of: &names.release) { bytes in
      unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
  }

  /// The version of Landlock's interface; 0 when there is no Landlock.
  package static var landlockVersion: UInt32 {
    UInt32(clamping: max(0, oriel_shim_landlock_abi()))
  }

  /// Whether a system call filter is around this process.
  package static var isFiltered: Bool { oriel_shim_is_filtered() == 1 }

  /// The user that this process acts as.
  package static var effectiveUser: UInt32 { geteuid() }
}
