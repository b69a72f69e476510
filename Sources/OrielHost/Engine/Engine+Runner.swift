internal import OrielManifest
internal import OrielSandbox
internal import OrielSystem
internal import OrielWire

/// The runner: start, configuration, launches, end.
extension Engine {
  /// How long a runner may take until it is ready.
  private static let runnerStartMilliseconds: UInt64 = 15_000
  /// A runner that ends within this time counts as one that cannot run.
  private static let earlyEnd: UInt64 = 1_000_000_000

  /// Starts what can be started.
  func pump() {
    guard !waiting.isEmpty || !examinations.isEmpty else { return }
    guard let runner else {
      startRunner()
      return
    }
    guard let ready = runner.ready else { return }
    finishExaminations(.success(ready.layers))
    while let id = waiting.first, unreported.count < Self.launchWindow, runner.outgoing.isEmpty,
      requests.count - waiting.count < max(configuration.instanceLimit, 1)
    {
      waiting.removeFirst()
      guard let request = requests[id] else { continue }
      launch(request, runner)
      // What the system has no room for now is tried again later.
      guard self.runner != nil, !request.sending.isActive else { return }
    }
  }

  /// Starts a runner, unless the last ones ended so soon that it is too early.
  private func startRunner() {
    guard !deadlines.contains(.runner) else { return }
    do throws(SetupFailure) {
      let connection = RunnerConnection(generation: nextGeneration, try starter.start())
      nextGeneration += 1
      runner = connection
      try configure(connection)
      deadlines.set(
        .runner,
        .start,
        at: .now.adding(milliseconds: Self.runnerStartMilliseconds)
      )
      starting.end()
    } catch {
      let cause = SystemError(error.stage, Errno(rawValue: error.errorNumber))
      if cause.isShortage, starting.mayWait() {
        endRunner()
        deadlines.set(.runner, .start, at: .now.adding(milliseconds: Self.retryMilliseconds))
        return
      }
      starting.end()
      loseRunner(.setup(error))
    }
  }

  /// Watches a new runner and tells it what all instances have in common.
  private func configure(_ connection: RunnerConnection) throws(SetupFailure) {
    do throws(SystemError) {
      try connection.control.descriptor.setNonBlocking()
      try loop.poll.add(
        connection.control.descriptor,
        for: .readable,
        token: Token.control(connection.generation).rawValue
      )
      try connection.diagnostics.watch(
        by: loop.poll,
        token: Token.diagnostics(connection.generation)
      )
      if filters == nil { filters = try RunnerPolicy.filters() }
      let message = ConfigureRunner(
        filterLengths: filters?.lengths ?? [],
        view: RunnerPolicy.view,
        preloads: configuration.preloadedLibraries,
        limits: Limits(configuration.limits, controllers: []),
        groupLimits: Limits(configuration.limits, controllers: [.memory, .pids, .cpu]),
        controlGroup: configuration.controlGroup,
        requiredLayers: configuration.requiredLayers,
        seedUser: RunnerPolicy.seedUser,
        landlockLimit: configuration.landlockLimit
      )
      var descriptors = DescriptorList()
      if let copy = try filters?.memory.descriptor.duplicate() { descriptors.append(copy) }
      guard let packet = try? message.packet() else {
        throw SystemError("ConfigureRunner", .invalidArgument)
      }
      connection.outgoing.append(packet, descriptors: HeldDescriptors(descriptors))
      try flush(connection)
    } catch {
      throw SetupFailure(error, during: "configuring the runner")
    }
  }

  /// Asks the runner for the instance of a request.
  private func launch(_ request: ActiveRequest, _ runner: RunnerConnection) {
    request.adopt(limits(of: request.order, controllers: runner.ready?.controllers ?? []))
    do throws(SystemError) {
      var pair = try SocketPair()
      var output = try Pipe()
      var errorOutput = try Pipe()
      let socket = pair.takeFirst()
      try socket.descriptor.setNonBlocking()
      try loop.poll.add(
        socket.descriptor,
        for: .readable,
        token: Token.request(request.id).rawValue
      )
      request.socket = consume socket
      let limit = Int(request.limits.logBytes)
      request.output = OutputCapture(output.takeReadingEnd(), limit: limit)
      try request.output.watch(by: loop.poll, token: .output(request.id))
      request.errorOutput = OutputCapture(errorOutput.takeReadingEnd(), limit: limit)
      try request.errorOutput.watch(by: loop.poll, token: .errorOutput(request.id))

      var descriptors = DescriptorList(pair.takeSecond())
      descriptors.append(output.takeWritingEnd())
      descriptors.append(errorOutput.takeWritingEnd())
      guard let packet = try? launchMessage(for: request).packet(id: request.id),
        packet.externalPayload == nil
      else { throw SystemError("Launch", .invalidArgument) }
      request.sending.end()
      unreported.insert(request.id)
      apply(.launchSent, to: request)
      runner.outgoing.append(packet, descriptors: HeldDescriptors(descriptors), id: request.id)
      try flush(runner)
    } catch {
      if error.isShortage, request.machine.phase == .waiting, request.sending.mayWait() {
        letGo(of: request)
        waiting.insert(request.id, at: 0)
        retrySoon()
        return
      }
      apply(.lost(.setup(SetupFailure(error, during: "preparing the launch"))), to: request)
    }
  }

