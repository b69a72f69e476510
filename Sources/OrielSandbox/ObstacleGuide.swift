package import OrielSystem

extension Obstacles.Kind {
  /// What an administrator can do about it, as sentences.
  package var remedy: String {
    switch self {
    case .maskedProc:
      "Let the container engine leave /proc whole: 'docker run --security-opt "
        + "systempaths=unconfined', 'podman run --security-opt unmask=ALL', or procMount: Unmasked "
        + "in Kubernetes. Its system call filter must let \(Self.calls) pass, as "
        + "'--security-opt seccomp=unconfined' or a profile with them does."
    case .missingProc: "Mount a proc file system at /proc where the host runs."
    case .namespaceLimit:
      "Raise the limits, for example 'sysctl user.max_user_namespaces=10000'; each of "
        + "user.max_*_namespaces must be above 0."
    case .forbiddenClone:
      "Allow unprivileged user namespaces: 'sysctl kernel.unprivileged_userns_clone=1'."
    case .appArmor:
      "Add an AppArmor profile for oriel-runner with the rule 'userns,', or set "
        + "'sysctl kernel.apparmor_restrict_unprivileged_userns=0'."
    case .outerFilter:
      "Let \(Self.calls) pass the filter: in a container by '--security-opt seccomp=PROFILE' or "
        + "seccomp=unconfined, in a systemd unit without RestrictNamespaces= and a "
        + "SystemCallFilter= that refuses them."
    }
  }

  /// The calls that a sandbox needs beyond those that every program makes.
  private static let calls =
    "unshare, setns, mount, umount2, pivot_root, open_tree, move_mount, mount_setattr, fsopen, "
    + "fsconfig, fsmount, keyctl, sethostname, landlock_* and seccomp"
}
