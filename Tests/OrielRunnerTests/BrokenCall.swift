import Glibc
import OrielWire
import Testing

/// One thing that the runner or an instance asks of the kernel, for an outer filter to spoil.
struct BrokenCall: CustomTestStringConvertible, Sendable {
  /// What a lie leads to.
  enum Lie: Sendable {
    /// Nothing is started, and the error has these words.
    case refused(String)
    /// Nothing is lost: what the call would have done holds all the same, by something else.
    case harmless
  }

  /// What is to be done.
  let purpose: String
  /// The calls, as rules of the filter without their answers.
  let calls: [String]
  /// The layer that errors name.
  let layer: Layer?
  /// What a lie leads to.
  let lie: Lie
  /// The layer that is named after a lie, when that is another one.
  let layerOfLie: Layer?
  /// Whether only a host that is root does it.
  let isForRoot: Bool
  /// A command in front of the filter that makes the call matter.
  let preparation: [String]

  init(
    _ purpose: String,
    _ calls: String...,
    layer: Layer?,
    lie: Lie = .refused("not in force"),
    layerOfLie: Layer? = nil,
    isForRoot: Bool = false,
    after preparation: [String] = []
  ) {
    self.purpose = purpose
    self.calls = calls
    self.layer = layer
    self.lie = lie
    self.layerOfLie = layerOfLie ?? layer
    self.isForRoot = isForRoot
    self.preparation = preparation
  }

  /// The name of the row.
  var testDescription: String { purpose }

  /// The command that lets every one of the calls give an answer.
  func command(answering answer: Int32) -> [String] {
    preparation + OuterFilter.command(calls.map { "\(answer):\($0)" })
  }
}

extension BrokenCall {
  /// One call makes all namespaces, and the first one that is missing is named.
  private static var firstOfMany: Layer { geteuid() == 0 ? .userNamespace : .mountNamespace }

  /// The runner's own start, before there is an instance; in the order in which it happens.
  ///
  /// Numbers are of the kernel's ABI: CLONE_NEW bits, PR_ operations, MS_ flags.
  static let ofRunner: [BrokenCall] = [
    BrokenCall("the mask of new files", "umask", layer: .launcher, lie: .refused("mask")),
    BrokenCall("watching the host", "pidfd_open", layer: .launcher),
    BrokenCall("adopting orphans", "prctl,0=36", layer: .launcher),
    BrokenCall("forking", "clone", layer: nil, layerOfLie: .pidNamespace),
    BrokenCall(
      "giving up groups",
      "setgroups",
      layer: .userNamespace,
      isForRoot: true,
      after: ["/usr/bin/setpriv", "--groups", "4"]
    ),
    BrokenCall("becoming another group", "setresgid", layer: .userNamespace, isForRoot: true),
    BrokenCall("becoming another user", "setresuid", layer: .userNamespace, isForRoot: true),
    BrokenCall(
      "a user namespace",
      "unshare,0/0x10020000=0x10020000",
      layer: .userNamespace
    ),
    BrokenCall(
      "a mount namespace",
      "unshare,0/0x20000=0x20000",
      layer: .mountNamespace,
      layerOfLie: .userNamespace
    ),
    BrokenCall(
      "a process namespace",
      "unshare,0/0x20000000=0x20000000",
      layer: .pidNamespace,
      layerOfLie: firstOfMany
    ),
    BrokenCall(
      "a network namespace",
      "unshare,0/0x40000000=0x40000000",
      layer: .networkNamespace,
      layerOfLie: firstOfMany
    ),
    BrokenCall(
      "an IPC namespace",
      "unshare,0/0x8000000=0x8000000",
      layer: .ipcNamespace,
      layerOfLie: firstOfMany
    ),
    BrokenCall(
      "a host name namespace",
      "unshare,0/0x4000000=0x4000000",
      layer: .utsNamespace,
      layerOfLie: firstOfMany
    ),
    BrokenCall(
      "a group namespace",
      "unshare,0/0x2000000=0x2000000",
      layer: .cgroupNamespace,
      layerOfLie: firstOfMany
    ),
    BrokenCall("a session keyring", "keyctl,0=1", layer: .keyring, lie: .refused("keyring")),
    BrokenCall(
      "a higher out-of-memory score",
      "write,2=3",
      layer: .scheduling,
      lie: .refused("out-of-memory score")
    ),
    BrokenCall(
      "cutting off mounts",
      "mount,3/0x40000=0x40000",
      layer: .privateRoot,
      lie: .harmless
    ),
    BrokenCall("a new file system", "fsopen", layer: .privateRoot, lie: .refused("private root")),
    BrokenCall("its size", "fsconfig", layer: .privateRoot, lie: .refused("private root")),
    BrokenCall("its mount", "fsmount", layer: .privateRoot, lie: .refused("attaching")),
    BrokenCall(
      "attaching a mount",
      "move_mount",
      layer: .privateRoot,
      lie: .refused("private root")
    ),
    BrokenCall("copying a mount", "open_tree", layer: .privateRoot, lie: .refused("read-only")),
    BrokenCall("restricting every mount", "mount_setattr", layer: .privateRoot),
    BrokenCall(
      "restricting parts of the system",
      "mount_setattr,2/0x8000=0x8000",
      layer: .privateRoot
    ),
    BrokenCall("restricting the root", "mount_setattr,2/0x8000=0", layer: .privateRoot),
    BrokenCall("its folders", "mkdirat", layer: .privateRoot, lie: .refused("attaching")),
    BrokenCall("entering it", "fchdir", layer: .privateRoot, lie: .refused("private root")),
    BrokenCall(
      "changing the root",
      "pivot_root",
      layer: .privateRoot,
      lie: .refused("private root")
    ),
    BrokenCall("letting go of the old root", "umount2", layer: .privateRoot),
    BrokenCall("another host name", "sethostname", layer: .utsNamespace),
    BrokenCall(
      "asking for Landlock",
      "landlock_create_ruleset,2=1",
      layer: .landlockFiles,
      lie: .refused("switched off")
    ),
  ]
}

