internal import OrielWire

extension LayerGuide {
  /// Whether a host may let extensions start without the layer, by a weakening with a name.
  ///
  /// Those that may be missing are second opinions, or tell what happened; what they keep away, other
  /// layers keep away as well.
  package var mayBeMissing: Bool {
    switch layer {
    case .landlockFiles, .landlockScopes, .keyring, .cgroupLimits, .supervisor: true
    default: false
    }
  }

  /// What an extension could do, or what would not be known, without the layer; part of a sentence.
  package var cost: String {
    switch layer {
    case .launcher: "it could inherit descriptors, secrets or a terminal of the host"
    case .userNamespace: "no other namespace could be made, and it would act as the host's user"
    case .mountNamespace: "it would see the host's file system change and could change it"
    case .pidNamespace: "it could see and signal other processes, and outlive its host"
    case .networkNamespace: "it could reach the network and abstract sockets"
    case .ipcNamespace: "it could share memory and queues with other processes"
    case .utsNamespace: "it could read the name of the machine"
    case .cgroupNamespace: "it could see the control groups of the machine"
    case .privateRoot: "it would see the user's files"
    case .privateProc: "it could read what /proc tells of other processes"
    case .session: "signals to its process group could reach the host and its terminal"
    case .keyring:
      "the keys of the user's session are kept away from it by the system call filter alone"
    case .noNewPrivileges: "it could gain rights by executing a program"
    case .capabilities:
      "it would have rights over its namespaces that it could attack the kernel by"
    case .securebits: "it could gain capabilities again"
    case .notDumpable: "other processes of the user could read and change its memory"
    case .resourceLimits: "it could take all memory, threads and descriptors"
    case .scheduling: "it would compete with the host, and outlive it when memory runs out"
    case .landlockFiles:
      "a mistake in the private root would have no second layer behind it that keeps files away"
    case .landlockScopes:
      "signals and abstract sockets are kept away by namespaces and the system call filter alone"
    case .systemCallFilter: "every system call of the kernel would be open to it"
    case .writeXorExecute: "it could write code and run it"
    case .descriptors: "it could use files and sockets of the runner"
    case .cgroupLimits: "what it uses is bounded by resource limits of each process alone"
    case .nestedUserNamespace: "it could change its mounts, and threads would be counted for all"
    case .environment: "it could read variables of the host"
    case .supervisor: "a forbidden call that ends it has no name"
    }
  }
}
