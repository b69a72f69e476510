internal import OrielManifest
internal import OrielSystem

/// What an author can do about a refusal.
///
/// One table for calls and one for paths; an entitlement is in the text form of manifests, with what
/// has to be filled in in capitals.
struct RefusalAdvice: Hashable, Sendable {
  /// What to do, as a sentence.
  let text: String
  /// The entitlement that would help.
  let entitlement: String?

  /// Advice with the entitlement that it needs.
  private init(_ text: String, _ entitlement: String? = nil) {
    self.text = text
    self.entitlement = entitlement
  }

  /// The advice for a refusal.
  init(call: String, arguments: [String], error: Errno, path: String?) {
    if let advice = Self.about(call, arguments, path) {
      self = advice
    } else if let path {
      self = Self.about(path, isWriting: Self.isWriting(call, arguments, error))
    } else if error.name == "ENOSYS" {
      self = Self("The sandbox does not offer this call; use an older one that does the same.")
    } else {
      self = Self("The sandbox offers this call to nobody; do without it, or ask the host.")
    }
  }

  // MARK: - Calls

  private static let network = Self(
    "An extension has no network of its own; ask the host to connect, with oriel.network/1.",
    Entitlement.Kind.networkClient.form
  )

  private static func about(_ call: String, _ arguments: [String], _ path: String?) -> Self? {
    switch call {
    case "socket": socket(family: arguments.first ?? "")
    case "connect", "getsockopt", "setsockopt": network
    case "execve", "execveat": execution(of: path)
    case "prctl" where arguments.first == "4":
      Self("The memory of an instance stays hidden from other processes; debug it in a host.")
    default: advice[call]
    }
  }

  private static func socket(family: String) -> Self {
    switch family {
    case "AF_INET", "AF_INET6": network
    case "AF_UNIX":
      Self("Sockets of other programs cannot be reached; threads can use socketpair.")
    case "AF_NETLINK":
      Self("There are no network interfaces to ask about; ask the host to connect by name.")
    default: Self("Only pairs of connected Unix sockets can be made, with socketpair.")
    }
  }

  private static func execution(of path: String?) -> Self {
    if let path, path.hasSuffix("/xdg-open") || path.hasSuffix("/gio") {
      return Self("Ask the host to open it, with oriel.open-url/1.", Entitlement.Kind.openURL.form)
    }
    return processes
  }

  private static let processes = Self(
    "An extension starts no programs; link a library that does the work, or use a thread."
  )
  private static let server = Self("An extension serves nobody but its host; nothing can connect.")
  private static let signals = Self("An extension can signal itself alone, as process 1.")
  private static let identity = Self("An extension has no privileges and stays the user it is.")
  private static let scheduling = Self("The host decides about priorities and processors.")
  private static let clocks = Self("Clocks and names of the system cannot be changed.")
  private static let metadata = Self(
    "Owners, modes, times and attributes of files cannot be changed; write a new file instead."
  )
  private static let links = Self("Links and devices cannot be made; write a copy instead.")
  private static let locks = Self(
    "Files cannot be locked; between threads use a mutex, and nobody else has the same files open."
  )
  private static let watching = Self("Files cannot be watched; the host sends what is new.")
  private static let code = Self(
    "No memory becomes code; load it from a file of the bundle, or map a memory file twice."
  )
  private static let sharing = Self(
    "Memory and messages are shared with no other process; threads can use memfd_create and pipe."
  )
  private static let simpleFiles = Self("Use read and write, in a thread if they take long.")
  private static let facility = Self("This part of the kernel is closed to extensions.")

