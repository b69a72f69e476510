import OrielSystem
import OrielWire
import Testing

@testable import OrielHost

/// The life of a request as pure state.
@Suite(.timeLimit(.minutes(5))) struct RequestMachineTests {
  typealias Machine = RequestMachine

  /// One message of each name, valid in itself.
  static let messages: [InstanceMessage] = [
    .launchFailed(LaunchFailed(layer: .mountNamespace, errno: 1, text: "x")),
    .report(Report(layers: fullReport)),
    .loaded(Loaded(loadMicroseconds: 1)),
    .loadFailed(LoadFailed(kind: .linker, text: "x")),
    .began(Began()),
    .contentPart(ContentPart(bytes: [1])),
    .complete(Complete(items: [], itemFailures: [], flags: 0)),
    .cancel(cancel),
    .finishWork(FinishWork()),
    .loadAttachment(LoadAttachment(attachment: 0, type: "public.data", form: .bytes)),
    .cancelLoad(CancelLoad()),
    .ask(Ask(.openURL("https://example.com"))),
    .log(Log(level: 2, text: "x")),
    .refused(Refused(total: 1, refusal: nil)),
    .died(Died(kind: .signal, signal: 6, text: "")),
  ]

  static let fullReport = Layer.allCases.map { LayerStatus($0, .full) }
  static let cancel = Cancel(
    failure: WireFailure(domain: "d", code: 1, text: "t"),
    itemFailures: []
  )
  static let complete = Complete(items: [], itemFailures: [], flags: 0)
  static let keepWorking = Complete(items: [], itemFailures: [], flags: 1)

  /// Which messages an instance may send in which phase, written down apart from the code.
  static let allowed: [Machine.Phase: [String]] = [
    .launching: ["launchFailed", "report", "died"],
    .loading: ["loaded", "loadFailed", "log", "refused", "died"],
    .active: [
      "loadFailed", "began", "contentPart", "complete", "cancel", "loadAttachment", "cancelLoad",
      "ask", "log", "refused", "died",
    ],
    .finished: [
      "began", "contentPart", "finishWork", "loadAttachment", "cancelLoad", "ask", "log",
      "refused",
      "died",
    ],
  ]

  @Test(
    "A message is taken in its phases, and ends the instance in all others",
    arguments: [Machine.Phase.launching, .loading, .active, .finished],
    messages
  )
  func table(_ phase: Machine.Phase, _ message: InstanceMessage) {
    var machine = machine(in: phase)
    let actions = machine.handle(.message(message, id: 1))
    let name = String(String(describing: message).prefix { $0 != "(" })
    let isViolation = actions.contains(.kill) && machine.phase == .dying && violation(actions)
    let isAllowed = Self.allowed[phase]?.contains(name) == true
    if phase == .finished {
      // The outcome was given out before, so only the end of the instance shows.
      #expect(actions.contains(.kill) != isAllowed, "\(name) in \(phase)")
    } else {
      #expect(isViolation != isAllowed, "\(name) in \(phase)")
    }
  }

  @Test(
    "What may come once is refused the second time",
    arguments: [
      (.launching, 1), (.loading, 2), (.active, 4), (.active, 6), (.active, 7),
    ] as [(Machine.Phase, Int)]
  )
  func once(_ phase: Machine.Phase, _ index: Int) {
    var machine = machine(in: phase)
    let message = Self.messages[index]
    #expect(!machine.handle(.message(message, id: 0)).contains(.kill))
    #expect(machine.handle(.message(message, id: 0)).contains(.kill))
  }

  @Test("An ordinary request goes from launch to the end")
  func ordinary() {
    var machine = Machine(required: LayerSet(Layer.allCases))
    #expect(machine.handle(.launchSent) == [.setDeadline(.start)])
    let report = EnforcementReport(Self.fullReport, required: LayerSet(Layer.allCases))
    #expect(
      machine.handle(.message(.report(Report(layers: Self.fullReport)), id: 0))
        == [.accept(report), .begin]
    )
    #expect(
      machine.handle(.message(.loaded(Loaded(loadMicroseconds: 1)), id: 0))
        == [.note(.loaded), .setDeadline(.request)]
    )
    #expect(machine.handle(.message(.began(Began()), id: 0)) == [.note(.began)])
    #expect(
      machine.handle(.message(.complete(Self.complete), id: 0))
        == [.deliver(.completed(Self.complete)), .finish, .setDeadline(.grace)]
    )
    #expect(machine.handle(.connectionClosed) == [.setDeadline(.end)])
    #expect(
      machine.handle(.exited(WaitStatus(rawValue: 0), usedProcessorTime: false)) == [.end]
    )
    #expect(machine.handle(.cancelled).isEmpty)
  }

  @Test("Without a required layer nothing is sent to the instance", arguments: Layer.allCases)
  func requiredLayer(_ layer: Layer) {
    var statuses = Self.fullReport
    statuses[Int(layer.rawValue)].state = .none
    var machine = Machine(required: LayerSet([layer]))
    _ = machine.handle(.launchSent)
    let actions = machine.handle(.message(.report(Report(layers: statuses)), id: 0))
    #expect(!actions.contains(.begin) && actions.contains(.kill))
    // One that is left out of the report, or contradicted in it, is as bad.
    for layers in [Self.fullReport.filter { $0.layer != layer }, statuses + Self.fullReport] {
      var machine = Machine(required: LayerSet([layer]))
      _ = machine.handle(.launchSent)
      #expect(!machine.handle(.message(.report(Report(layers: layers)), id: 0)).contains(.begin))
    }
  }

  @Test("At its deadline a request is cancelled, then ended")
  func deadline() {
    var machine = machine(in: .active)
    #expect(
      machine.handle(.deadline(.request)) == [.cancel(.deadline), .setDeadline(.grace)]
    )
    #expect(
      machine.handle(.deadline(.grace))
        == [.kill, .deliver(.failed(.timeout(.request))), .setDeadline(.end)]
    )
  }

  @Test("An answer after the deadline only shows that the instance understood")
  func lateAnswer() {
    var machine = machine(in: .active)
    _ = machine.handle(.deadline(.request))
    #expect(
      machine.handle(.message(.complete(Self.keepWorking), id: 0)).contains(
        .deliver(.failed(.timeout(.request)))
      )
    )
    #expect(!machine.keepsWorking)
  }

  @Test("A host's cancellation wins over a later answer, and carries the extension's words")
  func cancellation() {
    var completes = machine(in: .active)
    #expect(completes.handle(.cancelled) == [.cancel(.host), .setDeadline(.grace)])
    #expect(
      completes.handle(.message(.complete(Self.complete), id: 0)).contains(
        .deliver(.cancelledByHost(nil))
      )
    )
    var cancels = machine(in: .active)
    _ = cancels.handle(.cancelled)
    #expect(
      cancels.handle(.message(.cancel(Self.cancel), id: 0)).contains(
        .deliver(.cancelledByHost(Self.cancel))
      )
    )
    for phase in [Machine.Phase.launching, .loading] {
      var early = machine(in: phase)
      let actions = early.handle(.cancelled)
      #expect(actions.contains(.kill) && actions.contains(.deliver(.cancelledByHost(nil))))
    }
  }

  @Test("The grace time after completion ends with a warning, then by force")
  func grace() {
    var machine = machine(in: .active)
    _ = machine.handle(.message(.complete(Self.keepWorking), id: 0))
    #expect(machine.handle(.deadline(.grace)) == [.expire, .setDeadline(.expire)])
    #expect(machine.handle(.deadline(.expire)) == [.kill, .setDeadline(.end)])
    var finishes = self.machine(in: .active)
    _ = finishes.handle(.message(.complete(Self.keepWorking), id: 0))
    #expect(finishes.handle(.message(.finishWork(FinishWork()), id: 0)) == [.finish])
    #expect(finishes.handle(.deadline(.grace)) == [.kill, .setDeadline(.end)])
  }

  @Test("Work after completion may load attachments; without it loads are refused")
  func loadsAfterCompletion() {
    let load = LoadAttachment(attachment: 0, type: "public.data", form: .bytes)
    for (complete, action) in [
      (Self.keepWorking, Machine.Action.answer(load, id: 9)), (Self.complete, .refuse(id: 9)),
    ] {
      var machine = machine(in: .active)
      _ = machine.handle(.message(.complete(complete), id: 0))
      #expect(machine.handle(.message(.loadAttachment(load), id: 9)) == [action])
    }
  }

  @Test(
    "The end of a process without an answer is told exactly",
    arguments: [
      (0x0b, nil, false, crash(nil, .signal(11))),
      (0x8b, nil, false, crash(nil, .signal(11))),
      (0x0700, nil, false, .crash(.exited(code: 7))),
      (0x0000, nil, false, .crash(.exited(code: 0))),
      (0x1f, nil, false, .violation(nil)),
      (0x09, nil, false, .crash(.killedFromOutside(peakMemory: 0))),
      (0x19, nil, false, .crash(.fileTooLarge(limit: 64 << 20))),
      (0x09, nil, true, .timeout(.processorTime)),
      (0x18, nil, false, .timeout(.processorTime)),
      (nil, nil, false, .runnerLost("it did not tell how the instance ended")),
      (
        0x0b, Died(kind: .signal, signal: 6, text: ""), false,
        crash(6, .signal(11))
      ),
      (
        0x8600, Died(kind: .signal, signal: 6, text: ""), false,
        crash(6, .exited(code: 134))
      ),
      (
        0x0100, Died(kind: .uncaughtException, signal: 0, text: "std::x"), false,
        .crash(.uncaughtException("std::x"))
      ),
      (0, Died(kind: .threadExitedInCall, signal: 0, text: ""), false, .crash(.threadExitedInCall)),
    ] as [(Int32?, Died?, Bool, FailureReason)]
  )
  func ends(_ status: Int32?, _ died: Died?, _ usedTime: Bool, _ reason: FailureReason) {
    var machine = machine(in: .active)
    if let died { _ = machine.handle(.message(.died(died), id: 0)) }
    #expect(machine.handle(.connectionClosed) == [.setDeadline(.end)])
    #expect(
      machine.handle(.exited(status.map(WaitStatus.init), usedProcessorTime: usedTime))
        == [.deliver(.failed(reason)), .end]
    )
  }

  @Test("What the supervisor saw counts more than what the instance says and how it ended")
  func violationSeen() throws {
    var machine = machine(in: .active)
    let seen = Violated(call: 101, architecture: 0xC000_003E, instruction: 0, arguments: [16, 1])
    #expect(machine.handle(.violated(seen)) == [])
    let words = Died(kind: .uncaughtException, signal: 0, text: "nothing happened")
    _ = machine.handle(.message(.died(words), id: 0))
    #expect(machine.handle(.connectionClosed) == [.setDeadline(.end)])
    let actions = machine.handle(.exited(WaitStatus(rawValue: 9), usedProcessorTime: true))
    guard case .deliver(.failed(.violation(let call?)))? = actions.first else {
      Issue.record("\(actions)")
      return
    }
    #expect(call.number == 101)
  }

  /// A crash with what tells of it.
  private static func crash(_ reported: Int32?, _ waited: WaitedEnd) -> FailureReason {
    CrashSignal(reported: reported, waited: waited).map { .crash(.signal($0)) } ?? .timeout(.start)
  }

  @Test("A start that fails just after a cancellation or a time limit is no violation")
  func lateLoadFailure() {
    let failure = InstanceMessage.loadFailed(LoadFailed(kind: .linker, text: "x"))
    for (event, verdict) in [
      (Machine.Event.cancelled, Verdict.cancelledByHost(nil)),
      (.deadline(.request), .failed(.timeout(.request))),
    ] {
      var machine = machine(in: .active)
      _ = machine.handle(event)
      #expect(
        machine.handle(.message(failure, id: 0)) == [.kill, .deliver(verdict), .setDeadline(.end)]
      )
    }
  }

  @Test("A kill for a flood after the end of the connection is not taken for one of the system")
  func floodWhileDying() {
    var machine = machine(in: .active)
    _ = machine.handle(.connectionClosed)
    #expect(machine.handle(.violation("did something")) == [.kill, .setDeadline(.end)])
    #expect(
      machine.handle(.exited(WaitStatus(rawValue: 9), usedProcessorTime: false))
        == [.deliver(.failed(.protocolViolation("did something"))), .end]
    )
  }

  @Test("A process that closes its connection and stays is ended for it")
  func closedConnection() {
    var machine = machine(in: .active)
    _ = machine.handle(.connectionClosed)
    #expect(machine.handle(.deadline(.end)) == [.kill, .setDeadline(.end)])
    let actions = machine.handle(.exited(WaitStatus(rawValue: 9), usedProcessorTime: false))
    #expect(violation(actions))
  }

  @Test("Every outcome is given out once, whatever happens in whatever order")
  func onceOnly() {
    var random = ReplayableRandom()
    let replay: Comment = "ORIEL_TEST_SEED=\(random.seed) repeats this."
    for _ in 0..<5000 {
      var machine = Machine(required: [], reportsRefusals: true)
      var deliveries = 0
      var ended = false
      for _ in 0..<30 {
        let actions = machine.handle(Self.event(&random))
        #expect(!ended || actions.isEmpty, replay)
        deliveries += actions.count { if case .deliver = $0 { true } else { false } }
        if actions.contains(.end) { ended = true }
      }
      if !ended {
        let actions = machine.handle(.lost(.timeout(.start)))
        deliveries += actions.count { if case .deliver = $0 { true } else { false } }
      }
      #expect(deliveries == 1, replay)
    }
  }

  @Test("Too many messages end the instance")
  func flood() {
    var machine = machine(in: .active)
    let load = InstanceMessage.cancelLoad(CancelLoad())
    var count = 0
    while machine.phase == .active, count < 200_000 {
      _ = machine.handle(.message(load, id: 1))
      count += 1
    }
    #expect(count < 200_000 && count > 1000)
  }

  @Test("A report of a refusal that nobody asked for ends the instance")
  func unaskedRefusal() {
    var machine = Machine(required: [])
    for event: Machine.Event in [
      .launchSent, .message(.report(Report(layers: [])), id: 0),
      .message(.loaded(Loaded(loadMicroseconds: 1)), id: 0),
    ] { _ = machine.handle(event) }
    #expect(machine.phase == .active)
    let refused = InstanceMessage.refused(Refused(total: 1, refusal: nil))
    #expect(violation(machine.handle(.message(refused, id: 0))))
  }

  /// A machine that was brought into a phase.
  private func machine(in phase: Machine.Phase) -> Machine {
    var machine = Machine(required: [], reportsRefusals: true)
    let events: [Machine.Event] = [
      .launchSent, .message(.report(Report(layers: [])), id: 0),
      .message(.loaded(Loaded(loadMicroseconds: 1)), id: 0),
      .message(.complete(Self.keepWorking), id: 0),
    ]
    for event in events where machine.phase != phase { _ = machine.handle(event) }
    #expect(machine.phase == phase)
    return machine
  }

  /// Whether a protocol violation is given out.
  private func violation(_ actions: [Machine.Action]) -> Bool {
    actions.contains {
      if case .deliver(.failed(.protocolViolation)) = $0 { true } else { false }
    }
  }

  /// Any event.
  private static func event(_ random: inout ReplayableRandom) -> Machine.Event {
    switch Int.random(in: 0..<12, using: &random) {
    case 0: .launchSent
    case 1: .launchRefused(LaunchFailed(layer: .mountNamespace, errno: 1, text: ""))
    case 2: .violation("did something")
    case 3: .connectionClosed
    case 4: .processEnded
    case 5: .exited(WaitStatus(rawValue: 11), usedProcessorTime: false)
    case 6: .deadline(Machine.Deadline.allCases.randomElement(using: &random) ?? .start)
    case 7: .cancelled
    case 8 where Bool.random(using: &random): .lost(.hostGone("of a test"))
    default: .message(messages.randomElement(using: &random) ?? .began(Began()), id: 1)
    }
  }
}
