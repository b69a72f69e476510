internal import CShims
internal import Glibc
internal import OrielSystem
internal import OrielWire

/// Process 1 of the runner's pid namespace: forks one instance for each launch, and reaps them.
struct ForkServer: ~Copyable {
  private let plan: LaunchPlan
  private let baseline: Baseline
  private let requiredLayers: LayerSet
  /// Whether each launch brings a descriptor to join a control group by, and the broker has to be
  /// told of its end.
  private let usesControlGroups: Bool
  /// What the broker did not take yet.
  private var untold: [[UInt8]] = []
  private var supervisor: Supervisor
  /// The requests of the instances that run, by process number in this namespace.
  private var requests: [Int32: UInt64] = [:]
  private var systemKills = SystemKills()
  /// How many processes of the system had been killed for memory when these instances were made.
  private var killsAtLaunch: [Int32: UInt64] = [:]

  /// Serves until the broker is gone; with it, process 1, every instance ends.
  ///
  /// In an instance, which is forked in here, it never returns.
  static func run(
    _ configuration: Configuration,
    _ baseline: Baseline,
    _ control: borrowing PacketSocket,
    _ server: borrowing PacketSocket
  ) throws(SetupFailure) {
    guard getpid() == 1 else {
      throw SetupFailure(
        "becoming process 1",
        for: .pidNamespace,
        answer: ORIEL_SHIM_NOT_IN_FORCE,
        "the fork server is process \(getpid())"
      )
    }
    // The number means this process also under the old /proc, so it must be read before that is gone.
    let ownNamespace = try SetupFailure.attempt("opening the pid namespace", for: .pidNamespace) {
      () throws(SystemError) in
      try Descriptor.open("/proc/self/ns/pid", .readOnly)
    }
    // Whether an instance may start without one is the host's decision; the report tells.
    let keyring = oriel_shim_new_session_keyring()
    if configuration.message.requiredLayers.contains(.keyring) {
      try SetupFailure.check("making a session keyring", for: .keyring, keyring)
    }
    try boundThreadStacks(configuration.limits)
    try adjustForOutOfMemory(configuration.message.limits.oomScoreAdjust)
    var view = configuration.message.view
    if let folder = Preload.swiftRuntimeFolder(), !folder.hasPrefix("/usr/lib/") {
      view.append(
        ViewEntry(folder)
      )
    }
    try PrivateRoot.enter(view)
    // The C string lives for the call.
    try SetupFailure.check(
      "naming the host",
      for: .utsNamespace,
      unsafe oriel_shim_set_host_name("oriel")
    )
    let supervisor = try SetupFailure.attempt("making the supervisor", for: .supervisor) {
      () throws(SystemError) in
      try Supervisor()
    }
    let plan = LaunchPlan(
      configuration,
      view: view,
      ownNamespace: ownNamespace.release(),
      supervisor: supervisor.sender.withRawValue { $0 }
    )
    var baseline = baseline
    baseline.observeServer()
    let layers = try SelfTest.run(plan, baseline)
    let children = Descriptor(
      owning: try SetupFailure.check("watching instances", oriel_shim_watch_children())
    )
    let poll = try SetupFailure.attempt("making a poll set") { () throws(SystemError) in
      // It must never wait for the broker, which may be waiting for it.
      try server.descriptor.setNonBlocking()
      let poll = try EventPoll()
      try poll.add(server.descriptor, for: .readable, token: Token.server)
      try poll.add(children, for: .readable, token: Token.children)
      try poll.add(supervisor.receiver.descriptor, for: .readable, token: Token.supervisor)
      return poll
    }
    var this = ForkServer(
      plan: plan,
      baseline: baseline,
      requiredLayers: configuration.message.requiredLayers,
      usesControlGroups: configuration.usesControlGroups,
      supervisor: supervisor
    )
    ControlChannel.send(
      RunnerReady(
        processIdentifier: getpid(),
        layers: layers,
        landlockVersion: KernelFacts.landlockVersion,
        controllers: configuration.controllers
      ),
      on: control
    )
    this.serve(control, server, children, poll)
  }

  /// What became ready; a listener's number is the request's behind these.
  private enum Token {
    static let server: UInt64 = 0
    static let children: UInt64 = 1
    static let supervisor: UInt64 = 2
    static let firstListener: UInt64 = 3
  }

  private init(
    plan: consuming LaunchPlan,
    baseline: Baseline,
    requiredLayers: LayerSet,
    usesControlGroups: Bool,
    supervisor: consuming Supervisor
  ) {
    self.plan = plan
    self.baseline = baseline
    self.requiredLayers = requiredLayers
    self.usesControlGroups = usesControlGroups
    self.supervisor = supervisor
  }

