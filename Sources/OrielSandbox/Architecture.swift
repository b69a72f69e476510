internal import CSeccomp

/// A processor architecture that instances run on.
package enum Architecture: String, Sendable, CaseIterable {
  case x86_64
  case aarch64

  /// The architecture that this code was compiled for.
  package static var native: Architecture {
    #if arch(arm64)
      .aarch64
    #else
      .x86_64
    #endif
  }

  /// `AUDIT_ARCH_…` of <linux/audit.h>, which the kernel gives to a filter.
  var auditValue: UInt32 {
    switch self {
    case .x86_64: 0xC000_003E
    case .aarch64: 0xC000_00B7
    }
  }

  /// The first number of a second calling convention that shares the audit value: x32.
  var foreignNumbers: UInt32? {
    switch self {
    case .x86_64: 0x4000_0000
    case .aarch64: nil
    }
  }

  /// The number of a system call, or `nil` where the architecture has no such call.
  package func number(of name: String) -> UInt32? {
    // libseccomp names architectures by the same values. The C string lives for the call.
    let number = unsafe seccomp_syscall_resolve_name_arch(auditValue, name)
    return number < 0 ? nil : UInt32(number)
  }
}
