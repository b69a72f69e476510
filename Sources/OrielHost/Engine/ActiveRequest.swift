internal import OrielManifest
internal import OrielSystem
internal import OrielWire

/// A request with everything that belongs to it; used by the host's own thread only.
final class ActiveRequest {
  /// The request as it was asked for.
  let order: RequestOrder
  /// What makes the sandbox weaker.
  let weakenings: [SandboxWeakening]
  /// What its instance may use; known for certain when it is launched.
  private(set) var limits: Limits
  /// Its state.
  var machine: RequestMachine
  /// The directories that its instance may write to, once they were opened.
  var mounts: [GrantedMount] = []
  /// The connection to the instance.
  var socket: PacketSocket?
  /// The process of the instance.
  var process: ProcessHandle?
  /// Whether the process must end as soon as it is known.
  var isKillPending = false
  /// What the instance did not take yet.
  var outgoing = OutgoingQueue()
  /// What is lacking to send, or to launch the instance.
  var sending = Shortage()
  /// Standard output.
  var output: OutputCapture
  /// Standard error.
  var errorOutput: OutputCapture
  /// The log.
  var log: LogCollector
  /// What the sandbox refused, when the instance tells.
  var refusals: RefusalCollector?
  /// Large contents of returned items.
  var contents: ContentCollector
  /// Answers loads.
  var attachments: AttachmentServer
  /// The loads whose file is being opened, by the number of the job.
  var opening: [UInt64: UInt64] = [:]
  /// The loads for which a function of the host's program runs, by the number of the job.
  var providing: [UInt64: ProviderLoad] = [:]
  /// The files that are deleted when a load is released, by its number.
  var holdings: [UInt64: TemporaryFile] = [:]
  /// The files that are deleted with the request.
  var files: [TemporaryFile] = []
  /// The questions that have no answer yet, by the instance's number.
  var questions: [UInt64: Question] = [:]
  /// How often the extension has asked for something of the user's.
  var userQuestions = 0
  /// What the instance found about its sandbox.
  var report: EnforcementReport?
  /// When what happened.
  var timings = RequestTimings()
  /// What the instance used.
  var usage: ResourceUsage?
  /// The outcome, when the result waits for the end of the instance.
  var outcome: Outcome?

  /// A request that was not launched yet.
  init(
    _ order: RequestOrder,
    limits: Limits,
    required: LayerSet,
    weakenings: [SandboxWeakening]
  ) {
    self.order = order
    self.weakenings = weakenings
    self.limits = limits
    machine = RequestMachine(
      required: required,
      messages: limits.messages,
      reportsRefusals: order.options.reportsRefusals,
      isConnection: order.connection != nil
    )
    refusals = order.options.reportsRefusals ? RefusalCollector() : nil
    output = OutputCapture(nil, limit: 0)
    errorOutput = OutputCapture(nil, limit: 0)
    log = LogCollector(limit: Int(limits.logBytes))
    contents = ContentCollector(limits)
    attachments = AttachmentServer(
      order.items,
      mayWrite: order.entitlements.granted.fileAccess == .readWrite
    )
  }

  /// Takes the limits of the instance that is about to be launched.
  func adopt(_ limits: Limits) {
    self.limits = limits
    contents = ContentCollector(limits)
  }

  /// The number of the request.
  var id: UInt64 { order.id }

  /// The entitlements in force.
  var entitlements: EntitlementSet { order.entitlements.granted }

  /// The descriptors held for what was returned, for answers, and for later loads.
  var descriptorCount: Int {
    contents.descriptorCount + outgoing.descriptorCount + attachments.descriptorCount
      + questions.values.count { $0.holdsDescriptor }
  }

  /// The time since the request was made.
  var age: Duration {
    .nanoseconds(MonotonicTime.now.nanoseconds &- order.time.nanoseconds)
  }

  /// The milliseconds of a time limit.
  func milliseconds(of deadline: RequestMachine.Deadline) -> UInt32 {
    switch deadline {
    case .start: order.options.startTimeout?.wholeMilliseconds ?? limits.startMilliseconds
    case .request: order.options.requestTimeout?.wholeMilliseconds ?? limits.requestMilliseconds
    case .grace: order.options.graceTime?.wholeMilliseconds ?? limits.graceMilliseconds
    // The extension's handler for expiration must be short.
    case .expire: 250
    // The runner reaps at once; more means that it hangs or is overloaded.
    case .end: 1000
    }
  }

  /// The message with the request.
  func beginMessage(locale: String, timeZone: String) -> Begin {
    let extensionInfo = order.extension
    return Begin(
      items: order.wireItems,
      bundleIdentifier: extensionInfo.identifier,
      displayName: extensionInfo.displayName,
      extensionPoint: extensionInfo.extensionPoint.rawValue,
      locale: locale,
      timeZone: timeZone,
      limits: limits,
      entitlements: entitlements.texts,
      requestMilliseconds: milliseconds(of: .request),
      graceMilliseconds: milliseconds(of: .grace)
    )
  }

  /// The result with an outcome.
  func result(_ outcome: Outcome) -> RequestResult {
    RequestResult(
      requestIdentifier: id,
      outcome: outcome,
      entitlements: order.entitlements,
      log: log.entries,
      droppedLogBytes: log.dropped,
      standardOutput: output.bytes,
      standardError: errorOutput.bytes,
      droppedOutputBytes: output.dropped + errorOutput.dropped,
      report: report.map {
        EnforcementReport($0.layers, required: $0.required, weakenings: weakenings)
      },
      refusals: refusals?.refusals ?? .notCounted,
      weakenings: weakenings,
      timings: timings,
      resourceUsage: usage
    )
  }
}