  /// Handles launches, forbidden calls and ended instances.
  private mutating func serve(
    _ control: borrowing PacketSocket,
    _ server: borrowing PacketSocket,
    _ children: borrowing Descriptor,
    _ poll: borrowing EventPoll
  ) {
    var buffer = PacketBuffer(capacity: WireLimit.header + WireLimit.payload)
    // It only fails for descriptors that do not exist.
    while let events = try? poll.wait(milliseconds: nil) {
      for event in events {
        switch event.token {
        case Token.server:
          guard tellBroker(server, poll), let received = try? server.receive(into: &buffer) else {
            return
          }
          switch received {
          case .packet: launch(&buffer, control)
          case .wouldBlock: break
          case .endOfFile: return
          }
        case Token.children: reap(children, control)
        case Token.supervisor:
          for request in supervisor.takeListeners(
            of: requests.values,
            poll,
            firstToken: Token.firstListener
          ) { giveUp(request, control) }
        default: punish(event.token &- Token.firstListener, control)
        }
      }
      guard tellBroker(server, poll) else { return }
    }
  }

  /// Ends an instance whose forbidden calls nobody would see.
  private func giveUp(_ request: UInt64, _ control: borrowing PacketSocket) {
    guard let child = requests.first(where: { $0.value == request })?.key else { return }
    ControlChannel.send(
      LaunchFailed(
        layer: .supervisor,
        errno: EMFILE,
        text: "taking the filter's listener from the instance"
      ),
      id: request,
      on: control
    )
    // It was not reaped yet, so the number is still its.
    kill(child, SIGKILL)
  }

  /// Tells of the end of an instance: the host, or the broker where it adds what it knows.
  private mutating func tell(
    _ end: some WireMessage,
    of request: UInt64,
    _ control: borrowing PacketSocket
  ) {
    guard usesControlGroups else {
      ControlChannel.send(end, id: request, on: control)
      return
    }
    // Small and without a text that could be too long.
    if let packet = try? end.packet(id: request) { untold.append(packet.bytes) }
  }

  /// Sends the broker what it takes, and waits for room for the rest; false when it is gone.
  private mutating func tellBroker(
    _ server: borrowing PacketSocket,
    _ poll: borrowing EventPoll
  ) -> Bool {
    let hadMore = !untold.isEmpty
    while let packet = untold.first {
      guard let sending = try? server.send(packet) else { return false }
      if case .peerClosed = sending { return false }
      guard case .sent = sending else { break }
      untold.removeFirst()
    }
    guard hadMore else { return true }
    let readiness: Readiness = untold.isEmpty ? .readable : [.readable, .writable]
    return (try? poll.modify(server.descriptor, for: readiness, token: Token.server)) != nil
  }

  /// Tells the host which forbidden call an instance made, and ends it.
  private mutating func punish(_ request: UInt64, _ control: borrowing PacketSocket) {
    guard let violation = supervisor.violation(of: request),
      let child = requests.first(where: { $0.value == request })?.key
    else { return }
    ControlChannel.send(violation, id: request, on: control)
    // It was not reaped yet, so the number is still its.
    kill(child, SIGKILL)
  }

