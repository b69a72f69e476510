/// The system calls of an instance: one table for every architecture.
///
/// A call that is in no row returns `ENOSYS`, so that libraries fall back to older calls. Rows of one
/// call are tried in order; a call whose rows all have tests is refused with `EPERM` when none holds.
/// Numbers of arguments and flags are the kernel's ABI, equal on x86-64 and aarch64.
package enum SystemCallTable {
  /// Every row, in the order of the policy page.
  package static var rules: [SystemCallRule] {
    refused.map { SystemCallRule($0, .refuse(notPermitted)) }
      + allowed.map { SystemCallRule($0, .allow) }
      + threads + memory + processes + files + devices
      + killed.map { SystemCallRule($0.key, .kill) }
  }

  /// The rows of the filter that is attached first.
  ///
  /// It lets through what attaching the last one and handing its own listener over needs.
  package static var openingRules: [SystemCallRule] {
    [
      SystemCallRule("sendmsg", .allow),
      // SECCOMP_SET_MODE_FILTER without flags: no second listener.
      SystemCallRule("seccomp", .allow, when: [.argument(0, is: 1), .argument(1, is: 0)]),
    ] + rules.filter { !closed.contains($0.name) }
  }

  /// The rows of the filter that is attached last, over the first one, where everything else is
  /// allowed; the kernel takes the stricter answer of the two.
  package static var closingRules: [SystemCallRule] {
    rules.filter { closed.contains($0.name) }
  }

  private static let closed: Set<String> = ["sendmsg", "seccomp"]

  /// How many arguments a call has that ends the process; `nil` for any other call.
  package static func parameterCount(of name: String) -> Int? { killed[name] }

  /// What a call gets that is listed, but not for these arguments.
  package static let listedDefault: SystemCallAction = .refuse(notPermitted)
  /// What a call gets that is not listed.
  package static let unlistedDefault: SystemCallAction = .refuse(noSystemCall)

  private static let notPermitted: Int32 = 1  // EPERM
  private static let accessDenied: Int32 = 13  // EACCES
  private static let noSystemCall: Int32 = 38  // ENOSYS
  private static let notSupported: Int32 = 95  // EOPNOTSUPP

  /// What ordinary libraries try and survive without.
  private static let refused: [String] = [
    // Sockets other than pairs: connected ones come from the host. Passing descriptors: the kernel
    // bounds those on their way per user, so one instance could keep every other from passing any.
    "sendmsg", "socket", "connect", "bind", "listen", "accept", "accept4", "setsockopt", "sendmmsg",
    "recvmmsg",
    // Other programs, users, priorities and clocks.
    "execve", "execveat", "fork", "vfork", "setpriority", "sched_setaffinity",
    "sched_setscheduler", "sched_setparam", "sched_setattr", "setuid", "setgid", "setreuid",
    "setregid", "setresuid", "setresgid", "setgroups", "setfsuid", "setfsgid", "setsid", "setpgid",
    "capset", "capget", "clock_settime", "clock_adjtime", "settimeofday", "adjtimex",
    "sethostname", "setdomainname", "rt_sigqueueinfo", "rt_tgsigqueueinfo", "pidfd_open",
    "pidfd_getfd", "pidfd_send_signal", "kcmp", "syslog", "acct", "vhangup", "ioprio_set",
    // Files: links, devices, owners, modes, times, attributes and watches. An instance may have the
    // user's own id and then owns the files that were lent to it read-only. flock would lock them,
    // and files of the system, for other programs.
    "chmod", "fchmod", "fchmodat", "utimensat", "truncate",
    "flock", "link", "linkat", "symlink", "symlinkat", "mknod", "mknodat", "chown", "fchown",
    "lchown",
    "fchownat", "setxattr", "lsetxattr", "fsetxattr", "removexattr", "lremovexattr",
    "fremovexattr", "inotify_init", "inotify_init1", "inotify_add_watch", "fanotify_init",
    "fanotify_mark", "name_to_handle_at", "quotactl", "quotactl_fd",
    // Kernel surface with a history of holes.
    "io_uring_setup", "io_uring_enter", "io_uring_register", "io_setup", "io_submit", "keyctl",
    "add_key", "request_key", "perf_event_open", "seccomp", "modify_ldt", "mbind",
    "migrate_pages", "move_pages", "set_mempolicy", "vmsplice", "tee", "splice", "shmget",
    "shmat", "shmctl", "shmdt", "msgget", "msgsnd", "msgrcv", "msgctl", "semget", "semop",
    "semctl", "semtimedop", "mq_open", "mq_unlink", "lookup_dcookie", "arch_prctl",
  ]

  /// What an extension and its libraries need, whatever the arguments.
  private static let allowed: [String] = [
    // Reading and writing what is open.
    "read", "write", "readv", "writev", "pread64", "pwrite64", "preadv", "pwritev", "lseek",
    "close", "dup", "dup2", "dup3", "pipe", "pipe2", "fsync", "fdatasync", "ftruncate",
    "fadvise64", "sendfile", "copy_file_range",
    // Files inside the private root; which of them is decided by mounts and Landlock.
    "open", "openat", "openat2", "creat", "access", "faccessat", "faccessat2", "stat", "lstat",
    "fstat",
    "newfstatat", "statx", "statfs", "fstatfs", "readlink", "readlinkat", "getdents64", "getcwd",
    "chdir", "fchdir", "umask", "mkdir", "mkdirat", "rmdir", "unlink", "unlinkat", "rename",
    "renameat",
    // Memory; mapping and protecting is checked below.
    "munmap", "mremap", "brk", "msync", "mlock", "munlock",
    // Threads and signals of this process.
    "exit", "exit_group", "futex", "set_robust_list", "set_tid_address", "rseq", "gettid",
    "getpid", "getppid", "getpgid", "getpgrp", "getsid", "getuid", "geteuid", "getgid", "getegid",
    "getresuid", "getresgid", "getgroups", "sched_yield", "sched_getaffinity", "sched_getparam",
    "sched_getscheduler", "sched_get_priority_max", "sched_get_priority_min", "getpriority",
    "getcpu", "rt_sigaction", "rt_sigprocmask", "rt_sigreturn", "rt_sigsuspend", "rt_sigpending",
    "rt_sigtimedwait", "sigaltstack", "pause", "restart_syscall", "signalfd4",
    // Waiting and time.
    "poll", "ppoll", "select", "pselect6", "epoll_create", "epoll_create1", "epoll_ctl",
    "epoll_wait", "epoll_pwait", "epoll_pwait2", "eventfd2", "timerfd_create", "timerfd_settime",
    "timerfd_gettime", "nanosleep", "clock_nanosleep", "clock_gettime", "clock_getres",
    "gettimeofday", "time", "times",
    // The channel, socket pairs, and connected sockets from the host. Libraries for the network ask
    // for both names of a socket, which tell what whoever has it may know.
    "recvmsg", "recvfrom", "shutdown", "getsockname", "getpeername",
    // Facts.
    "getrandom", "sysinfo", "uname", "getrusage",
  ]

  /// New threads only, which share all that threads share.
  ///
  /// `clone3` hides its flags behind a pointer, so callers must use `clone`. A thread with a
  /// descriptor table of its own would have the whole limit of descriptors once more.
  private static let threads: [SystemCallRule] = [
    SystemCallRule("clone3", .refuse(noSystemCall)),
    SystemCallRule(
      "clone",
      .allow,
      when: [.argument(0, under: ~threadDetails, is: threadFlags)]
    ),
  ]

  /// CLONE_VM, CLONE_FS, CLONE_FILES, CLONE_SIGHAND and CLONE_THREAD.
  private static let threadFlags: UInt32 = 0x0001_0F00
  /// CLONE_SYSVSEM, CLONE_SETTLS, CLONE_PARENT_SETTID, CLONE_CHILD_CLEARTID, CLONE_DETACHED (which
  /// does nothing) and CLONE_CHILD_SETTID.
  private static let threadDetails: UInt32 = 0x017C_0000

  /// No mapping is ever writable and executable, none becomes executable later, and only files are
  /// mapped executable.
  ///
  /// A memory file is a file: mapped twice it holds code that was written, which libffi's closures
  /// need. This is the one exception, and the report names it.
  private static let memory: [SystemCallRule] = [
    SystemCallRule(
      "mmap",
      .refuse(accessDenied),
      when: [.argument(2, under: write | execute, is: write | execute)]
    ),
    SystemCallRule(
      "mmap",
      .refuse(accessDenied),
      when: [
        .argument(2, under: execute, is: execute), .argument(3, under: anonymous, is: anonymous),
      ]
    ),
    SystemCallRule("mmap", .refuse(notPermitted), when: [.argument(3, under: huge, is: huge)]),
    SystemCallRule("mmap", .allow),
    SystemCallRule(
      "mprotect",
      .refuse(accessDenied),
      when: [.argument(2, under: execute, is: execute)]
    ),
    SystemCallRule("mprotect", .allow),
    // Close-on-exec, sealing and "not executable" are the only flags; huge pages could make the
    // host fault.
    SystemCallRule("memfd_create", .allow, when: [.argument(1, under: ~0xB, is: 0)]),
    // Pages merged with those of other processes would tell what these hold; MADV_MERGEABLE,
    // MADV_HWPOISON and MADV_SOFT_OFFLINE.
    SystemCallRule("madvise", .refuse(notPermitted), when: [.argument(2, is: 12)]),
    SystemCallRule("madvise", .refuse(notPermitted), when: [.argument(2, is: 100)]),
    SystemCallRule("madvise", .refuse(notPermitted), when: [.argument(2, is: 101)]),
    SystemCallRule("madvise", .allow),
    // The commands for this process alone, not those that interrupt every processor.
    SystemCallRule("membarrier", .allow, when: [.argument(0, under: ~0x1F8, is: 0)]),
  ]

  private static let write: UInt32 = 2  // PROT_WRITE
  private static let execute: UInt32 = 4  // PROT_EXEC
  private static let anonymous: UInt32 = 0x20  // MAP_ANONYMOUS
  private static let huge: UInt32 = 0x40000  // MAP_HUGETLB: the system has one store of such pages

  /// Signals and limits of this process: an instance is process 1 of its namespace, so its own
  /// number is known here.
  private static let processes: [SystemCallRule] = [
    SystemCallRule("kill", .allow, when: [.argument(0, is: 1)]),
    SystemCallRule("tgkill", .allow, when: [.argument(0, is: 1)]),
    SystemCallRule("prlimit64", .allow, when: [.argument(0, is: 0)]),
    SystemCallRule("prlimit64", .allow, when: [.argument(0, is: 1)]),
    SystemCallRule("getrlimit", .allow),
    SystemCallRule("setrlimit", .allow),
    SystemCallRule("personality", .allow, when: [.argument(0, is: .max)]),
    SystemCallRule("prctl", .allow, when: [.argument(0, is: 15)]),  // PR_SET_NAME
    SystemCallRule("prctl", .allow, when: [.argument(0, is: 16)]),  // PR_GET_NAME
    SystemCallRule("prctl", .allow, when: [.argument(0, is: 3)]),  // PR_GET_DUMPABLE
    SystemCallRule("prctl", .allow, when: [.argument(0, is: 21)]),  // PR_GET_SECCOMP
    SystemCallRule("prctl", .allow, when: [.argument(0, is: 39)]),  // PR_GET_NO_NEW_PRIVS
    SystemCallRule("prctl", .allow, when: [.argument(0, is: 0x5356_4D41)]),  // PR_SET_VMA
  ]

  /// What can be done with a descriptor, pairs of connected sockets, and questions about them.
  ///
  /// Not locks, leases and notifications: they would also hold for other programs that use the same
  /// file of the system or of the user. Not the size of pipes: it is bounded per user. Datagram
  /// sockets can be sent to any address. A peer's pidfd would be the host's.
  private static let files: [SystemCallRule] =
    descriptorCommands.map { SystemCallRule("fcntl", .allow, when: [.argument(1, is: $0)]) }
    + socketOptions.map { option in
      SystemCallRule(
        "getsockopt",
        .allow,
        when: [.argument(1, is: 1), .argument(2, is: option)]
      )
    } + [
      SystemCallRule("socketpair", .allow, when: [.argument(0, is: 1), socketType(1)]),
      SystemCallRule("socketpair", .allow, when: [.argument(0, is: 1), socketType(5)]),
      // It reserves in no time what takes long to write, so that a container could be filled faster
      // than anybody can measure it. Libraries take this answer for a file system without it.
      SystemCallRule("fallocate", .refuse(notSupported)),
      // To the peer only: no address, and not MSG_FASTOPEN, which connects.
      SystemCallRule(
        "sendto",
        .allow,
        when: [.argument(5, is: 0), .argument(3, under: 0x2000_0000, is: 0)]
      ),
      // RENAME_NOREPLACE and RENAME_EXCHANGE; RENAME_WHITEOUT would make a device.
      SystemCallRule("renameat2", .allow, when: [.argument(4, under: ~3, is: 0)]),
    ]

  private static let descriptorCommands: [UInt32] = [
    0, 1030,  // F_DUPFD, F_DUPFD_CLOEXEC
    1, 2, 3, 4,  // F_GETFD, F_SETFD, F_GETFL, F_SETFL
    1032, 1033, 1034,  // F_GETPIPE_SZ, F_ADD_SEALS, F_GET_SEALS
  ]

  /// SO_TYPE, SO_ERROR, SO_SNDBUF and SO_RCVBUF.
  private static let socketOptions: [UInt32] = [3, 4, 7, 8]

  /// SOCK_STREAM is 1 and SOCK_SEQPACKET 5; higher bits are flags.
  private static func socketType(_ type: UInt32) -> ArgumentTest {
    .argument(1, under: 0xF, is: type)
  }

  /// Requests that reach no terminal: no TIOCSTI, no TIOCLINUX.
  private static let devices: [SystemCallRule] = [
    SystemCallRule("ioctl", .allow, when: [.argument(1, is: 0x541B)]),  // FIONREAD
    SystemCallRule("ioctl", .allow, when: [.argument(1, is: 0x5421)]),  // FIONBIO
    SystemCallRule("ioctl", .allow, when: [.argument(1, is: 0x5451)]),  // FIOCLEX
    SystemCallRule("ioctl", .allow, when: [.argument(1, is: 0x5450)]),  // FIONCLEX
    SystemCallRule("ioctl", .allow, when: [.argument(1, is: 0x5401)]),  // TCGETS, for isatty
  ]

  /// What nobody calls by accident, with the number of arguments that are worth telling.
  private static let killed: [String: Int] = [
    "ptrace": 4, "process_vm_readv": 6, "process_vm_writev": 6, "process_madvise": 5,
    "kexec_load": 4, "kexec_file_load": 5, "init_module": 3, "finit_module": 3,
    "delete_module": 2, "bpf": 3, "mount": 5, "umount2": 2, "pivot_root": 2, "chroot": 1,
    "fsopen": 2, "fsconfig": 5, "fsmount": 3, "fspick": 3, "move_mount": 5, "open_tree": 3,
    "mount_setattr": 5, "setns": 2, "unshare": 1, "open_by_handle_at": 3, "userfaultfd": 1,
    "swapon": 2, "swapoff": 1, "reboot": 4, "iopl": 1, "ioperm": 3,
  ]
}
