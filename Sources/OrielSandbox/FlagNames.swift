/// The names of what single bits and numbers of arguments mean, as the C headers write them.
enum FlagNames {
  static let families: [UInt64: String] = [
    0: "AF_UNSPEC", 1: "AF_UNIX", 2: "AF_INET", 10: "AF_INET6", 16: "AF_NETLINK", 17: "AF_PACKET",
    31: "AF_BLUETOOTH", 38: "AF_ALG", 40: "AF_VSOCK",
  ]

  static let protection: [(UInt64, String)] = [
    (1, "PROT_READ"), (2, "PROT_WRITE"), (4, "PROT_EXEC"),
  ]

  static let mapping: [(UInt64, String)] = [
    (1, "MAP_SHARED"), (2, "MAP_PRIVATE"), (0x10, "MAP_FIXED"), (0x20, "MAP_ANONYMOUS"),
  ]

  static let cloning: [(UInt64, String)] = [
    (0x100, "CLONE_VM"), (0x200, "CLONE_FS"), (0x400, "CLONE_FILES"), (0x800, "CLONE_SIGHAND"),
    (0x4000, "CLONE_VFORK"), (0x1_0000, "CLONE_THREAD"), (0x2_0000, "CLONE_NEWNS"),
    (0x10_0000, "CLONE_PARENT_SETTID"), (0x20_0000, "CLONE_CHILD_CLEARTID"),
    (0x100_0000, "CLONE_CHILD_SETTID"), (0x1000_0000, "CLONE_NEWUSER"),
    (0x2000_0000, "CLONE_NEWPID"), (0x4000_0000, "CLONE_NEWNET"), (17, "SIGCHLD"),
  ]

  /// The flags of open that have the same values on every architecture.
  private static let opening: [(UInt64, String)] = [
    (0o100, "O_CREAT"), (0o200, "O_EXCL"), (0o1000, "O_TRUNC"), (0o2000, "O_APPEND"),
    (0o4000, "O_NONBLOCK"), (0o2_000_000, "O_CLOEXEC"), (0o10_000_000, "O_PATH"),
  ]

  /// The bits by name, and what is left as a number.
  static func text(_ value: UInt64, _ names: [(UInt64, String)], none: String = "0") -> String {
    var rest = value & 0xFFFF_FFFF
    var parts: [String] = []
    for (bits, name) in names where rest & bits == bits {
      parts.append(name)
      rest &= ~bits
    }
    if rest != 0 { parts.append("0x" + String(rest, radix: 16)) }
    return parts.isEmpty ? none : parts.joined(separator: "|")
  }

  /// The name of a number, or the number.
  static func name(of value: UInt64, in names: [UInt64: String]) -> String {
    names[value & 0xFFFF_FFFF] ?? String(Int32(truncatingIfNeeded: value))
  }

  /// The flags of open: one of three ways, and bits.
  static func openFlags(_ value: UInt64) -> String {
    let way = ["O_RDONLY", "O_WRONLY", "O_RDWR", "3"][Int(value & 3)]
    let rest = text(value & ~3, opening)
    return rest == "0" ? way : "\(way)|\(rest)"
  }

  /// The type of a socket: one of several, and two bits.
  static func socketType(_ value: UInt64) -> String {
    let types: [UInt64: String] = [
      1: "SOCK_STREAM", 2: "SOCK_DGRAM", 3: "SOCK_RAW", 5: "SOCK_SEQPACKET",
    ]
    let rest = text(value & ~0xF, [(0o4000, "SOCK_NONBLOCK"), (0o2_000_000, "SOCK_CLOEXEC")])
    let type = name(of: value & 0xF, in: types)
    return rest == "0" ? type : "\(type)|\(rest)"
  }
}
