internal import OrielSystem
internal import OrielWire

/// Requests: what their instances send, and what their machines decide.
extension Engine {
  /// Receives packets of an instance until none waits, the connection ends or the limit is reached.
  func receive(for request: ActiveRequest, limit: Int) {
    for _ in 0..<limit {
      guard request.machine.phase != .ended, let socket = request.socket.take() else { return }
      let receiving = try? socket.receive(into: &packet)
      request.socket = consume socket
      switch receiving {
      case .packet: handlePacket(of: request)
      case .wouldBlock: return
      // A connection that fails is as good as closed, and so is one that brings no bytes.
      case .endOfFile, nil:
        packet.descriptors = DescriptorList()
        closeSocket(of: request)
        apply(.connectionClosed, to: request)
        return
      }
    }
  }

  /// Handles a packet of an instance, which is not trusted.
  private func handlePacket(of request: ActiveRequest) {
    // No message of an instance carries any; those that came must not wait for the next packet.
    defer { packet.descriptors = DescriptorList() }
    guard !packet.isTruncated, !packet.isControlTruncated else {
      apply(.violation("sent a packet that is too long"), to: request)
      return
    }
    do {
      var frame = try WireFrame(packet: packet.bytes)
      if frame.externalSize != nil {
        frame = try frame.resolved(with: try request.contents.takePayload())
      }
      let count = packet.descriptors.count
      let message = try InstanceMessage(frame, descriptorCount: count)
      apply(.message(message, id: frame.id), to: request)
    } catch let error as WireError {
      apply(.violation("sent something that is no message: \(error)"), to: request)
    } catch let problem as ContentCollector.Problem {
      refuse(problem, of: request)
    } catch {
      apply(.violation("sent a message that is not what it said: \(error)"), to: request)
    }
  }

  /// Tells a request's machine what happened, and does what it decides.
  func apply(_ event: RequestMachine.Event, to request: ActiveRequest) {
    for action in request.machine.handle(event) { perform(action, for: request) }
  }

  /// Does one thing that a machine decided.
  private func perform(_ action: RequestMachine.Action, for request: ActiveRequest) {
    switch action {
    case .accept(let report, let steps):
      request.report = report
      request.timings.steps = steps.map(RequestTimings.Step.init)
      request.timings.reported = request.age
      unreported.remove(request.id)
    case .begin:
      if let link = request.order.connection { connect(link, request) } else { begin(request) }
    case .connect(let connected):
      deadlines.clear(.request(request.id))
      request.order.connection?.connected(connected)
    case .mapped(let mapped, let number):
      request.order.connection?.bufferMapped(number, mapped.errno)
    case .cancel(let reason):
      send(HostCancel(reason: reason), to: request)
      endQuestions(of: request)
      endProviding(for: request, tellsInstance: true)
    case .expire: send(Expire(), to: request)
    case .finish: send(Finish(), to: request)
    case .press(let level): send(Pressure(level: level), to: request)
    case .answer(let load, let id): answer(load, id: id, of: request)
    case .refuse(let id): answer(nil, id: id, of: request)
    case .preview(let load, let id): answer(load, id: id, of: request)
    case .watch(let id): watch(id, of: request)
    case .release(let id): release(id, of: request)
    case .forget(let id): forget(id, of: request)
    case .reply(let question, let id): reply(to: question, id: id, of: request)
    case .refuseQuestion(let id): reply(to: nil, id: id, of: request)
    case .withdraw(let id): withdraw(id, of: request)
    case .log(let log): request.log.add(log, at: request.age)
    case .refused(let refused): request.refusals?.add(refused)
    case .keep(let part, let number): keep(part, of: number, for: request)
    case .note(.loaded): request.timings.loaded = request.age
    case .note(.began): request.timings.began = request.age
    case .kill: kill(request)
    case .deliver(let verdict): deliver(verdict, of: request)
    case .setDeadline(let deadline):
      let milliseconds = UInt64(request.milliseconds(of: deadline))
      deadlines.set(
        .request(request.id),
        deadline,
        at: .now.adding(milliseconds: milliseconds)
      )
    case .end: end(request)
    }
  }

  /// Sends the request; one that does not fit into messages has no answer.
  private func begin(_ request: ActiveRequest) {
    let message = request.beginMessage(
      locale: configuration.locale,
      timeZone: configuration.timeZone
    )
    do throws(WireError) {
      enqueue(try message.packet(), to: request)
    } catch {
      // Checked before the launch; a change of the limits would show here.
      kill(request)
      apply(.lost(.hostGone("its items do not fit into a message: \(error)")), to: request)
    }
  }