  /// Sends what the runner takes; a launch for which the system has no room for long is given up,
  /// but neither the runner nor other requests.
  private func flush(_ runner: RunnerConnection) throws(SystemError) {
    while let shortage = try runner.outgoing.flush(to: runner.control) {
      if runner.sending.mayWait() {
        retrySoon()
        try watchControl(runner)
        return
      }
      runner.sending.end()
      guard let id = runner.outgoing.removeFirst(), id != 0 else { throw shortage }
      if let request = requests[id] { giveUp(request, shortage, during: "launching the instance") }
    }
    runner.sending.end()
    try watchControl(runner)
  }

  /// What the runner is told about an instance.
  private func launchMessage(for request: ActiveRequest) -> Launch {
    let environment = [
      EnvironmentVariable("LANG", configuration.locale),
      EnvironmentVariable("TZ", configuration.timeZone),
    ]
    let item = request.order.extension
    return Launch(
      bundlePath: item.path,
      bundleDevice: item.bundleIdentity.device,
      bundleInode: item.bundleIdentity.inode,
      executablePath: item.manifest.executableName,
      executable: WireFileIdentity(item.executableIdentity),
      bundleIdentifier: item.identifier,
      environment: environment,
      reportsRefusals: request.order.options.reportsRefusals,
      measuresSteps: request.order.options.measuresSteps,
      mounts: request.mounts,
      isConnection: request.order.connection != nil
    )
  }

  /// Watches for what can be done with the control socket now.
  private func watchControl(_ runner: RunnerConnection) throws(SystemError) {
    var readiness: Readiness = runner.receiving.isActive ? [] : .readable
    if !runner.outgoing.isEmpty, !runner.sending.isActive { readiness.insert(.writable) }
    try loop.poll.modify(
      runner.control.descriptor,
      for: readiness,
      token: Token.control(runner.generation).rawValue
    )
  }

  /// Sends and receives on the control socket.
  func controlIsReady(_ generation: UInt64) {
    guard let runner, runner.generation == generation else { return }
    do throws(SystemError) {
      if !runner.outgoing.isEmpty { try flush(runner) }
      for _ in 0..<64 {
        if runner.control.lacksRoom(), runner.receiving.mayWait() {
          retrySoon()
          try watchControl(runner)
          return
        }
        if runner.receiving.isActive {
          runner.receiving.end()
          try watchControl(runner)
        }
        switch try runner.control.receive(into: &packet) {
        case .wouldBlock: return
        case .endOfFile:
          runnerEnded(runner)
          return
        case .packet: try handlePacket(of: runner)
        }
        guard self.runner === runner else { return }
      }
    } catch {
      loseRunner(.runnerLost("its connection failed: \(error)"))
    }
  }

  /// Handles a packet of the runner.
  private func handlePacket(of runner: RunnerConnection) throws(SystemError) {
    var descriptors = packet.takeDescriptors()
    let event: RunnerEvent
    let id: UInt64
    do throws(WireError) {
      guard !packet.isTruncated else { throw WireError.truncated }
      let frame = try WireFrame(packet: packet.bytes)
      if packet.isControlTruncated, let request = requests[frame.id] {
        // The kernel found no place for the descriptor of the instance, which nobody can end now
        // but by its connection. The runner and the other requests go on.
        giveUp(
          request,
          SystemError("recvmsg", .tooManyOpenFiles),
          during: "receiving the instance's process"
        )
        return
      }
      event = try RunnerEvent(frame, descriptorCount: descriptors.count)
      id = frame.id
    } catch {
      loseRunner(.runnerLost("it is of another version or broken: \(error)"))
      return
    }
    switch event {
    case .ready(let ready):
      deadlines.clear(.runner)
      runner.ready = ready
    case .failed(let failure): loseRunner(.setup(SetupFailure(failure)))
    case .launched:
      guard let descriptor = descriptors.popFirst() else { return }
      let process = ProcessHandle(descriptor)
      guard let request = requests[id], request.process == nil else {
        // The request was given up meanwhile, and nobody else would end its instance.
        _ = try? process.kill()
        return
      }
      request.timings.launched = request.age
      try loop.poll.add(process.descriptor, for: .readable, token: Token.process(id).rawValue)
      if request.isKillPending { _ = try? process.kill() }
      request.process = consume process
    case .launchFailed(let failure):
      guard let request = requests[id] else { return }
      apply(.launchRefused(failure), to: request)
    case .violated(let violated):
      guard let request = requests[id] else { return }
      apply(.violated(violated), to: request)
    case .pressured(let pressured):
      guard let request = requests[id] else { return }
      apply(.pressured(pressured.level), to: request)
    case .exited(let exited):
      guard let request = requests[id] else { return }
      instanceExited(request, exited)
    }
  }

