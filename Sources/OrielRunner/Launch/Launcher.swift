internal import CShims
internal import Glibc
internal import OrielSystem
internal import OrielWire

/// The first process of a runner: builds the namespaces, starts the fork server in them, and stays
/// outside as the broker.
///
/// ```
/// launcher, then broker    the host's view of the file system; hands out bundles
///  └─ (gone)               makes the namespaces
///      └─ fork server      process 1 of its pid namespace, in the private root
///          └─ instances
/// ```
enum Launcher {
  /// Runs until the host is gone.
  ///
  /// Gives the exit code.
  static func run(_ control: borrowing PacketSocket, _ baseline: Baseline) -> Int32 {
    do throws(SetupFailure) {
      guard var configuration = try Configuration.receive(from: control) else { return 0 }
      let host = try hostProcess()
      var groups = ControlGroups.find(configuration.message.controlGroup)
      configuration.adopt(groups)
      let socket = try start(configuration, baseline, control)
      Broker.run(control, socket, host, configuration.limits, &groups)
      groups.endAll()
      if let failure = endOfServer(socket) { throw failure }
      return 0
    } catch {
      ControlChannel.send(error.explained(by: baseline.obstacles), on: control)
      return 1
    }
  }

  /// Why the fork server is gone, if it is and a filter ended it.
  private static func endOfServer(_ socket: borrowing PacketSocket) -> SetupFailure? {
    var ended = pollfd(fd: socket.descriptor.withRawValue { $0 }, events: 0, revents: 0)
    // One structure is passed, and it outlives the call.
    guard unsafe poll(&ended, 1, 0) == 1 else { return nil }
    var status: Int32 = 0
    // It became a child of this process and has closed its files; the variable outlives the call.
    guard unsafe waitpid(-1, &status, 0) > 0 else { return nil }
    return SetupFailure("starting the fork server", endedWith: status)
  }

  /// The process that started this one.
  private static func hostProcess() throws(SetupFailure) -> ProcessHandle {
    let number = getppid()
    let process = try SetupFailure.attempt("watching the host", for: .launcher) {
      () throws(SystemError) in
      try ProcessHandle(processIdentifier: number)
    }
    // If the host ended in between, the number may mean another process by now.
    guard getppid() == number else {
      throw SetupFailure("watching the host", .noSuchProcess)
    }
    // Asking for a signal that is none shows whether the descriptor is a process's.
    let answer = process.descriptor.withRawValue { oriel_shim_pidfd_send_signal($0, 0) }
    guard answer == 0 || answer == -EPERM else {
      throw SetupFailure("watching the host", for: .launcher, answer: ORIEL_SHIM_NOT_IN_FORCE)
    }
    return process
  }

  /// Starts the fork server.
  ///
  /// Gives the broker's connection to it; in the fork server and the process between it never
  /// returns.
  private static func start(
    _ configuration: Configuration,
    _ baseline: Baseline,
    _ control: borrowing PacketSocket
  ) throws(SetupFailure) -> PacketSocket {
    Preload.load(configuration.message.preloads)
    var pair = try SetupFailure.attempt("making a socket pair") { () throws(SystemError) in
      try SocketPair()
    }
    let broker = pair.takeFirst()
    let server = PacketSocket(pair.takeSecond())
    try SetupFailure.check("adopting orphans", for: .launcher, oriel_shim_adopt_orphans())
    // As root the broker stays where it is, so that it can show any bundle, on whatever is mounted;
    // what runs extensions does not.
    let seedUser = UserMap.current().instanceUser(
      of: geteuid(),
      wanted: configuration.message.seedUser ?? nobody
    )
    if seedUser == nil {
      try UserNamespace.enter(with: ORIEL_SHIM_NAMESPACE_MOUNT)
      // A bundle may lie on a file system that the host mounts later.
      try SetupFailure.check(
        "following the host's mounts",
        for: .mountNamespace,
        oriel_shim_set_propagation(0)
      )
    }

    let between = try SetupFailure.check("forking", oriel_shim_fork())
    if between == 0 {
      do {
        try enterNamespaces(seedUser: seedUser)
        if try SetupFailure.check("forking the fork server", oriel_shim_fork()) > 0 { _exit(0) }
        try ForkServer.run(configuration, baseline, control, server)
        _exit(0)
      } catch {
        ControlChannel.send(error.explained(by: baseline.obstacles), on: control)
        _exit(1)
      }
    }
    var status: Int32 = 0
    // The variable outlives the call.
    while unsafe waitpid(between, &status, 0) < 0 && errno == EINTR { continue }
    if let failure = SetupFailure("making the namespaces", endedWith: status) { throw failure }
    return broker
  }

  /// The user, and the group, without rights of its own.
  private static let nobody: UInt32 = 65_534

  private static let instanceNamespaces =
    ORIEL_SHIM_NAMESPACE_MOUNT | ORIEL_SHIM_NAMESPACE_PID | ORIEL_SHIM_NAMESPACE_NETWORK
    | ORIEL_SHIM_NAMESPACE_IPC | ORIEL_SHIM_NAMESPACE_UTS | ORIEL_SHIM_NAMESPACE_CGROUP

  /// Gives up root if need be, and makes the namespaces that the fork server and every instance
  /// share or build on.
  ///
  /// The network namespace is made once: it stays empty, and making one costs more than all the
  /// rest of a launch.
  private static func enterNamespaces(seedUser: UInt32?) throws(SetupFailure) {
    if let seedUser {
      try SetupFailure.check(
        "becoming user \(seedUser)",
        for: .userNamespace,
        // The number of the user's own group would have to be looked up; nobody's opens no file.
        oriel_shim_become_user(seedUser, nobody),
        UserMap.current().contains(seedUser)
          ? "" : "it does not exist here: map it, or run the host as an ordinary user"
      )
      try UserNamespace.enter(with: instanceNamespaces)
    } else {
      try Namespaces.separate(instanceNamespaces)
    }
  }
}