  /// Whether a request may hold so many more descriptors, so that enough is left for others.
  func mayHold(_ count: Int, _ request: ActiveRequest) -> Bool {
    descriptorBudget.allows(
      request.descriptorCount + count,
      others: requests.values.lazy.filter { $0 !== request }.map(\.descriptorCount)
    )
  }

  /// Keeps a part of a content.
  private func keep(_ part: ContentPart, of number: UInt64, for request: ActiveRequest) {
    // Asked for beforehand, since the collector must not be looked at while it changes.
    let mayTake = mayHold(1, request)
    do throws(ContentCollector.Problem) {
      try request.contents.add(part, to: number, mayTakeDescriptor: mayTake)
    } catch {
      refuse(error, of: request)
    }
  }

  /// Ends a request for what is wrong with its contents.
  private func refuse(_ problem: ContentCollector.Problem, of request: ActiveRequest) {
    switch problem {
    case .violation(let what): apply(.violation(what), to: request)
    case .system(let error):
      giveUp(request, error, during: "receiving what the extension returned")
    }
  }

  /// Sends a message without parts that could be too long.
  func send(_ message: some WireMessage, id: UInt64 = 0, to request: ActiveRequest) {
    guard let packet = try? message.packet(id: id) else { return }
    enqueue(packet, to: request)
  }

  /// Sends a packet after those that wait.
  func enqueue(
    _ packet: WirePacket,
    descriptors: HeldDescriptors = HeldDescriptors(),
    load: UInt64 = 0,
    to request: ActiveRequest
  ) {
    request.outgoing.append(packet, descriptors: descriptors, id: load)
    flush(request)
  }

  /// Sends what an instance takes, and watches for room for the rest.
  func flush(_ request: ActiveRequest) {
    guard let socket = request.socket.take() else { return }
    var failure: SystemError?
    do throws(SystemError) {
      if let shortage = try request.outgoing.flush(to: socket) {
        if request.sending.mayWait() { retrySoon() } else { failure = shortage }
      } else {
        request.sending.end()
      }
      try watch(socket, of: request)
    } catch {
      failure = error
    }
    request.socket = consume socket
    if let failure { giveUp(request, failure, during: "sending to the instance") }
  }

  /// Ends the process of an instance, or remembers to do so.
  func kill(_ request: ActiveRequest) {
    request.isKillPending = true
    _ = try? request.process?.kill()
  }

  /// A time limit of a request has passed.
  func deadlinePassed(_ kind: RequestMachine.Deadline, of request: ActiveRequest) {
    if kind == .start, request.machine.phase == .waiting {
      preparationTimedOut(request)
    } else if kind == .end, let status = request.process?.exitStatus() {
      apply(.exited(status, usedProcessorTime: false), to: request)
    } else {
      apply(.deadline(kind), to: request)
    }
  }

  /// The process of an instance is gone; what it sent before still counts.
  func processEnded(_ request: ActiveRequest) {
    request.process?.unwatch(by: loop.poll)
    receive(for: request, limit: 1024)
    apply(.processEnded, to: request)
  }

  /// The runner told how an instance ended.
  func instanceExited(_ request: ActiveRequest, _ exited: Exited) {
    request.usage = ResourceUsage(
      userTime: .microseconds(Int64(clamping: exited.userMicroseconds)),
      systemTime: .microseconds(Int64(clamping: exited.systemMicroseconds)),
      peakMemory: exited.peakResidentKibibytes.multipliedReportingOverflow(by: 1024).partialValue
    )
    receive(for: request, limit: 1024)
    readErrorOutput(of: request)
    let (used, overflow) = exited.userMicroseconds.addingReportingOverflow(
      exited.systemMicroseconds
    )
    // The kernel acts on the limit in whole seconds and a little early by its own count.
    let limit = UInt64(request.limits.cpuSeconds) * 1_000_000
    apply(
      .exited(
        WaitStatus(rawValue: exited.status),
        usedProcessorTime: overflow || used >= limit - min(limit, 100_000),
        memory: MemoryUse(
          limits: request.limits,
          peakResident: request.usage?.peakMemory ?? 0,
          group: exited.group,
          systemRanOut: exited.systemRanOutOfMemory,
          failedAllocation: MemoryUse.failedAllocation(in: request.errorOutput.bytes)
        )
      ),
      to: request
    )
  }

