internal import CSeccomp
internal import Glibc

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

  /// Whether a call that a filter saw used this architecture's own calling convention.
  package func isConvention(of number: Int32, _ auditValue: UInt32) -> Bool {
    auditValue == self.auditValue
      && !(foreignNumbers.map { UInt32(bitPattern: number) >= $0 } ?? false)
  }

  /// The name of a calling convention, as far as instances can use it.
  package static func conventionName(of number: Int32, _ auditValue: UInt32) -> String {
    switch auditValue {
    case 0x4000_0003: "i386"
    case 0x4000_0028: "32-bit ARM"
    case Architecture.x86_64.auditValue: "x32"
    default: "architecture 0x" + String(auditValue, radix: 16)
    }
  }

  /// The name of a call that a filter saw; nil for a number without one.
  ///
  /// - Parameters:
  ///   - number: The number in the calling convention that was used.
  ///   - auditValue: The calling convention, which need not be one that instances run on.
  /// - Returns: The kernel's name.
  package static func systemCallName(_ number: Int32, _ auditValue: UInt32) -> String? {
    // It gives a new C string or NULL.
    guard let name = unsafe seccomp_syscall_resolve_num_arch(auditValue, number) else {
      return nil
    }
    defer { unsafe free(name) }
    return unsafe String(cString: name)
  }

  /// The number of a system call, or `nil` where the architecture has no such call.
  package func number(of name: String) -> UInt32? {
    // libseccomp names architectures by the same values. The C string lives for the call.
    let number = unsafe seccomp_syscall_resolve_name_arch(auditValue, name)
    return number < 0 ? nil : UInt32(number)
  }
}