  /// Reads what the runner writes to standard error.
  func diagnosticsAreReady(_ generation: UInt64) {
    guard let runner, runner.generation == generation else { return }
    if !runner.diagnostics.read(into: &bytes) { runner.diagnostics.unwatch(by: loop.poll) }
  }

  /// The runner was not ready in time, or the time before the next one is over.
  func runnerDeadlinePassed() {
    guard let runner, runner.ready == nil else { return }
    loseRunner(
      .setup(
        SetupFailure(
          stage: "starting the runner",
          errorNumber: 0,
          reason: "it was not ready in time",
          remedy: SetupFailure.doctor
        )
      )
    )
  }

  /// The runner closed its connection.
  private func runnerEnded(_ runner: RunnerConnection) {
    _ = runner.diagnostics.read(into: &bytes)
    // How it ended is worth a moment: nothing can be started meanwhile in any case.
    let status = (try? runner.process?.reap(within: 250)) ?? nil
    let words = runner.lastWords(status)
    guard runner.ready == nil else {
      loseRunner(.runnerLost(words))
      return
    }
    loseRunner(
      .setup(
        SetupFailure(
          stage: "starting the runner",
          errorNumber: 0,
          reason: "it ended at once; \(words)",
          remedy: words.contains("SIGSYS")
            ? Obstacles.Kind.outerFilter.remedy : SetupFailure.doctor
        )
      ),
      mayRetry: true
    )
  }

  /// Gives up the runner and what runs in it; what waits gets another runner if this one was good.
  ///
  /// One that ended before it was ready, and did not say why, is replaced once before what waits
  /// fails.
  private func loseRunner(_ reason: FailureReason, mayRetry: Bool = false) {
    let wasReady = runner?.ready != nil
    let isEarly = runner.map {
      MonotonicTime.now.nanoseconds &- $0.startTime.nanoseconds < Self.earlyEnd
    }
    endRunner()
    earlyEnds = isEarly == false ? 0 : earlyEnds + 1
    if earlyEnds > 1 {
      // Doubling from 50 ms to 3.2 s, so that a broken system is not kept busy.
      let pause = UInt64(50) << UInt64(min(earlyEnds - 2, 6))
      deadlines.set(.runner, .start, at: .now.adding(milliseconds: pause))
    }
    let isFinal = !wasReady && !(mayRetry && earlyEnds == 1)
    if isFinal { finishExaminations(.failure(reason)) }
    let lost = requests.values.filter { isFinal || $0.machine.phase != .waiting }
    for request in lost {
      // What an instance sent before it ended still counts.
      receive(for: request, limit: 1024)
      apply(.lost(reason), to: request)
    }
  }

  /// Tells whoever waits what holds, or why nothing does.
  func finishExaminations(_ result: Result<[LayerStatus], FailureReason>) {
    let waiting = examinations
    examinations = []
    for completion in waiting { completion(result) }
  }

  /// Ends the runner's process and reaps it.
  func endRunner() {
    deadlines.clear(.runner)
    guard let runner else { return }
    self.runner = nil
    try? loop.poll.remove(runner.control.descriptor)
    runner.diagnostics.unwatch(by: loop.poll)
    guard let process = runner.process.take() else { return }
    // With its first process every instance ends; the kernel reaps them.
    _ = try? process.kill()
    let ending = EndingRunner(process)
    let token = Token.endingRunner(runner.generation).rawValue
    if (try? loop.poll.add(ending.process.descriptor, for: .readable, token: token)) == nil {
      // Nothing would tell of its end.
      ending.waitAndReap()
    } else {
      endingRunners[runner.generation] = ending
    }
  }

  /// Reaps a runner that has ended.
  func reapRunner(_ generation: UInt64) {
    guard let ending = endingRunners[generation] else { return }
    do throws(SystemError) {
      guard try ending.process.reap() != nil else { return }
    } catch {
      // Somebody else has reaped it, as the kernel does where SIGCHLD is ignored.
    }
    try? loop.poll.remove(ending.process.descriptor)
    endingRunners[generation] = nil
  }
}

extension WireFileIdentity {
  /// The identity in the form of messages.
  init(_ identity: FileIdentity) {
    self.init(
      device: identity.device,
      inode: identity.inode,
      size: identity.size,
      modificationTime: identity.modificationTime,
      changeTime: identity.changeTime
    )
  }
}