  private static let advice: [String: Self] = [
    "bind": server, "listen": server, "accept": server, "accept4": server,
    "sendmsg": Self("Descriptors cannot be passed on; for data use send or write."),
    "sendmmsg": Self("Descriptors cannot be passed on; for data use send or write."),
    "recvmmsg": Self("Use recvmsg, once for each message."),
    "socketpair": Self("Only Unix sockets of types SOCK_STREAM and SOCK_SEQPACKET can be made."),
    "fork": processes, "vfork": processes, "clone": processes, "clone3": processes,
    "kill": signals, "tgkill": signals, "rt_sigqueueinfo": signals, "rt_tgsigqueueinfo": signals,
    "pidfd_open": signals, "pidfd_send_signal": signals, "pidfd_getfd": signals,
    "setuid": identity, "setgid": identity, "setreuid": identity, "setregid": identity,
    "setresuid": identity, "setresgid": identity, "setgroups": identity, "setfsuid": identity,
    "setfsgid": identity, "capset": identity, "capget": identity, "setsid": identity,
    "setpgid": identity,
    "setpriority": scheduling, "sched_setaffinity": scheduling, "sched_setscheduler": scheduling,
    "sched_setparam": scheduling, "sched_setattr": scheduling, "ioprio_set": scheduling,
    "clock_settime": clocks, "clock_adjtime": clocks, "settimeofday": clocks, "adjtimex": clocks,
    "sethostname": clocks, "setdomainname": clocks,
    "chmod": metadata, "fchmod": metadata, "fchmodat": metadata, "utimensat": metadata,
    "chown": metadata, "fchown": metadata, "lchown": metadata, "fchownat": metadata,
    "setxattr": metadata, "lsetxattr": metadata, "fsetxattr": metadata, "removexattr": metadata,
    "lremovexattr": metadata, "fremovexattr": metadata,
    "truncate": Self("Open the file and use ftruncate."),
    "flock": locks, "fcntl": locks,
    "link": links, "linkat": links, "symlink": links, "symlinkat": links, "mknod": links,
    "mknodat": links,
    "inotify_init": watching, "inotify_init1": watching, "inotify_add_watch": watching,
    "fanotify_init": watching, "fanotify_mark": watching,
    "mmap": code, "mprotect": code,
    "memfd_create": Self("Memory files can be sealed; they are neither executable nor huge."),
    "shmget": sharing, "shmat": sharing, "shmctl": sharing, "shmdt": sharing, "msgget": sharing,
    "msgsnd": sharing, "msgrcv": sharing, "msgctl": sharing, "semget": sharing, "semop": sharing,
    "semctl": sharing, "semtimedop": sharing, "mq_open": sharing, "mq_unlink": sharing,
    "io_uring_setup": simpleFiles, "io_uring_enter": simpleFiles, "io_uring_register": simpleFiles,
    "io_setup": simpleFiles, "io_submit": simpleFiles, "splice": simpleFiles, "tee": simpleFiles,
    "vmsplice": simpleFiles,
    "ioctl": Self("Terminals and devices cannot be controlled."),
    "keyctl": facility, "add_key": facility, "request_key": facility, "perf_event_open": facility,
    "seccomp": facility, "modify_ldt": facility, "name_to_handle_at": facility, "kcmp": facility,
    "syslog": Self("Use oriel.log/1."),
  ]

  // MARK: - Paths

  private static func isWriting(_ call: String, _ arguments: [String], _ error: Errno) -> Bool {
    if error.name == "EROFS" { return true }
    if call.hasPrefix("open") {
      return arguments.contains { $0.hasPrefix("O_WRONLY") || $0.hasPrefix("O_RDWR") }
    }
    return ["creat", "mkdir", "rmdir", "unlink", "rename"].contains { call.hasPrefix($0) }
  }

  private static func about(_ path: String, isWriting: Bool) -> Self {
    func lies(in folders: String...) -> Bool {
      folders.contains { path == $0 || path.hasPrefix($0 + "/") }
    }
    if lies(in: "/container") {
      return Self("The extension has no container; ask for one.", Entitlement.container.text)
    }
    if lies(in: "/groups") {
      let name = path.split(separator: "/").dropFirst().first.map(String.init)
      return Self(
        "The extension shares no folder; ask for the group's.",
        name.map { "\(Entitlement.Kind.appGroup.rawValue):\($0)" } ?? Entitlement.Kind.appGroup.form
      )
    }
    if lies(in: "/etc/resolv.conf", "/etc/hosts", "/etc/host.conf", "/etc/gai.conf") {
      return network
    }
    if lies(in: "/etc/passwd", "/etc/group", "/etc/nsswitch.conf") {
      return Self("An extension learns nothing about users; its home is the folder in HOME.")
    }
    if path.hasSuffix(".so") || path.contains(".so.") {
      return Self(
        "Put the library into the bundle and link with -rpath '$ORIGIN'; the system's lie in "
          + "/usr/lib."
      )
    }
    if lies(in: "/home", "/root", "/media", "/mnt") {
      return Self(
        "An extension does not see the user's files; take them as attachments, or have the user "
          + "choose them, with oriel.files/1.",
        Entitlement.userSelectedFiles(isWriting ? .readWrite : .read).text
      )
    }
    if lies(in: "/run", "/var/run") {
      return Self("Services of the system and the session cannot be reached; ask the host.")
    }
    if lies(in: "/proc") {
      return Self("/proc shows this process alone; sysinfo and sched_getaffinity tell the rest.")
    }
    if lies(in: "/sys") {
      return Self("Nothing of /sys is shown; sched_getaffinity counts processors.")
    }
    if lies(in: "/dev") {
      return Self("Of /dev there are null, zero, random and urandom; use memfd_create for memory.")
    }
    if isWriting {
      return Self(
        "The bundle and the system are read-only; temporary files go to TMPDIR, lasting ones to the "
          + "container.",
        Entitlement.container.text
      )
    }
    return Self("The extension does not see this file; put what it needs into the bundle.")
  }
}
