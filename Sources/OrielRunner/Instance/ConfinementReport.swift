internal import CShims
internal import Glibc
internal import OrielWire

/// What an instance measured of its own sandbox, layer by layer.
enum ConfinementReport {
  /// The state of every layer.
  ///
  /// Each is judged by something that was observed where it should hold, with one exception: that the
  /// kernel accepted Landlock's scopes is all that can be seen of them from inside.
  static func layers(_ measured: Measurements) -> [LayerStatus] {
    let statuses =
      namespaces(measured) + surroundings(measured) + privileges(measured.facts)
      + walls(measured.facts)
    return statuses.sorted { $0.layer.rawValue < $1.layer.rawValue }
  }

  private static func holds(
    _ layer: Layer,
    _ condition: Bool,
    errno: Int32 = 0,
    _ detail: String
  ) -> LayerStatus {
    condition ? LayerStatus(layer, .full) : LayerStatus(layer, .none, errno: errno, detail: detail)
  }

  /// Every namespace is another one than the host's, and those made for each instance are another one
  /// than the fork server's.
  private static func namespaces(_ measured: Measurements) -> [LayerStatus] {
    let shared: [(Layer, Int32)] = [
      (.userNamespace, ORIEL_SHIM_NS_USER), (.networkNamespace, ORIEL_SHIM_NS_NETWORK),
      (.cgroupNamespace, ORIEL_SHIM_NS_CGROUP),
    ]
    let own: [(Layer, Int32)] = [
      (.mountNamespace, ORIEL_SHIM_NS_MOUNT), (.ipcNamespace, ORIEL_SHIM_NS_IPC),
      (.utsNamespace, ORIEL_SHIM_NS_UTS), (.nestedUserNamespace, ORIEL_SHIM_NS_USER),
    ]
    return shared.map { layer, index in
      holds(layer, measured.differsFromHost(index), "it is the host's")
    }
      + own.map { layer, index in
        holds(layer, measured.isOwn(index), "it is not the instance's own")
      } + [
        holds(
          .pidNamespace,
          measured.facts.process_id == 1 && measured.isOwn(ORIEL_SHIM_NS_PID),
          "the instance is process \(measured.facts.process_id), not 1 of its own namespace"
        )
      ]
  }

  /// What was inherited or lent.
  private static func surroundings(_ measured: Measurements) -> [LayerStatus] {
    let facts = measured.facts
    return [
      holds(.launcher, measured.baseline.launcherFlaw == nil, measured.baseline.launcherFlaw ?? ""),
      holds(
        .environment,
        measured.strayVariable == nil,
        "the variable \(measured.strayVariable ?? "") was inherited"
      ),
      holds(
        .descriptors,
        facts.lowest_free_descriptor == 4 && facts.stray_descriptor_error == 0,
        errno: facts.stray_descriptor_error,
        "descriptors of the runner are open"
      ),
      holds(
        .privateRoot,
        facts.root_writable_error == EROFS && measured.hasRootOfServer,
        errno: facts.root_writable_error,
        "the root is not the private one, or could be written to"
      ),
      holds(
        .privateRoot,
        facts.temporary_storage > 0 && facts.temporary_is_restricted == 1,
        "the temporary directory is no file system of its own, or not a restricted one"
      ),
      holds(
        .privateProc,
        facts.proc_process_id == 1 && facts.visible_processes_error == ENOENT,
        errno: facts.visible_processes_error,
        "/proc shows other processes"
      ),
      holds(.session, facts.session_leader == 1, "the session is another process's"),
      holds(.keyring, measured.hasOwnKeyring, "the session keyring is the host's"),
      holds(.scheduling, measured.schedulingFlaw == nil, measured.schedulingFlaw ?? ""),
      holds(.resourceLimits, measured.limitsFlaw == nil, measured.limitsFlaw ?? ""),
      // The kernel listed this process in its group; else it had not come here.
      measured.controlGroupStatus,
    ]
  }

  /// What the instance may not do any more.
  private static func privileges(_ facts: oriel_shim_confinement) -> [LayerStatus] {
    [
      holds(.noNewPrivileges, facts.no_new_privileges == 1, "new privileges can be gained"),
      holds(.capabilities, facts.capabilities == 0, "capabilities are left"),
      holds(.securebits, facts.secure_bits == lockedSecureBits, "securebits are not locked"),
      holds(.notDumpable, facts.dumpable == 0, "other processes can read its memory"),
    ]
  }

  /// NOROOT, NO_SETUID_FIXUP and NO_CAP_AMBIENT_RAISE, all of them and KEEP_CAPS locked.
  private static let lockedSecureBits: Int32 = 0xEF

  /// What the kernel refuses.
  private static func walls(_ facts: oriel_shim_confinement) -> [LayerStatus] {
    [
      landlockFiles(facts),
      landlockScopes(facts),
      holds(
        .systemCallFilter,
        facts.filter_mode == 2 && facts.refused_call_error == EPERM,
        errno: facts.refused_call_error,
        "a call that the filter refuses was not refused"
      ),
      holds(
        .supervisor,
        facts.supervisor_error == 0,
        errno: facts.supervisor_error,
        "another filter around the host has a listener, so forbidden calls end without a name"
      ),
      writeXorExecute(facts),
    ]
  }

  private static func writeXorExecute(_ facts: oriel_shim_confinement) -> LayerStatus {
    guard facts.writable_code_error == EACCES else {
      return LayerStatus(
        .writeXorExecute,
        .none,
        errno: facts.writable_code_error,
        detail: "memory could be mapped writable and executable"
      )
    }
    return LayerStatus(
      .writeXorExecute,
      .partial,
      detail:
        "a memory file can be mapped twice, to write and to execute, as libffi's closures need"
    )
  }

  private static func landlockFiles(_ facts: oriel_shim_confinement) -> LayerStatus {
    guard facts.landlock_abi > 0 else {
      let isMissing = [0, ENOSYS, EOPNOTSUPP].contains(facts.landlock_error)
      return LayerStatus(
        .landlockFiles,
        .none,
        errno: facts.landlock_error,
        detail: isMissing
          ? "the kernel has no Landlock or it is switched off" : "its rules could not be put up"
      )
    }
    guard facts.landlock_canary_error == EACCES else {
      return LayerStatus(
        .landlockFiles,
        .none,
        errno: facts.landlock_canary_error,
        detail: "a file that Landlock grants to nobody could be opened"
      )
    }
    guard facts.landlock_grant_error == 0 else {
      return LayerStatus(
        .landlockFiles,
        .none,
        errno: facts.landlock_grant_error,
        detail: "a folder that Landlock grants could not be opened"
      )
    }
    // ABI 3 added truncation and 5 device requests, which mounts and filter refuse as well.
    guard facts.landlock_abi >= 5 else {
      return LayerStatus(
        .landlockFiles,
        .partial,
        detail: "Landlock ABI \(facts.landlock_abi), 5 has all file rights"
      )
    }
    return LayerStatus(.landlockFiles, .full)
  }

  private static func landlockScopes(_ facts: oriel_shim_confinement) -> LayerStatus {
    guard facts.landlock_abi < 6 else {
      // They are in force with the file rules, in one set.
      return holds(
        .landlockScopes,
        facts.landlock_canary_error == EACCES,
        errno: facts.landlock_canary_error,
        "a file that Landlock grants to nobody could be opened"
      )
    }
    return LayerStatus(
      .landlockScopes,
      .none,
      detail: "Landlock ABI \(facts.landlock_abi), signals and abstract sockets need 6"
    )
  }
}
