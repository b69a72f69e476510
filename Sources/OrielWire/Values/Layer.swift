/// One layer of the sandbox; the number is its place in a bit set and in messages.
package enum Layer: UInt8, CaseIterable, Sendable {
  /// A launcher started by exec with a clean state.
  case launcher = 0
  /// A user namespace of its own.
  case userNamespace = 1
  /// A mount namespace of its own.
  case mountNamespace = 2
  /// A process namespace of its own.
  case pidNamespace = 3
  /// A network namespace with nothing in it.
  case networkNamespace = 4
  /// An IPC namespace of its own.
  case ipcNamespace = 5
  /// A host name namespace of its own.
  case utsNamespace = 6
  /// A control group namespace of its own.
  case cgroupNamespace = 7
  /// A private, read-only root directory.
  case privateRoot = 8
  /// A `/proc` that shows the instance only.
  case privateProc = 9
  /// A session and process group of its own, without a terminal.
  case session = 10
  /// A session keyring of its own.
  case keyring = 11
  /// No gain of privileges by executing.
  case noNewPrivileges = 12
  /// No capabilities.
  case capabilities = 13
  /// Locked secure bits.
  case securebits = 14
  /// No core dump and no tracing by others.
  case notDumpable = 15
  /// Resource limits.
  case resourceLimits = 16
  /// Lower priority, and first choice when memory runs out.
  case scheduling = 17
  /// Landlock rules for files.
  case landlockFiles = 18
  /// Landlock scopes for signals and abstract sockets.
  case landlockScopes = 19
  /// The system call filter.
  case systemCallFilter = 20
  /// No memory that is both writable and executable.
  case writeXorExecute = 21
  /// Exactly the granted descriptors.
  case descriptors = 22
  /// Control group limits.
  case cgroupLimits = 23
  /// A nested user namespace that bounds threads per instance.
  case nestedUserNamespace = 24
  /// An environment built from nothing.
  case environment = 25
  /// A supervisor that names the forbidden call that ends an instance.
  case supervisor = 26
}
