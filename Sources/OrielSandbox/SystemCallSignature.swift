/// How the arguments of a system call are written for people.
///
/// Numbers are the kernel's ABI, as in `SystemCallTable`.
package struct SystemCallSignature: Sendable {
  /// The kernel's name of the call; nil for a number that has none.
  package let name: String?
  private let number: UInt32
  private let kinds: [Character]?

  /// The signature of a call.
  package init(number: UInt32, on architecture: Architecture = .native) {
    self.number = number
    name = Architecture.systemCallName(Int32(truncatingIfNeeded: number), architecture.auditValue)
    kinds = name.flatMap { Self.table[$0] }.map(Array.init)
  }

  /// The call as it would stand in a program.
  ///
  /// - Parameters:
  ///   - arguments: The numbers that were passed, at least as many as the call has.
  ///   - paths: The texts of those that are paths, in their order, as far as they are known.
  /// - Returns: The name with each argument.
  package func describe(_ arguments: [UInt64], paths: [String]) -> String {
    "\(name ?? "system call \(number)")"
      + "(\(self.arguments(arguments, paths: paths).joined(separator: ", ")))"
  }

  /// Each argument that the call has; all of a call that is not known.
  package func arguments(_ arguments: [UInt64], paths: [String]) -> [String] {
    var paths = paths[...]
    var texts: [String] = []
    for (kind, value) in zip(kinds ?? Array(repeating: "x", count: arguments.count), arguments) {
      if kind == "p", let path = paths.popFirst() {
        texts.append("\"\(path)\"")
      } else if kind == "m", !usesMode(arguments) {
        break
      } else {
        texts.append(Self.text(value, kind))
      }
    }
    return texts
  }

  /// Whether the mode of a call that opens has a meaning: only O_CREAT makes files.
  private func usesMode(_ arguments: [UInt64]) -> Bool {
    guard let position = kinds?.firstIndex(of: "o"), position < arguments.count else { return true }
    return arguments[position] & 0o100 != 0
  }

  private static func text(_ value: UInt64, _ kind: Character) -> String {
    switch kind {
    case "n", "d": return String(Int32(truncatingIfNeeded: value))
    case "f":
      let number = Int32(truncatingIfNeeded: value)
      return number == -100 ? "AT_FDCWD" : String(number)
    case "l": return String(Int64(bitPattern: value))
    case "m": return "0o" + String(value & 0xFFFF, radix: 8)
    case "o": return FlagNames.openFlags(value)
    case "F": return FlagNames.name(of: value, in: FlagNames.families)
    case "T": return FlagNames.socketType(value)
    case "P": return FlagNames.text(value, FlagNames.protection, none: "PROT_NONE")
    case "M": return FlagNames.text(value, FlagNames.mapping)
    case "C": return FlagNames.text(value, FlagNames.cloning)
    case "p", "a": return value == 0 ? "NULL" : "0x" + String(value, radix: 16)
    default: return value < 1024 ? String(value) : "0x" + String(value, radix: 16)
    }
  }

  /// One letter for each argument: p path, f folder, d descriptor, n number, l long number, x number
  /// in hexadecimal, a address, m mode, o open flags, F family, T socket type, P protection,
  /// M mapping flags, C clone flags.
  private static let table: [String: String] = [
    "open": "pom", "openat": "fpom", "openat2": "fpax", "creat": "pm", "access": "pn",
    "faccessat": "fpn", "faccessat2": "fpnx", "stat": "pa", "lstat": "pa", "newfstatat": "fpax",
    "statx": "fpxxa", "statfs": "pa", "readlink": "pal", "readlinkat": "fpal", "chdir": "p",
    "mkdir": "pm", "mkdirat": "fpm", "rmdir": "p", "unlink": "p", "unlinkat": "fpx",
    "rename": "pp", "renameat": "fpfp", "renameat2": "fpfpx", "chmod": "pm", "fchmod": "dm",
    "fchmodat": "fpm", "utimensat": "fpax", "truncate": "pl", "flock": "dn", "link": "pp",
    "linkat": "fpfpx", "symlink": "ap", "symlinkat": "afp", "mknod": "pmx", "mknodat": "fpmx",
    "chown": "pnn", "fchown": "dnn", "lchown": "pnn", "fchownat": "fpnnx", "setxattr": "paalx",
    "lsetxattr": "paalx", "fsetxattr": "daalx", "removexattr": "pa", "lremovexattr": "pa",
    "fremovexattr": "da", "inotify_init": "", "inotify_init1": "x", "inotify_add_watch": "dpx",
    "fanotify_init": "xx", "name_to_handle_at": "fpaax", "execve": "paa", "execveat": "fpaax",
    "fork": "", "vfork": "", "clone": "Caaax", "socket": "FTn", "socketpair": "FTna",
    "connect": "dan", "bind": "dan", "listen": "dn", "accept": "daa",
    "accept4": "daax", "setsockopt": "dnnan", "getsockopt": "dnnaa", "sendmsg": "dax",
    "sendmmsg": "danx", "recvmmsg": "danxa", "kill": "nn", "tgkill": "nnn",
    "rt_sigqueueinfo": "nna", "rt_tgsigqueueinfo": "nnna", "pidfd_open": "nx", "pidfd_getfd": "ddx",
    "pidfd_send_signal": "dnax", "setpriority": "nnn", "sched_setaffinity": "nla",
    "sched_setscheduler": "nna", "sched_setparam": "na", "sched_setattr": "nax", "setuid": "n",
    "setgid": "n", "setreuid": "nn", "setregid": "nn", "setresuid": "nnn", "setresgid": "nnn",
    "setgroups": "na", "setfsuid": "n", "setfsgid": "n", "setsid": "", "setpgid": "nn",
    "capset": "aa", "capget": "aa", "clock_settime": "na", "settimeofday": "aa", "adjtimex": "a",
    "sethostname": "al", "setdomainname": "al", "prlimit64": "nnaa", "setrlimit": "na",
    "personality": "x", "prctl": "nxxxx", "ioctl": "dxx", "fcntl": "dnx", "mmap": "alPMdl",
    "mprotect": "alP", "memfd_create": "ax", "io_uring_setup": "na", "keyctl": "nxxxx",
    "add_key": "aaaln", "request_key": "aaan", "perf_event_open": "annnx", "seccomp": "nxa",
    "shmget": "xlx", "shmat": "nax", "msgget": "xx", "semget": "xnx", "mq_open": "pxxa",
    "mq_unlink": "p", "splice": "dadalx", "tee": "ddlx", "vmsplice": "dalx", "io_setup": "na",
    "ioprio_set": "nnn", "kcmp": "nnnxx", "syslog": "nan",
  ]
}
