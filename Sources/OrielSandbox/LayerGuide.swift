package import OrielWire

/// What a layer is for people: its name, and how to get it.
package struct LayerGuide: Sendable {
  /// The layer.
  package let layer: Layer

  /// The guide to a layer.
  package init(_ layer: Layer) {
    self.layer = layer
  }

  /// The layer as a noun, without an article.
  package var name: String {
    switch layer {
    case .launcher: "clean launcher"
    case .userNamespace: "user namespace"
    case .mountNamespace: "mount namespace"
    case .pidNamespace: "process namespace"
    case .networkNamespace: "empty network namespace"
    case .ipcNamespace: "IPC namespace"
    case .utsNamespace: "host name namespace"
    case .cgroupNamespace: "control group namespace"
    case .privateRoot: "private root directory"
    case .privateProc: "private /proc"
    case .session: "session of its own"
    case .keyring: "session keyring of its own"
    case .noNewPrivileges: "no-new-privileges flag"
    case .capabilities: "drop of all capabilities"
    case .securebits: "locked secure bits"
    case .notDumpable: "not-dumpable flag"
    case .resourceLimits: "resource limits"
    case .scheduling: "lower scheduling priority"
    case .landlockFiles: "Landlock file rules"
    case .landlockScopes: "Landlock scopes"
    case .systemCallFilter: "system call filter"
    case .writeXorExecute: "write-xor-execute rule"
    case .descriptors: "closed descriptor table"
    case .cgroupLimits: "control group limits"
    case .nestedUserNamespace: "nested user namespace"
    case .environment: "clean environment"
    case .supervisor: "supervisor of forbidden calls"
    }
  }

  /// What an administrator can do when the layer does not hold, as a sentence.
  package var remedy: String {
    switch layer {
    case .userNamespace, .nestedUserNamespace:
      "Allow unprivileged user namespaces: set user.max_user_namespaces above 0, and where "
        + "AppArmor restricts them add a profile for oriel-runner with the rule 'userns,'. In a "
        + "chroot the kernel makes none: run the host outside of it."
    case .mountNamespace, .pidNamespace, .networkNamespace, .ipcNamespace, .utsNamespace,
      .cgroupNamespace, .privateRoot, .privateProc:
      "Use a kernel with all namespaces; in a container allow unshare and mount, for example with "
        + "an unmasked /proc and a seccomp profile that permits them."
    case .landlockFiles:
      "Use Linux 5.13 or later with 'landlock' in the list of security modules (lsm=)."
    case .landlockScopes:
      "Use Linux 6.12 or later with 'landlock' in the list of security modules (lsm=)."
    case .systemCallFilter:
      "Use a kernel with CONFIG_SECCOMP_FILTER on x86-64 or aarch64."
    case .writeXorExecute:
      "The exception for memory files is by design; without the rule itself, use a kernel with "
        + "CONFIG_SECCOMP_FILTER on x86-64 or aarch64."
    case .cgroupLimits:
      "Delegate a control group with the memory, pids and cpu controllers to the host, for example by "
        + "a systemd unit with Delegate=yes and DelegateSubgroup=host, or name an empty one in "
        + "ORIEL_CONTROL_GROUP; resource limits apply until then."
    case .supervisor:
      "Forbidden calls still end an extension, without their name; a container manager that has a "
        + "seccomp listener of its own must give it up for Oriel to have one."
    case .keyring:
      "Use a kernel with CONFIG_KEYS; in a container allow keyctl."
    case .scheduling:
      "Start the host with an ordinary priority; the instance competes with others until then."
    case .resourceLimits:
      "Raise the hard limits of the host, which must not lie below those of extensions."
    case .launcher, .session, .noNewPrivileges, .capabilities, .securebits, .notDumpable,
      .descriptors, .environment:
      "Install oriel-runner again; every supported kernel offers this layer."
    }
  }
}