  /// Gives the outcome to whoever asked.
  private func deliver(_ verdict: Verdict, of request: ActiveRequest) {
    request.timings.finished = request.age
    endQuestions(of: request)
    endProviding(for: request, tellsInstance: false)
    unreported.remove(request.id)
    let outcome = outcome(of: verdict, request)
    guard request.order.options.waitsForExit, request.machine.phase != .ended else {
      readOutput(of: request)
      readErrorOutput(of: request)
      request.order.completion(request.result(outcome))
      return
    }
    request.outcome = outcome
  }

  /// The public form of a verdict, after checking what was returned.
  private func outcome(of verdict: Verdict, _ request: ActiveRequest) -> Outcome {
    do throws(ReturnedItems.Violation) {
      switch verdict {
      case .completed(let complete):
        let contents: [ReturnedRepresentation.Content?]
        do throws(SystemError) {
          contents = try request.contents.takeAll()
        } catch {
          kill(request)
          return .failed(.setup(SetupFailure(error, during: "receiving what was returned")))
        }
        let items = try ReturnedItems.verify(
          complete.items,
          contents: contents,
          types: request.order.types,
          limits: request.limits
        )
        return .completed(items, itemErrors: try failures(complete.itemFailures, request))
      case .cancelled(let cancel):
        return .cancelled(
          ExtensionFailure(cancel.failure),
          itemErrors: try failures(cancel.itemFailures, request),
          by: .extension
        )
      case .cancelledByHost(let cancel):
        let failure =
          cancel.map { ExtensionFailure($0.failure) }
          ?? ExtensionFailure(
            domain: "oriel.host",
            code: 1,
            text: "the host cancelled the request"
          )
        return .cancelled(
          failure,
          itemErrors: try failures(cancel?.itemFailures ?? [], request),
          by: .host
        )
      case .failed(let reason): return .failed(reason)
      }
    } catch {
      kill(request)
      return .failed(.protocolViolation(error.what))
    }
  }

  /// Errors about the items of a request.
  private func failures(
    _ failures: [WireItemFailure],
    _ request: ActiveRequest
  ) throws(ReturnedItems.Violation) -> [ItemFailure] {
    try ReturnedItems.verify(failures, itemCount: request.order.items.count)
  }

  /// Lets go of a request whose instance has ended or never was.
  private func end(_ request: ActiveRequest) {
    // Nothing outlives its request, whatever is known about it.
    kill(request)
    for _ in 0..<16 where request.output.isOpen { readOutput(of: request) }
    for _ in 0..<16 where request.errorOutput.isOpen { readErrorOutput(of: request) }
    letGo(of: request)
    request.process?.unwatch(by: loop.poll)
    dropQuestions(of: request)
    endProviding(for: request, tellsInstance: false)
    letGoOfFiles(of: request)
    if !request.opening.isEmpty { opener.forget { $0.request == request.id } }
    if !request.entitlements.isEmpty { storage.forget(request.id) }
    deadlines.clear(.request(request.id))
    unreported.remove(request.id)
    requests[request.id] = nil
    waiting.removeAll { $0 == request.id }
    if let outcome = request.outcome { request.order.completion(request.result(outcome)) }
  }

  /// Lets go of connection and output.
  func letGo(of request: ActiveRequest) {
    request.output.unwatch(by: loop.poll)
    request.errorOutput.unwatch(by: loop.poll)
    closeSocket(of: request)
  }

  /// Lets go of the connection.
  func closeSocket(of request: ActiveRequest) {
    guard let socket = request.socket.take() else { return }
    try? loop.poll.remove(socket.descriptor)
  }

  /// Reads standard output.
  func readOutput(of request: ActiveRequest) {
    if !request.output.read(into: &bytes) { request.output.unwatch(by: loop.poll) }
  }

  /// Reads standard error.
  func readErrorOutput(of request: ActiveRequest) {
    if !request.errorOutput.read(into: &bytes) { request.errorOutput.unwatch(by: loop.poll) }
  }
}

extension ProcessHandle {
  /// Watches for the end of the process no longer.
  fileprivate borrowing func unwatch(by poll: borrowing EventPoll) {
    try? poll.remove(descriptor)
  }
}
