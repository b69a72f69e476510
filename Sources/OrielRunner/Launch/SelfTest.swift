internal import CShims
internal import Glibc
internal import OrielSystem
internal import OrielWire

/// A first instance that loads nothing: it shows, before any extension is started, that the sandbox
/// can be put up here and what holds in it.
enum SelfTest {
  /// Forks the instance, waits for its report and reaps it.
  ///
  /// In the instance it never returns.
  static func run(
    _ plan: borrowing LaunchPlan,
    _ baseline: Baseline
  ) throws(SetupFailure) -> [LayerStatus] {
    var pair = try SetupFailure.attempt("making a socket pair") { () throws(SystemError) in
      try SocketPair()
    }
    let receiver = pair.takeFirst()
    let sender = pair.takeSecond()
    // Any folder serves as the bundle of an instance that loads nothing. The C string lives for the
    // call.
    let tree = Descriptor(
      owning: try SetupFailure.check(
        "cloning a folder of the private root",
        for: .privateRoot,
        unsafe oriel_shim_clone_tree(AT_FDCWD, PrivateRoot.bundlePath)
      )
    )
    var facts = oriel_shim_confinement()
    // The pointer passed to the closure is used only inside it.
    let child = unsafe plan.withShimPlan(
      of: Supervisor.nobody,
      request: sender.withRawValue { $0 },
      output: STDOUT_FILENO,
      error: STDERR_FILENO,
      tree: tree.withRawValue { $0 }
    ) { plan in
      // Both structures outlive the call; this process has one thread.
      unsafe oriel_shim_launch(plan, &facts)
    }
    if child == 0 { InstanceMain.reportOnly(Measurements(facts, baseline, plan)) }
    guard child > 0 else { throw failure(facts.step, facts.error) }
    // Closed here, so that an instance that dies is an end of file.
    _ = consume sender
    let result = Result { () throws(SetupFailure) in try layers(receiver) }
    var status: Int32 = 0
    // The variable outlives the call.
    _ = unsafe waitpid(child, &status, 0)
    if let failure = SetupFailure("testing the sandbox", endedWith: status) { throw failure }
    return try result.get()
  }

  private static func layers(
    _ receiver: borrowing PacketSocket
  ) throws(SetupFailure) -> [LayerStatus] {
    let stage = "testing the sandbox"
    var buffer = PacketBuffer(capacity: WireLimit.header + WireLimit.payload)
    let received = try SetupFailure.attempt(stage) { () throws(SystemError) in
      try receiver.receive(into: &buffer)
    }
    guard case .packet = received, let frame = try? WireFrame(packet: buffer.bytes),
      let message = try? InstanceMessage(frame, descriptorCount: buffer.descriptors.count)
    else { throw SetupFailure(stage, .ioFailed, "the test instance ended without a report") }
    switch message {
    case .report(let report): return report.layers
    case .launchFailed(let failed):
      throw SetupFailure(failed.text, for: failed.layer, Errno(rawValue: failed.errno))
    default: throw SetupFailure(stage, .invalidArgument)
    }
  }

  private static func failure(_ step: Int32, _ error: Int32) -> SetupFailure {
    SetupFailure(ConfinementStep.name(step), for: ConfinementStep.layer(step), answer: error)
  }
}
