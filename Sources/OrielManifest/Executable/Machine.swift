/// The kind of processor that a shared library is for.
public struct Machine: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
  /// The number that ELF has for the machine.
  public let rawValue: UInt16

  /// Wraps the number that ELF has for a machine.
  public init(rawValue: UInt16) { self.rawValue = rawValue }

  /// 64-bit x86.
  public static let x86_64 = Machine(rawValue: 62)
  /// 64-bit ARM.
  public static let aarch64 = Machine(rawValue: 183)

  /// The machine that this code was compiled for.
  public static let current: Machine = {
    #if arch(x86_64)
      x86_64
    #elseif arch(arm64)
      aarch64
    #else
      #error("Oriel knows x86-64 and AArch64 only")
    #endif
  }()

  /// The usual name of the machine.
  public var description: String {
    switch rawValue {
    case 3: "i386"
    case 8: "MIPS"
    case 20: "PowerPC"
    case 21: "PowerPC64"
    case 22: "s390x"
    case 40: "ARM"
    case 62: "x86-64"
    case 183: "AArch64"
    case 243: "RISC-V"
    case 258: "LoongArch"
    default: "machine \(rawValue)"
    }
  }
}