extension BrokenCall {
  /// The way of an instance into the sandbox, in the order in which it happens.
  static let ofInstance: [BrokenCall] =
    [
      BrokenCall(
        "going back to the own process namespace",
        "setns",
        layer: .pidNamespace,
        lie: .refused("pid namespace")
      ),
      BrokenCall(
        "its process namespace",
        "unshare,0=0x20000000",
        layer: .pidNamespace,
        lie: .refused("process")
      ),
      BrokenCall(
        "a signal that the host ignores",
        "rt_sigaction,0=1,1!0",
        layer: .launcher,
        after: ["/bin/sh", "-c", "trap '' HUP; exec \"$@\"", "sh"]
      ),
      BrokenCall("the signal of closed pipes", "rt_sigaction,0=13", layer: .launcher),
      BrokenCall("every signal", "rt_sigaction,0!11,0!0", layer: .launcher),
      BrokenCall("the signal mask", "rt_sigprocmask,0=2,1!0,2=0", layer: .launcher),
      BrokenCall("a session", "setsid", layer: .session, lie: .refused("session")),
      BrokenCall(
        "its three namespaces",
        "unshare,0=0xC020000",
        layer: .mountNamespace,
        lie: .refused("instance's own")
      ),
      BrokenCall(
        "its IPC namespace",
        "unshare,0=0xC020000",
        "unshare,0=0x8000000",
        layer: .ipcNamespace,
        lie: .refused("instance's own"),
        layerOfLie: .mountNamespace
      ),
      BrokenCall(
        "its host name namespace",
        "unshare,0=0xC020000",
        "unshare,0=0x4000000",
        layer: .utsNamespace,
        lie: .refused("instance's own"),
        layerOfLie: .mountNamespace
      ),
      BrokenCall(
        "its temporary directory and /proc",
        "mount,3=14",
        layer: .privateRoot,
        lie: .refused("temporary directory")
      ),
      BrokenCall("its working directory", "chdir,0!0", layer: .privateRoot),
      BrokenCall("its standard output", "dup2,1=1", layer: .descriptors),
      BrokenCall("its channel", "dup2,1=3", layer: .descriptors),
      BrokenCall("its supervisor's socket", "dup2,1=4", layer: .descriptors),
      BrokenCall(
        "closing descriptors",
        "close_range",
        layer: .descriptors,
        lie: .refused("not in force")
      ),
      BrokenCall(
        "its user namespace",
        "unshare,0=0x10000000",
        layer: .nestedUserNamespace,
        lie: .refused("instance's own")
      ),
      BrokenCall("its priority", "setpriority", layer: .scheduling, lie: .refused("priority")),
      BrokenCall(
        "the bounding set",
        "prctl,0=24",
        layer: .capabilities,
        lie: .refused("capabilities")
      ),
      BrokenCall("ambient capabilities", "prctl,0=47", layer: .capabilities, lie: .harmless),
      BrokenCall("secure bits", "prctl,0=28", layer: .securebits, lie: .refused("securebits")),
      BrokenCall("capabilities", "capset", layer: .capabilities, lie: .refused("capabilities")),
      BrokenCall(
        "reading capabilities",
        "capget",
        layer: .capabilities,
        lie: .refused("capabilities")
      ),
      BrokenCall("reading the bounding set", "prctl,0=23", layer: .capabilities, lie: .harmless),
      BrokenCall(
        "no new privileges",
        "prctl,0=38",
        layer: .noNewPrivileges,
        lie: .refused("privileges"),
        isForRoot: true
      ),
      BrokenCall("hiding memory", "prctl,0=4,1=0", layer: .notDumpable, lie: .refused("memory")),
      BrokenCall(
        "a set of Landlock rules",
        "landlock_create_ruleset,2=0",
        layer: .landlockFiles,
        lie: .refused("rules")
      ),
      BrokenCall(
        "a Landlock rule",
        "landlock_add_rule",
        layer: .landlockFiles,
        lie: .refused("grants")
      ),
      BrokenCall(
        "putting Landlock up",
        "landlock_restrict_self",
        layer: .landlockFiles,
        lie: .refused("nobody")
      ),
      BrokenCall(
        "the filter (CVE-2017-5426)",
        "seccomp",
        layer: .systemCallFilter,
        lie: .refused("refuses")
      ),
    ] + limits

  /// RLIMIT numbers and names; each limit is set by itself.
  private static let limits = [
    (0, "processor time"), (1, "file size"), (4, "core files"), (6, "threads"),
    (7, "descriptors"), (8, "locked memory"), (9, "address space"), (11, "signals"),
    (12, "message queues"), (13, "priorities"), (14, "real-time priorities"),
  ].map { number, name in
    BrokenCall(
      "the limit of \(name)",
      "prlimit64,1=\(number),2!0",
      layer: .resourceLimits,
      // These are none from the start.
      lie: [13, 14].contains(number) ? .harmless : .refused("limits")
    )
  }
}

extension BrokenCall {
  /// Every call.
  static let all = ofRunner + ofInstance
}
