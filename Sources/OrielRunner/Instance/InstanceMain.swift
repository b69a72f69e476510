internal import COriel
internal import CShims
internal import Glibc
internal import OrielSystem
internal import OrielWire

/// The life of an instance from the end of its confinement to its exit.
enum InstanceMain {
  /// Runs in a freshly forked process; never returns into the fork server.
  static func run(
    _ launch: Launch,
    _ measurements: Measurements,
    requiredLayers: LayerSet
  ) -> Never {
    let channel = Channel(measurements.facts.channel)
    var measurements = measurements
    measurements.strayVariable = setEnvironment(launch.environment)
    let layers = ConfinementReport.layers(measurements)
    if let failure = failure(measurements.facts, layers, requiredLayers) {
      try? channel.send(failure)
      _exit(1)
    }
    LastWords.prepare(on: channel)
    do {
      let times = launch.measuresSteps ? ConfinementStep.times(measurements.facts) : []
      try channel.send(Report(layers: layers, steps: times))
      if launch.reportsRefusals { oriel_shim_trace_begin(channel.rawDescriptor) }
      if launch.isConnection { try ConnectionMain.serve(launch, channel) }
      try serve(launch, channel)
    } catch let error as ExtensionLibrary.Failure {
      oriel_shim_trace_flush()
      try? channel.send(error.message)
      Instance.exit(1)
    } catch {
      // Without a host there is nobody to tell.
      _exit(1)
    }
  }

  /// Tells how far the confinement came, and loads nothing.
  static func reportOnly(_ measurements: Measurements) -> Never {
    let channel = Channel(measurements.facts.channel)
    var measurements = measurements
    measurements.strayVariable = setEnvironment([])
    if measurements.facts.step == ORIEL_SHIM_STEP_DONE {
      try? channel.send(Report(layers: ConfinementReport.layers(measurements)))
    } else {
      try? channel.send(stepFailure(measurements.facts))
    }
    _exit(0)
  }

  /// The step that failed, as the host is told.
  static func stepFailure(_ facts: oriel_shim_confinement) -> LaunchFailed {
    let failure = SetupFailure(
      ConfinementStep.name(facts.step),
      for: ConfinementStep.layer(facts.step),
      answer: facts.error
    )
    return LaunchFailed(
      layer: failure.layer,
      errno: failure.errno.rawValue,
      text: failure.detail.isEmpty ? failure.stage : "\(failure.stage) (\(failure.detail))"
    )
  }

  /// Why the instance must not load anything: a step failed, or a required layer does not hold.
  private static func failure(
    _ facts: oriel_shim_confinement,
    _ layers: [LayerStatus],
    _ required: LayerSet
  ) -> LaunchFailed? {
    if facts.step != ORIEL_SHIM_STEP_DONE { return stepFailure(facts) }
    let missing = layers.first { $0.state == .none && required.contains(LayerSet([$0.layer])) }
    return missing.map {
      LaunchFailed(
        layer: $0.layer,
        errno: $0.errno,
        text: "the check of the required layer '\($0.layer)' (\($0.detail))"
      )
    }
  }

  /// Loads the extension, waits for the request and serves it.
  private static func serve(_ launch: Launch, _ channel: Channel) throws -> Never {
    let before = MonotonicTime.now
    let library = try ExtensionLibrary(launch)
    let microseconds = UInt32(
      clamping: (MonotonicTime.now.nanoseconds - before.nanoseconds) / 1000
    )
    try channel.send(Loaded(loadMicroseconds: microseconds))

    let begin = receiveBegin(channel)
    let instance = try Instance(
      channel: channel,
      library: library,
      begin: begin,
      mounts: launch.mounts
    )
    instance.install()
    try OrielThread.start()
    unsafe try library.start(unsafe HostInterfaces.host)

    enterBegin(instance)
    do throws(Status) {
      try channel.send(Began())
    } catch {
      // Without a host the Oriel thread ends the process, after it has told the extension.
      guard error.code == ORIEL_E_HOST_GONE else { throw error }
    }
    instance.loop.run { instance.mayEnd }
    instance.loop.close()
    if let stop = library.lifecycle.stop {
      // The extension's function.
      Guarded.call { stop() }
    }
    Instance.exit(0)
  }

  /// Waits for the request.
  ///
  /// The buffer for it is gone when the extension is entered.
  private static func receiveBegin(_ channel: Channel) -> Begin {
    var buffer = PacketBuffer(capacity: WireLimit.header + WireLimit.payload)
    guard let received = channel.receive(into: &buffer), case .begin(let begin) = received.message
    else { _exit(1) }
    return begin
  }

  /// Enters the extension; a status other than OK is an outcome.
  private static func enterBegin(_ instance: Instance) {
    var status = ORIEL_OK
    let request = instance.request.withLock { record in
      record.hasBegun = true
      return record.handle
    }
    Guarded.call {
      // `begin` was checked not to be NULL; the host object lives as long as the process.
      if let begin = unsafe instance.library.request.begin {
        status = unsafe begin(HostInterfaces.host, request)
      }
    }
    guard status != ORIEL_OK else { return }
    // A number that is no status of the ABI means nothing to a host.
    let returned = status
    status = Status.isKnown(status) ? status : ORIEL_E_INTERNAL
    try? instance.finish(keepsWorking: false) { (_) throws(Status) in
      try instance.channel.send(
        Cancel(
          failure: WireFailure(
            domain: "oriel.status",
            code: Int64(status),
            text: "the extension's begin returned the status \(returned)"
          ),
          itemFailures: []
        )
      )
    }
  }

  /// Makes the environment from nothing.
  ///
  /// - Returns: A variable that is there all the same, or nil.
  private static func setEnvironment(_ given: [EnvironmentVariable]) -> String? {
    let own = ["HOME", "TMPDIR"].map { EnvironmentVariable($0, PrivateRoot.temporaryPath) }
    let variables = own + given
    clearenv()
    for variable in variables {
      // Both C strings live for the call, which copies them.
      _ = unsafe setenv(variable.name, variable.value, 1)
    }
    // Lines that an extension prints arrive also when it is killed later.
    oriel_shim_print_by_line()
    return Environment.names.first { name in
      !variables.contains { $0.name == name }
    }.map(String.init)
  }
}
