internal import OrielSystem
internal import OrielWire

/// The life of one request as pure state: what an event means in each phase, and what to do.
///
/// Everything an instance sends goes through `MessageRule`; what that does not allow ends it.
struct RequestMachine: Sendable {
  /// The phase.
  private(set) var phase = Phase.waiting
  /// Whether somebody has the outcome.
  private(set) var isDelivered = false
  /// Whether the extension works on after completion.
  private(set) var keepsWorking = false
  /// The layers that the report must hold.
  private let required: LayerSet
  /// Whether the instance was asked to tell what it is refused.
  private let reportsRefusals: Bool
  /// Whether the host calls functions of the instance, instead of having a request served.
  private let isConnection: Bool
  /// The outcome that is given out when the instance reacts or its time is over.
  private var pending: Verdict?
  /// The messages that may come once and have come.
  private var seen: Set<MessageRule.Name> = []
  /// How many messages came.
  private var budget: MessageBudget
  /// The instance's last words.
  private var lastWords: Died?
  /// The forbidden call that the instance made.
  private var violated: Violated?
  /// The phase in which the instance began to end.
  private var phaseAtEnd = Phase.waiting
  /// Whether the host has ended the process.
  private var isKilled = false
  /// Whether the process is known to be gone.
  private var isGone = false

  /// A request that was not launched yet.
  init(
    required: LayerSet,
    messages: UInt32 = Limits().messages,
    reportsRefusals: Bool = false,
    isConnection: Bool = false
  ) {
    self.isConnection = isConnection
    self.required = required
    self.reportsRefusals = reportsRefusals
    budget = MessageBudget(messages: messages)
  }

  /// Takes an event in and tells what to do, in order.
  mutating func handle(_ event: Event) -> [Action] {
    guard phase != .ended else { return [] }
    switch event {
    case .launchSent:
      guard phase == .waiting else { return [] }
      phase = .launching
      return [.setDeadline(.start)]
    case .launchRefused(let failure):
      guard phase == .launching || phase == .dying else { return [] }
      return deliver(pending ?? .failed(.setup(SetupFailure(failure)))) + end()
    case .message(let message, let id): return handle(message, id: id)
    case .violation(let what): return violate(what)
    case .connectionClosed: return startDying()
    case .processEnded:
      isGone = true
      return startDying()
    case .pressured(let level):
      // Before, nothing of the extension could do something about it.
      guard !isConnection else { return [] }
      return phase == .active || phase == .finished ? [.press(level)] : []
    case .violated(let call):
      violated = call
      return []
    case .exited(let status, let usedProcessorTime, let memory):
      if phase != .dying { phaseAtEnd = phase }
      let instanceEnd = InstanceEnd(
        status: status,
        lastWords: lastWords,
        violated: violated,
        usedProcessorTime: usedProcessorTime,
        memory: memory,
        hadReported: phaseAtEnd != .launching && phaseAtEnd != .waiting
      )
      return deliver(pending ?? .failed(instanceEnd.reason)) + end()
    case .deadline(let deadline): return handle(deadline)
    case .cancelled: return cancel()
    case .gaveUp(let reason): return phase == .dying ? [] : fail(reason)
    case .lost(let reason): return deliver(pending ?? .failed(reason)) + end()
    }
  }

  /// A message of the instance.
  private mutating func handle(_ message: InstanceMessage, id: UInt64) -> [Action] {
    let rule = MessageRule(message)
    if let excess = budget.count(rule.name) { return violate(excess) }
    // What an instance sent before it was ended is of no interest, but for its end.
    if phase == .dying {
      if case .died(let died) = message, lastWords == nil || lastWords?.kind == .fault {
        lastWords = died
      }
      return []
    }
    guard rule.fits(connection: isConnection) else {
      return violate("sent '\(rule.name.rawValue)', which is of no use here")
    }
    guard rule.phases.contains(phase) else {
      return violate("sent '\(rule.name.rawValue)' while it was \(phase.rawValue)")
    }
    if rule.isOnce, !seen.insert(rule.name).inserted {
      return violate("sent '\(rule.name.rawValue)' twice")
    }
    switch message {
    case .launchFailed(let failure): return fail(.setup(SetupFailure(failure)))
    case .report(let report):
      return judge(EnforcementReport(report.layers, required: required), report.steps)
    case .loaded:
      phase = .active
      // For a connection the time for the start ends when calls can be made.
      return [.note(.loaded)] + (isConnection ? [] : [.setDeadline(.request)])
    case .connected(let connected): return [.note(.began), .connect(connected)]
    case .bufferMapped(let mapped): return [.mapped(mapped, number: id)]
    case .loadFailed(let failure):
      guard phase == .finished else { return fail(.load(LoadFailure(failure))) }
      guard let pending else { return violate("sent 'loadFailed' after its answer") }
      return [.kill] + deliver(pending) + die(killed: true)
    case .began: return [.note(.began)]
    case .contentPart(let part): return seen.contains(.terminal) ? [] : [.keep(part, number: id)]
    case .complete(let complete):
      keepsWorking = pending == nil && complete.flags & 1 != 0
      return finish(pending ?? .completed(complete))
    case .cancel(let cancel):
      if case .cancelledByHost = pending { return finish(.cancelledByHost(cancel)) }
      return finish(pending ?? .cancelled(cancel))
    case .finishWork:
      guard seen.contains(.terminal) else { return violate("sent 'finishWork' before its answer") }
      return [.finish]
    case .loadAttachment(let load): return [isOpen ? .answer(load, id: id) : .refuse(id: id)]
    case .loadPreview(let load): return [isOpen ? .preview(load, id: id) : .refuse(id: id)]
    case .loadNotice(let notice):
      return [notice.kind == .watched ? .watch(id: id) : .release(id: id)]
    case .cancelLoad: return [.forget(id: id)]
    case .ask(let ask):
      if case .withdrawn = ask.question { return [.withdraw(id: id)] }
      // What needs the user or the network is not begun while the request ends.
      return [phase == .active ? .reply(ask.question, id: id) : .refuseQuestion(id: id)]
    case .log(let log): return [.log(log)]
    case .refused(let refused):
      guard reportsRefusals else { return violate("sent 'refused' without being asked") }
      return [.refused(refused)]
    case .died(let died):
      if died.kind != .fault || lastWords == nil { lastWords = died }
      return []
    }
  }

