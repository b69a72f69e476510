internal import CShims
internal import Glibc
internal import OrielSystem
internal import OrielWire

/// The user namespace that gives an unprivileged runner the right to build a sandbox.
enum UserNamespace {
  /// Moves this process into a new user namespace, together with others, and maps its user and
  /// group to themselves.
  ///
  /// The process has one thread.
  static func enter(with others: Int32) throws(SetupFailure) {
    // Inside, both read as the overflow id until the maps are written.
    let user = geteuid()
    let group = getegid()
    // Opened before: a mount namespace made in the same call does not take it away.
    let process = try SetupFailure.attempt("opening /proc/self", for: .userNamespace) {
      () throws(SystemError) in
      try Descriptor.open("/proc/self", [.readOnly, .directory])
    }
    try Namespaces.separate(ORIEL_SHIM_NAMESPACE_USER | others)
    // The kernel lets an unprivileged process map its group only after it gave up setgroups.
    try write("deny", to: "setgroups", of: process)
    try write("\(user) \(user) 1", to: "uid_map", of: process)
    try write("\(group) \(group) 1", to: "gid_map", of: process)
  }

  private static func write(
    _ text: String,
    to name: String,
    of process: borrowing Descriptor
  ) throws(SetupFailure) {
    let stage = "writing the user namespace's \(name)"
    do {
      try process.open(name, .writeOnly).write(Array(text.utf8))
    } catch {
      throw SetupFailure(stage, for: .userNamespace, error.errno)
    }
  }
}
