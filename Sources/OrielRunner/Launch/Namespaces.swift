internal import CShims
internal import OrielWire

/// Namespaces that the runner makes for all instances.
enum Namespaces {
  /// Moves this process into new namespaces, and looks whether it is in each of them.
  ///
  /// The process has one thread.
  static func separate(_ bits: Int32) throws(SetupFailure) {
    var failed = bits
    // The variable outlives the call.
    let result = unsafe oriel_shim_unshare(bits, &failed)
    let blamed = kinds.first { failed & $0.bit != 0 }
    try SetupFailure.check(
      "making the \(blamed?.name ?? "instances'") namespace",
      for: blamed?.layer ?? .userNamespace,
      result
    )
  }

  /// What each bit stands for.
  private static let kinds: [(bit: Int32, layer: Layer, name: String)] = [
    (ORIEL_SHIM_NAMESPACE_USER, .userNamespace, "user"),
    (ORIEL_SHIM_NAMESPACE_MOUNT, .mountNamespace, "mount"),
    (ORIEL_SHIM_NAMESPACE_PID, .pidNamespace, "process"),
    (ORIEL_SHIM_NAMESPACE_NETWORK, .networkNamespace, "network"),
    (ORIEL_SHIM_NAMESPACE_IPC, .ipcNamespace, "IPC"),
    (ORIEL_SHIM_NAMESPACE_UTS, .utsNamespace, "host name"),
    (ORIEL_SHIM_NAMESPACE_CGROUP, .cgroupNamespace, "control group"),
  ]
}
