internal import CShims
internal import OrielSystem
internal import OrielWire

/// The steps of a launch in words.
enum ConfinementStep {
  /// A step as part of a sentence: "… failed".
  static func name(_ step: Int32) -> String {
    switch step {
    case ORIEL_SHIM_STEP_PID_NAMESPACE: "making the instance's pid namespace"
    case ORIEL_SHIM_STEP_FORK: "forking the instance"
    case ORIEL_SHIM_STEP_SIGNALS: "resetting its signals"
    case ORIEL_SHIM_STEP_SESSION: "starting a session of its own"
    case ORIEL_SHIM_STEP_NAMESPACES: "making its mount namespace"
    case ORIEL_SHIM_STEP_IPC_NAMESPACE: "making its IPC namespace"
    case ORIEL_SHIM_STEP_UTS_NAMESPACE: "making its host name namespace"
    case ORIEL_SHIM_STEP_TEMPORARY: "mounting its temporary directory"
    case ORIEL_SHIM_STEP_GRANTED_ROOT: "attaching its granted directories"
    case ORIEL_SHIM_STEP_PROC: "mounting its /proc"
    case ORIEL_SHIM_STEP_BUNDLE: "attaching the bundle"
    case ORIEL_SHIM_STEP_DESCRIPTORS: "closing inherited descriptors"
    case ORIEL_SHIM_STEP_USER_NAMESPACE: "making its nested user namespace"
    case ORIEL_SHIM_STEP_LIMITS: "setting its resource limits"
    case ORIEL_SHIM_STEP_CAPABILITIES: "giving up capabilities"
    case ORIEL_SHIM_STEP_SECURE_BITS: "locking its secure bits"
    case ORIEL_SHIM_STEP_NO_NEW_PRIVILEGES: "forbidding new privileges"
    case ORIEL_SHIM_STEP_DUMPABLE: "hiding its memory from other processes"
    case ORIEL_SHIM_STEP_FILTER: "attaching the system call filter"
    case ORIEL_SHIM_STEP_SCHEDULING: "lowering its priority"
    case ORIEL_SHIM_STEP_CONTROL_GROUP: "joining its control group"
    case ORIEL_SHIM_STEP_SUPERVISOR: "handing the filter's listener to the supervisor"
    case ORIEL_SHIM_STEP_LANDLOCK: "putting up Landlock's rules"
    case ORIEL_SHIM_STEP_MEASURING: "looking whether it holds"
    case ORIEL_SHIM_STEP_SEPARATING: "making its mount, IPC and host name namespaces"
    default: "step \(step)"
    }
  }
}

extension ConfinementStep {
  /// The layer that a step puts up.
  static func layer(_ step: Int32) -> Layer? {
    switch step {
    case ORIEL_SHIM_STEP_PID_NAMESPACE: .pidNamespace
    case ORIEL_SHIM_STEP_SIGNALS: .launcher
    case ORIEL_SHIM_STEP_SESSION: .session
    case ORIEL_SHIM_STEP_IPC_NAMESPACE: .ipcNamespace
    case ORIEL_SHIM_STEP_UTS_NAMESPACE: .utsNamespace
    case ORIEL_SHIM_STEP_NAMESPACES, ORIEL_SHIM_STEP_SEPARATING: .mountNamespace
    case ORIEL_SHIM_STEP_TEMPORARY, ORIEL_SHIM_STEP_BUNDLE, ORIEL_SHIM_STEP_GRANTED_ROOT:
      .privateRoot
    case ORIEL_SHIM_STEP_PROC: .privateProc
    case ORIEL_SHIM_STEP_DESCRIPTORS: .descriptors
    case ORIEL_SHIM_STEP_USER_NAMESPACE: .nestedUserNamespace
    case ORIEL_SHIM_STEP_LIMITS: .resourceLimits
    case ORIEL_SHIM_STEP_CAPABILITIES: .capabilities
    case ORIEL_SHIM_STEP_SECURE_BITS: .securebits
    case ORIEL_SHIM_STEP_NO_NEW_PRIVILEGES: .noNewPrivileges
    case ORIEL_SHIM_STEP_DUMPABLE: .notDumpable
    case ORIEL_SHIM_STEP_FILTER: .systemCallFilter
    case ORIEL_SHIM_STEP_SCHEDULING: .scheduling
    case ORIEL_SHIM_STEP_CONTROL_GROUP: .cgroupLimits
    case ORIEL_SHIM_STEP_SUPERVISOR: .supervisor
    case ORIEL_SHIM_STEP_LANDLOCK: .landlockFiles
    default: nil
    }
  }
}

extension ConfinementStep {
  /// How long each step of a launch took, and what came after them until now.
  static func times(_ facts: oriel_shim_confinement) -> [StepTime] {
    var facts = facts
    var last = facts.start
    var times: [StepTime] = []
    for index in 0..<min(facts.mark_count, UInt32(ORIEL_SHIM_MOST_MARKS)) {
      // The index is below the count, and the structure outlives the call.
      let mark = unsafe oriel_shim_mark_at(&facts, index)
      times.append(
        StepTime(
          layer: layer(mark.step),
          name: name(mark.step),
          nanoseconds: mark.nanoseconds &- last
        )
      )
      last = mark.nanoseconds
    }
    let rest = MonotonicTime.now.nanoseconds &- last
    return times + [StepTime(layer: nil, name: "preparing its report", nanoseconds: rest)]
  }
}