  /// Forks the instance of one launch.
  ///
  /// Its descriptors are closed here when it has them.
  private mutating func launch(
    _ buffer: inout PacketBuffer,
    _ control: borrowing PacketSocket
  ) {
    var descriptors = buffer.takeDescriptors()
    // The broker decoded the same bytes; it added the trees, and behind the first the way into the
    // control group.
    let given = Launch.descriptors.lowerBound
    let added = usesControlGroups ? 2 : 1
    guard let frame = try? WireFrame(packet: buffer.bytes) else { return }
    guard let command = try? RunnerCommand(frame, descriptorCount: given),
      case .launch(let launch) = command,
      descriptors.count == given + added + launch.mounts.count,
      let request = descriptors.popFirst(), let output = descriptors.popFirst(),
      let error = descriptors.popFirst(), let tree = descriptors.popFirst()
    else {
      // The kernel passes none to a process that has as many as it may.
      let failure = LaunchFailed(
        layer: nil,
        errno: EMFILE,
        text: "taking the descriptors of the launch"
      )
      tell(failure, of: frame.id, control)
      return
    }
    let group = usesControlGroups ? descriptors.popFirst() : nil

    let numbers = descriptors.withRawValues { $0 }
    let granted = plan.granting(
      zip(launch.mounts, numbers).map { (path: $0.target, descriptor: $1) }
    )
    var confinement = oriel_shim_confinement()
    // The pointer passed to the closure is used only inside it.
    let child = unsafe plan.withShimPlan(
      of: frame.id,
      request: request.withRawValue { $0 },
      output: output.withRawValue { $0 },
      error: error.withRawValue { $0 },
      tree: tree.withRawValue { $0 },
      reportsRefusals: launch.reportsRefusals,
      granted: granted,
      controlGroup: group.number
    ) { plan in
      // Both structures outlive the call; this process has one thread.
      unsafe oriel_shim_launch(plan, &confinement)
    }
    if child == 0 {
      InstanceMain.run(
        launch,
        Measurements(confinement, baseline, plan, hasGrantedRoot: !launch.mounts.isEmpty),
        requiredLayers: requiredLayers
      )
    }
    guard child > 0 else {
      tell(InstanceMain.stepFailure(confinement), of: frame.id, control)
      return
    }
    requests[child] = frame.id
    // The child cannot be reaped before this process does it, so the number is still its.
    let handle = oriel_shim_pidfd_open(child)
    var isHandedOver = false
    if handle >= 0 {
      let owner = Descriptor(owning: handle)
      isHandedOver = ControlChannel.send(
        Launched(processIdentifier: child),
        id: frame.id,
        descriptors: [owner.withRawValue { $0 }],
        on: control
      )
    }
    // An instance that the host cannot end must not live.
    if !isHandedOver { kill(child, SIGKILL) }
    // The instance is on its way, so this delays nothing.
    killsAtLaunch[child] = systemKills.count()
  }

  /// Reaps every ended instance and tells the host how it ended.
  private mutating func reap(
    _ children: borrowing Descriptor,
    _ control: borrowing PacketSocket
  ) {
    // Several signals may have become one, so their content says nothing.
    children.withRawValue { oriel_shim_acknowledge_children($0) }
    while true {
      var status: Int32 = 0
      var usage = rusage()
      // Both variables outlive the call.
      let child = unsafe wait4(-1, &status, WNOHANG, &usage)
      guard child > 0 else { return }
      let before = killsAtLaunch.removeValue(forKey: child)
      guard let request = requests.removeValue(forKey: child) else { continue }
      supervisor.forget(request)
      tell(
        Exited(
          status: status,
          userMicroseconds: microseconds(usage.ru_utime),
          systemMicroseconds: microseconds(usage.ru_stime),
          peakResidentKibibytes: UInt64(clamping: usage.ru_maxrss),
          systemRanOutOfMemory: WaitStatus(rawValue: status).signal == SIGKILL
            && before.map { systemKills.count() > $0 } == true
        ),
        of: request,
        control
      )
    }
  }

  private func microseconds(_ time: timeval) -> UInt64 {
    UInt64(clamping: Int64(time.tv_sec) &* 1_000_000 &+ Int64(time.tv_usec))
  }

  /// Gives the stacks of all threads together a quarter of an instance's private memory.
  ///
  /// Instances inherit this. Stacks count whether they are used or not, so the usual 8 MiB for each
  /// would leave little else.
  private static func boundThreadStacks(_ limits: Limits) throws(SetupFailure) {
    let share = limits.privateMemory / 4 / UInt64(max(limits.threads, 1))
    let size = min(max(share, 256 << 10), 8 << 20) & ~0xFFFF
    try SetupFailure.check(
      "bounding the stacks of threads",
      for: .resourceLimits,
      oriel_shim_set_thread_stack(Int(size))
    )
  }

  /// Instances inherit this: when memory runs out, they go before the host does.
  private static func adjustForOutOfMemory(_ adjustment: Int32) throws(SetupFailure) {
    do {
      let file = try Descriptor.open("/proc/self/oom_score_adj", .readWrite)
      var buffer = [UInt8](repeating: 0, count: 16)
      let count = try file.read(into: &buffer, at: 0)
      let text = String(decoding: buffer.prefix(count), as: UTF8.self)
      // Only a privileged process may lower it, and a higher one is as good.
      if let current = Int32(text.prefix { $0 != "\n" }), current >= adjustment { return }
      try file.write(Array("\(adjustment)".utf8))
    } catch {
      throw SetupFailure(
        "adjusting the out-of-memory score",
        for: .scheduling,
        error.errno
      )
    }
  }
}

extension Descriptor? {
  /// The number for the C side; -1 for none.
  fileprivate var number: Int32 {
    borrowing get {
      switch self {
      case .some(let descriptor): descriptor.withRawValue { $0 }
      case .none: -1
      }
    }
  }
}