  /// Whether loads are answered: while the extension works, or reacts to a cancellation.
  private var isOpen: Bool { phase == .active || keepsWorking || pending != nil }

  /// Decides whether the sandbox is good enough for what comes next.
  private mutating func judge(_ report: EnforcementReport, _ steps: [StepTime]) -> [Action] {
    if let unmet = report.firstUnmet {
      return [.accept(report, steps: steps)] + fail(.setup(SetupFailure(unmet: unmet)))
    }
    phase = .loading
    return [.accept(report, steps: steps), .begin]
  }

  /// The answer, or the reaction to a cancellation from outside.
  private mutating func finish(_ verdict: Verdict) -> [Action] {
    phase = .finished
    pending = nil
    return deliver(verdict) + (keepsWorking ? [] : [.finish]) + [.setDeadline(.grace)]
  }

  /// A passed time limit; one that was replaced meanwhile is ignored.
  private mutating func handle(_ deadline: Deadline) -> [Action] {
    switch (deadline, phase) {
    case (.start, .launching): return fail(.setup(.slowLaunch))
    case (.start, .loading): return fail(.timeout(.start))
    case (.start, .active) where isConnection && !seen.contains(.connected):
      return fail(.timeout(.start))
    case (.request, .active):
      pending = .failed(.timeout(.request))
      phase = .finished
      return [.cancel(.deadline), .setDeadline(.grace)]
    case (.grace, .finished):
      if keepsWorking, !seen.contains(.finishWork) { return [.expire, .setDeadline(.expire)] }
      return [.kill] + (pending.map { deliver($0) } ?? []) + die(killed: true)
    case (.expire, .finished): return [.kill] + die(killed: true)
    case (.end, .dying):
      if isGone || isKilled { return handle(.exited(nil, usedProcessorTime: false)) }
      // The connection is closed and the process is still there: it cannot be served any more.
      pending = pending ?? .failed(.protocolViolation("closed its connection and did not end"))
      return [.kill] + die(killed: true)
    default: return []
    }
  }

  /// The host's cancellation.
  private mutating func cancel() -> [Action] {
    switch phase {
    case .waiting: return deliver(.cancelledByHost(nil)) + end()
    case .launching, .loading:
      return [.kill] + deliver(.cancelledByHost(nil)) + die(killed: true)
    case .active where isConnection:
      // Nothing runs in it that nobody waits for.
      return [.kill] + deliver(.cancelledByHost(nil)) + die(killed: true)
    case .active:
      pending = .cancelledByHost(nil)
      phase = .finished
      return [.cancel(.host), .setDeadline(.grace)]
    case .finished, .dying, .ended: return []
    }
  }

  /// Ends the request and the instance, which did nothing forbidden.
  private mutating func fail(_ reason: FailureReason) -> [Action] {
    [.kill] + deliver(.failed(reason)) + die(killed: true)
  }

  /// Ends the instance for something that it must not do.
  private mutating func violate(_ what: String) -> [Action] {
    if phase == .dying {
      guard !isKilled else { return [] }
      // The kill that follows must not look like one of the system.
      if lastWords == nil { pending = pending ?? .failed(.protocolViolation(what)) }
      return [.kill] + die(killed: true)
    }
    return [.kill] + deliver(.failed(.protocolViolation(what))) + die(killed: true)
  }

  /// The instance ends; how becomes known soon.
  private mutating func startDying() -> [Action] {
    guard phase != .dying else { return [] }
    let actions = phase == .finished ? pending.map { deliver($0) } ?? [] : []
    return actions + die(killed: false)
  }

  /// Waits for the end of the process.
  private mutating func die(killed: Bool) -> [Action] {
    if phase != .dying { phaseAtEnd = phase }
    phase = .dying
    if killed { isKilled = true }
    return [.setDeadline(.end)]
  }

  /// Gives the outcome out, unless one was given out before.
  private mutating func deliver(_ verdict: Verdict) -> [Action] {
    guard !isDelivered else { return [] }
    isDelivered = true
    return [.deliver(verdict)]
  }

  /// Reaches the end.
  private mutating func end() -> [Action] {
    phase = .ended
    return [.end]
  }
}
